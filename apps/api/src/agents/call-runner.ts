import { isSecondTry, readTriedCall, type ToolCall, type TriedCall } from '@devai/memory';
import { runTool } from '../tools/run-tool.ts';
import type { LoopInput } from './chapo-loop.ts';

/** Characters of a tool's result that clients see. */
const shownResult = 2_000;

export type DoneCall = ToolCall & { ok: boolean };

/** A call that failed, with the number of its result. */
type Failure = TriedCall & { number: number };

type Host = Pick<LoopInput, 'turn' | 'tools' | 'toolContext' | 'conversation' | 'emit'>;

/**
 * Runs the tool calls of one turn, one after the other. Each gets a stored result, even a cancelled one, with a note of what the next
 * extraction should see: a new file, or success after a failure in the same turn.
 */
export function createCallRunner({ turn, tools, toolContext, conversation, emit }: Host) {
  const done: DoneCall[] = [];
  /** Those that have not worked since. */
  let failures: Failure[] = [];

  return {
    /** The calls of the turn so far. */
    done: (): DoneCall[] => [...done],
    async run(calls: ToolCall[]): Promise<void> {
      for (const call of calls) await runCall(call);
    },
  };

  async function runCall(call: ToolCall): Promise<void> {
    emit({ type: 'tool_call', turn, id: call.id, name: call.name, arguments: call.arguments });
    const { ok, content, ...notes } = await runTool(tools, call, toolContext);
    const tried = readTriedCall(call.name, call.arguments);
    const [before, others] = ok ? splitFailures(tried) : [undefined, failures];
    const { number } = await conversation.append({
      role: 'tool',
      type: 'tool_result',
      content,
      toolCallId: call.id,
      metadata: { tool: call.name, ok, ...notes, ...(before && { worksAfter: before.number }) },
    });
    failures = ok || number === null ? others : [...others, { ...tried, number }];
    emit({ type: 'tool_result', turn, id: call.id, name: call.name, ok, content: shorten(content) });
    done.push({ ...call, ok });
  }

  /** The last failure that this call tried again, and those that it did not try. */
  function splitFailures(tried: TriedCall): [Failure | undefined, Failure[]] {
    const { again = [], others = [] } = Object.groupBy(failures, (failure) =>
      isSecondTry(failure, tried) ? 'again' : 'others',
    );
    return [again.at(-1), others];
  }
}

const shorten = (text: string): string =>
  text.length > shownResult ? `${text.slice(0, shownResult)} …` : text;
