import type { Part, ToolCall } from '@devai/react';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { Markdown } from './markdown.tsx';

/** What an agent did, in order. */
export const Parts = ({ parts }: { parts: Part[] }): ReactNode =>
  parts.map((part, index) => (
    // what has come stays where it is
    <Fragment key={index}>
      <PartView part={part} />
    </Fragment>
  ));

function PartView({ part }: { part: Part }): ReactNode {
  switch (part.kind) {
    case 'text':
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
      return <Call call={part} />;
    case 'compacted':
      return (
        <p className="note">
          A summary took the place of {part.messages} messages: {part.tokensBefore} tokens became{' '}
          {part.tokensAfter}.
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

/** A tool call, folded, with what it was given and what came of it; of a delegation, what the agent did. */
function Call({ call }: { call: ToolCall }): ReactNode {
  const { name, agent, result, output } = call;
  const state = result === null ? 'running' : result.ok ? 'done' : 'failed';
  return (
    <details className={`step ${state}`} open={agent !== null && result === null}>
      <summary>
        <span className="tool">{agent === null ? name : `${name} to ${agent.name}`}</span>
        <bdi className="line">{call.arguments}</bdi>
        <span className="outcome">{state}</span>
      </summary>
      <Plain label="Given" text={indented(call.arguments)} />
      {agent && (
        <div className="nested" role="group" aria-label={`What ${agent.name} did`}>
          <Parts parts={agent.parts} />
          <Link to="/chat/{-$session}" params={{ session: agent.session }}>
            Its session
          </Link>
        </div>
      )}
      {output !== '' && <Plain label="Output" text={output} />}
      {result && <Plain label={result.ok ? 'Result' : 'Failure'} text={result.content} />}
    </details>
  );
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
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
