import { isSecondTry, readTriedCall, type ToolCall, type TriedCall } from '@devai/memory';
import { inputOf, runTool, type Approve } from '../tools/run-tool.ts';
import { createToolMemory } from '../tools/tool-memory.ts';
import type { Delegation, ToolContext } from '../tools/tool.ts';
import { memoryUser } from './acting-as.ts';
import { showPreview } from './show-preview.ts';
import type { TurnHost } from './turn-host.ts';

/** Characters of a tool's result that clients see. */
const shownResult = 2_000;

export type DoneCall = ToolCall & { ok: boolean };

/** A call that failed, with the number of its result. */
type Failure = TriedCall & { number: number };

type Host = TurnHost & {
  turn: string;
  /** Delegates the task of a call to another agent; null if that is not allowed. */
  delegate: ((delegation: Delegation, call: string) => Promise<string>) | null;
  signal: AbortSignal;
};

/**
 * Runs the tool calls of one turn in order; neighbouring calls that may run in parallel do. Each gets a stored result, even a
 * cancelled one, with a note of what the next extraction should see: a new file, or success after a failure in the same turn.
 */
export function createCallRunner(host: Host) {
  const { turn, agent, tools, conversation, approvals, delegate, emit, signal } = host;
  const { workspace, sessionId, project } = host;
  const memory = createToolMemory(host.memory, project, {
    ...memoryUser(agent),
    noteForgotten: (one) => host.forgottenLately.note(sessionId, [one]),
  });
  const done: DoneCall[] = [];
  /** Failed calls that no later call of the turn has made good. */
  let failures: Failure[] = [];

  return {
    /** The finished calls of the turn. */
    done: (): DoneCall[] => [...done],
    /** `why`: what the model said with the calls. */
    async run(calls: ToolCall[], why: string): Promise<void> {
      for (const group of groupsOf(calls)) {
        // no call is left running when another one fails
        const ended = await Promise.allSettled(group.map((call) => runCall(call, why)));
        for (const one of ended) if (one.status === 'rejected') throw one.reason;
      }
    },
  };

  async function runCall(call: ToolCall, why: string): Promise<void> {
    emit({ type: 'tool_call', turn, id: call.id, name: call.name, arguments: call.arguments });
    const { ok, refused, content, ...notes } = await runTool(tools, call, contextOf(call), approving(why));
    const tried = readTriedCall(call.name, call.arguments);
    const mended = ok ? failures.filter((failure) => isSecondTry(failure, tried)) : [];
    const before = mended.at(-1);
    const { number } = await conversation.append({
      role: 'tool',
      type: 'tool_result',
      content,
      toolCallId: call.id,
      metadata: {
        ...{ tool: call.name, ok, ...notes },
        ...(refused && { refused }),
        ...(before && { worksAfter: before.number }),
      },
    });
    failures = failures.filter((failure) => !mended.includes(failure));
    if (!ok && number !== null) failures.push({ ...tried, number });
    emit({
      ...{ type: 'tool_result', turn, id: call.id, name: call.name, ok },
      ...(refused && { refused }),
      content: shorten(content),
    });
    done.push({ ...call, ok });
  }

  /** The calls in order, with neighbours that may run at the same time in one group. */
  function groupsOf(calls: ToolCall[]): ToolCall[][] {
    const groups: { calls: ToolCall[]; isOpen: boolean }[] = [];
    for (const call of calls) {
      const isBeside = tools.find(({ name }) => name === call.name)?.runsBeside(inputOf(call)) ?? false;
      const last = groups.at(-1);
      if (isBeside && last?.isOpen && last.calls.length < mostAtOnce) last.calls.push(call);
      else groups.push({ calls: [call], isOpen: isBeside });
    }
    return groups.map((group) => group.calls);
  }

  /** The context of one call: it streams what the call's program or agent does. */
  function contextOf({ id }: ToolCall): ToolContext {
    return {
      ...{ workspace, memory, sessionId, project, signal },
      ...(delegate && { delegate: (delegation) => delegate(delegation, id) }),
      onOutput: (text) => emit({ type: 'tool_output', turn, id, text }),
    };
  }

  function approving(why: string): Approve {
    return async (tool, call, preview) => {
      const wanted = { agent: agent.name, arguments: call.arguments };
      if (!approvals.needs(tool, wanted)) return { refusal: null, note: null };
      const shown = await preview();
      const { decision, note, by } = await approvals.ask(
        tool,
        { ...wanted, turn, call: call.id, why: shorten(why), preview: showPreview(shown) },
        signal,
      );
      if (decision !== 'deny') return { refusal: (await preview()) === shown ? null : outdated, note };
      return { refusal: `${refusals[by]}${note === null ? '' : `: ${note}`}`, note: null };
    };
  }
}

/** The most calls that run at the same time. */
const mostAtOnce = 3;

const outdated =
  'the file changed while the user decided, so it did not run; read it again, and make the change anew';
const refusals = {
  user: 'the user did not allow this, so it did not run. Do not try it again in another way; ask what they want',
  timeout: 'nobody answered within ten minutes, which is a no, so it did not run',
  cancel: 'cancelled by the user before it ran',
};

const shorten = (text: string): string =>
  text.length > shownResult ? `${text.slice(0, shownResult)} …` : text;
