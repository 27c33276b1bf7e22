import { useAgentWork, type AgentWork, type Part, type ToolCall } from '@devai/react';
import { Link } from '@tanstack/react-router';
import { Fragment, useState, type ReactNode } from 'react';
import { Loaded } from '../parts/states.tsx';
import { Markdown } from './markdown.tsx';

/** The turn of the user's session that parts belong to. `id` is null when it is not known. */
type OfTurn = { session: string; id: string | null; isOver: boolean; waits: string[] };

/** What an agent did, in order. */
export const Parts = ({ parts, turn }: { parts: Part[]; turn: OfTurn }): ReactNode =>
  parts.map((part, index) => (
    // parts keep their places while more are added
    <Fragment key={index}>
      <PartView part={part} turn={turn} />
    </Fragment>
  ));

function PartView({ part, turn }: { part: Part; turn: OfTurn }): ReactNode {
  switch (part.kind) {
    case 'text':
    case 'handover':
      return <Markdown text={part.text} />;
    case 'thinking':
      return (
        <details className="step">
          <summary>Thinking</summary>
          <p className="plain" dir="auto">
            {part.text}
          </p>
        </details>
      );
    case 'call':
      return part.name === 'delegate' ? (
        <Delegation call={part} turn={turn} />
      ) : (
        <Call call={part} turn={turn} />
      );
    case 'compacted':
      return (
        <p className="note">
          A summary replaced {part.messages} messages: {part.tokensBefore} tokens became {part.tokensAfter}.
        </p>
      );
    case 'note':
      return (
        <p className="note" dir="auto">
          {part.text}
        </p>
      );
  }
}

/** Characters of the arguments that the line of a folded call shows. */
const longestLine = 200;

type CallProps = { call: ToolCall; turn: OfTurn };

/** A tool call, folded, with its arguments, output and result. `title` and `children`: of a delegation. */
function Call({
  call,
  turn,
  title = call.name,
  isOpen,
  onToggle,
  children,
}: CallProps & {
  title?: string;
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  children?: ReactNode;
}): ReactNode {
  const { result, output } = call;
  const state = stateOf(call, turn);
  return (
    <details
      className={`step ${state}`}
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary>
        <span className="tool">{title}</span>
        <bdi className="line">{call.arguments.slice(0, longestLine)}</bdi>
        <span className="outcome">{state}</span>
      </summary>
      <Plain label="Given" text={indented(call.arguments)} />
      {children}
      {output !== '' && <Plain label="Output" text={output} />}
      {result && (
        <Plain label={result.ok ? 'Result' : result.refused ? 'Refused' : 'Failure'} text={result.content} />
      )}
    </details>
  );
}

function stateOf({ id, result }: ToolCall, { isOver, waits }: OfTurn): string {
  if (result === null) return isOver ? 'stopped' : waits.includes(id) ? 'waits for you' : 'running';
  if (result.ok) return 'done';
  return result.refused ? 'refused' : 'failed';
}

/** A call that delegated a task to an agent, with what the agent did: from its frames, or as it was stored before the page was opened. */
function Delegation({ call, turn }: CallProps): ReactNode {
  const isRunning = call.result === null && !turn.isOver;
  const [isOpen, setOpen] = useState(isRunning);
  const [wasRunning, setWasRunning] = useState(isRunning);
  if (wasRunning !== isRunning) {
    setWasRunning(isRunning);
    setOpen(isRunning);
  }
  const stored = useAgentWork({
    ...{ session: turn.session, turn: turn.id, call: call.id },
    enabled: isOpen && call.isStored,
  });
  const work = call.isStored ? stored.data : call.agent;
  const name = work?.name ?? receiverOf(call);
  return (
    <Call
      call={call}
      turn={turn}
      title={name === null ? call.name : `${call.name} to ${name}`}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      {call.isStored && isOpen ? (
        <Loaded of={stored} what="what the agent did">
          {work && <Work work={work} turn={turn} />}
        </Loaded>
      ) : (
        work && <Work work={work} turn={turn} />
      )}
    </Call>
  );
}

const Work = ({ work, turn }: { work: AgentWork; turn: OfTurn }): ReactNode => (
  <div className="nested" role="group" aria-label={`What ${work.name} did`}>
    <Parts parts={work.parts} turn={turn} />
    <Link to="/chat/{-$session}" params={{ session: work.session }}>
      Open its session
    </Link>
  </div>
);

/** The agent that a call delegates to; null when its arguments do not say. */
function receiverOf(call: ToolCall): string | null {
  const given = parsed(call.arguments);
  const isNamed =
    typeof given === 'object' && given !== null && 'to' in given && typeof given.to === 'string';
  return isNamed ? String(given.to) : null;
}

const Plain = ({ label, text }: { label: string; text: string }): ReactNode => (
  <>
    <p className="label">{label}</p>
    <pre tabIndex={0} role="region" aria-label={label} dir="auto">
      {text}
    </pre>
  </>
);

/** JSON over several lines; other text as it is. */
function indented(text: string): string {
  const value = parsed(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

/** Undefined for a text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
