import { z } from 'zod';
import { shownMemory } from '../../../protocol/memory.ts';
import { ask } from '../ask.ts';
import type { Command } from '../command.ts';
import { counted } from '../figures.ts';
import { fullMemoryId } from '../full-id.ts';
import type { MemoryApi } from '../memory-api.ts';
import { plainLine } from '../plain-line.ts';
import { ToolError } from '../tool-error.ts';

type Shown = z.infer<typeof shownMemory>;
const forgotten = z.object({ forgotten: z.boolean(), erasedMessages: z.int(), keptMessages: z.int() });

export const forget: Command = {
  name: 'forget',
  words: '<id>',
  summary: 'erases the text of a memory for good; asks first',
  details: `It goes from the memories, their history and the waiting work. The messages that it was taken from stay as they were said, but neither
the agent nor a search is shown it in them any more; --messages erases them, too, now or, by the same id, later.`,
  options: {
    messages: { kind: 'flag', help: 'also the messages that it was taken from' },
    yes: { kind: 'flag', help: 'without asking' },
  },
  counts: [1, 1],
  async run({ words: [given = ''], options, connect, output, confirm, signal }) {
    const api = await connect();
    const id = await fullMemoryId(api, given, signal);
    const withMessages = options.flag('messages');
    const isSure = options.flag('yes');
    // of what was forgotten before, messages may be left
    const memory =
      isSure || withMessages
        ? await findMemory(api, id, signal)
        : await ask(api, shownMemory, ['GET', `/api/memory/${id}`], { signal });
    const sources = withMessages || memory === null ? [] : sourcesOf(memory);
    if (!isSure) {
      if (memory) output.note(`${id} (${memory.namespace})\n  ${plainLine(memory.content)}`);
      if (sources.length > 0) {
        output.note(`It was taken from ${sources.join('; ')}. That stays, unless you give --messages.`);
      }
      const what = [memory ? 'it' : [], withMessages ? 'the messages that it was taken from' : []]
        .flat()
        .join(' and ');
      if (!(await confirm(`Erase ${what} for good? This cannot be undone.`))) {
        const nothing = { id, forgotten: false, erasedMessages: 0, keptMessages: 0 };
        output.answer(nothing, () => 'Nothing was erased.');
        return;
      }
    }
    const result = await ask(api, forgotten, ['DELETE', `/api/memory/${id}`], {
      query: { messages: withMessages },
      signal,
    });
    output.answer({ id, ...result }, () => describe(id, result, sources));
  },
};

function describe(id: string, result: z.infer<typeof forgotten>, sources: string[]): string {
  const { erasedMessages, keptMessages } = result;
  const messages = counted(erasedMessages, 'message', 'messages');
  if (!result.forgotten) {
    return erasedMessages > 0
      ? `Erased: ${messages} that ${id} was taken from.`
      : `There was nothing to erase: ${id} is not stored.`;
  }
  const done = `Forgotten: ${id}${erasedMessages > 0 ? `, and ${messages}` : ''}.`;
  const hidden =
    keptMessages === 0
      ? ''
      : `\n${counted(keptMessages, 'message holds', 'messages hold')} it still, hidden from the agent.`;
  return sources.length === 0
    ? `${done}${hidden}`
    : `${done}\nLeft as said: ${sources.join('; ')}. (--messages erases that as well, also later.)${hidden}`;
}

/** Null when there is none: it may have been forgotten before. */
async function findMemory(api: MemoryApi, id: string, signal: AbortSignal): Promise<Shown | null> {
  try {
    return await ask(api, shownMemory, ['GET', `/api/memory/${id}`], { signal });
  } catch (error) {
    if (error instanceof ToolError && error.code === 'not_found') return null;
    throw error;
  }
}

/** Where the statement was made, in words. */
const sourcesOf = ({ evidence }: Shown): string[] =>
  evidence.flatMap(({ sessionId, messages }) =>
    messages.length === 0
      ? []
      : [`${messages.length === 1 ? 'message' : 'messages'} ${messages.join(', ')} of session ${sessionId}`],
  );
