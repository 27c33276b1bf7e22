import { z } from 'zod';
import { shownMemory } from '../../../routes/memory/shown-memory.ts';
import { ask } from '../ask.ts';
import type { Command } from '../command.ts';
import { counted } from '../figures.ts';
import { fullMemoryId } from '../full-id.ts';
import type { MemoryApi } from '../memory-api.ts';
import { plainLine } from '../plain-line.ts';
import { ToolError } from '../tool-error.ts';

type Shown = z.infer<typeof shownMemory>;
const forgotten = z.object({ forgotten: z.boolean(), erasedMessages: z.int() });

export const forget: Command = {
  name: 'forget',
  words: '<id>',
  summary: 'erases the text of a memory for good; asks first',
  details: `It goes from the memories, their history and the waiting work. The messages that it was taken from stay, and can still be found by a
search of messages, unless --messages erases them, too: that has to be said at once, as a forgotten memory does not know them any more.`,
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
    const memory = isSure
      ? await findMemory(api, id, signal)
      : await ask(api, shownMemory, ['GET', `/api/memory/${id}`], { signal });
    const sources = withMessages || memory === null ? [] : sourcesOf(memory);
    if (memory !== null && !isSure) {
      output.note(`${id} (${memory.namespace})\n  ${plainLine(memory.content)}`);
      if (sources.length > 0) {
        output.note(`It was taken from ${sources.join('; ')}. That stays, unless you give --messages.`);
      }
      const what = withMessages ? 'it and the messages that it was taken from' : 'it';
      if (!(await confirm(`Erase ${what} for good? This cannot be undone.`))) {
        output.answer({ id, forgotten: false, erasedMessages: 0 }, () => 'Nothing was erased.');
        return;
      }
    }
    const result = await ask(api, forgotten, ['DELETE', `/api/memory/${id}`], {
      query: { messages: withMessages },
      signal,
    });
    output.answer({ id, ...result }, ({ erasedMessages, forgotten: isForgotten }) => {
      if (!isForgotten) return `There was nothing to erase: ${id} is not stored.`;
      if (withMessages) return `Forgotten: ${id}, and ${counted(erasedMessages, 'message', 'messages')}.`;
      return sources.length === 0
        ? `Forgotten: ${id}.`
        : `Forgotten: ${id}.\nLeft as said: ${sources.join('; ')}. (--messages, given with forget, erases that as well.)`;
    });
  },
};

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
