import { z } from 'zod';
import { shownMemory } from '../../../routes/memory/shown-memory.ts';
import { ask } from '../ask.ts';
import type { Command } from '../command.ts';
import { counted } from '../figures.ts';
import { fullMemoryId } from '../full-id.ts';
import { plainLine } from '../plain-line.ts';

const forgotten = z.object({ forgotten: z.boolean(), erasedMessages: z.int() });

export const forget: Command = {
  name: 'forget',
  words: '<id>',
  summary: 'erases the text of a memory for good, everywhere; asks first',
  options: {
    messages: { kind: 'flag', help: 'also the messages that it was taken from' },
    yes: { kind: 'flag', help: 'without asking' },
  },
  counts: [1, 1],
  async run({ words: [given = ''], options, connect, output, confirm, signal }) {
    const api = await connect();
    const id = await fullMemoryId(api, given, signal);
    const withMessages = options.flag('messages');
    if (!options.flag('yes')) {
      const { content, namespace } = await ask(api, shownMemory, ['GET', `/api/memory/${id}`], { signal });
      output.note(`${id} (${namespace})\n  ${plainLine(content)}`);
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
      return withMessages
        ? `Forgotten: ${id}, and ${counted(erasedMessages, 'message', 'messages')}.`
        : `Forgotten: ${id}.`;
    });
  },
};
