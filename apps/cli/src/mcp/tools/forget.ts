import type { ShownMemory } from '@devai/fastify/protocol/memory';
import { z } from 'zod';
import { CliError } from '../../cli-error.ts';
import type { Backend } from '../backend.ts';
import { memory, place, showMemory } from '../shown.ts';
import { defineTool } from '../tool.ts';

const message = place.extend({ content: z.string().nullable().describe('null: it is gone already') });

export const forget = defineTool({
  name: 'forget',
  title: 'Forget for good',
  description:
    'Erase memories for good, only when the user asks for it. The first call erases nothing: it shows what would go, and a confirmation value. Show that to the user, and call again with the same ids and the value only when they say yes. To correct a memory, remember the correction instead.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    ids: z
      .array(z.guid({ error: 'not an id; search shows the id of each memory' }))
      .min(1)
      .max(20),
    messages: z.boolean().default(false).describe('Also erase the messages that they were taken from.'),
    confirm: z.string().max(100).optional().describe('The confirmation value of the first call.'),
  }),
  output: z.object({
    erased: z.boolean(),
    confirm: z.string().nullable().describe('for the second call; null: it is done'),
    memories: z.array(memory).describe('what would go, or has gone'),
    messages: z.array(message).describe('the messages that they were taken from'),
    messagesGo: z.boolean().describe('false: the messages stay stored, hidden from every model'),
    memoryIds: z.array(z.guid()).describe('all that were erased, with what was merged into them'),
    keptMessages: z.int().describe('messages that stay stored, hidden from every model'),
  }),
  async run({ ids, messages: messagesGo, confirm }, { backend, confirmations }) {
    const project = await backend.project();
    const memories = await Promise.all(
      [...new Set(ids)].map((id) => backend.ask('GET /api/memory/:id', { path: { id }, query: { project } })),
    );
    // one that has changed since is not what the user saw
    const about = { messagesGo, memories: memories.map(({ id, updatedAt }) => [id, updatedAt]) };
    if (confirm !== undefined && !confirmations.take(confirm, about)) {
      throw new CliError(
        'not_confirmed',
        'the confirmation value is unknown, used, older than ten minutes, or of other memories or an older state of them',
        { help: 'Call forget without confirm, show the user what would go, and ask again.' },
      );
    }
    const shown = {
      memories: memories.map(showMemory),
      messages: await sourcesOf(backend, memories),
      messagesGo,
    };
    if (confirm === undefined) {
      const value = confirmations.give(about);
      return {
        text: question(shown, value),
        output: { erased: false, confirm: value, ...shown, memoryIds: [], keptMessages: 0 },
      };
    }
    const memoryIds: string[] = [];
    let keptMessages = 0;
    for (const { id } of memories) {
      const query = { project, messages: messagesGo };
      const done = await backend.ask('DELETE /api/memory/:id', { path: { id }, query });
      memoryIds.push(...done.memoryIds);
      keptMessages += done.keptMessages;
      for (const gone of done.memoryIds) backend.note({ type: 'memory_forgotten', id: gone });
    }
    const kept = keptMessages === 0 ? '' : ` ${keptMessages} messages stay stored, hidden from every model.`;
    return {
      text: `erased for good: ${memoryIds.length} memories.${kept}`,
      output: { erased: true, confirm: null, ...shown, memoryIds, keptMessages },
    };
  },
});

type Shown = { memories: z.input<typeof memory>[]; messages: z.input<typeof message>[]; messagesGo: boolean };

const question = ({ memories, messages, messagesGo }: Shown, confirm: string): string =>
  [
    'Nothing is erased yet. This would go for good, with its history and what was merged into it:',
    ...memories.map(({ content, id }) => `- ${content} (id ${id})`),
    ...(messages.length === 0
      ? []
      : [
          messagesGo ? 'and these messages:' : 'These messages stay stored, hidden from every model:',
          ...messages.map((one) => `- ${one.session}:${one.number} ${one.content ?? '(gone already)'}`),
        ]),
    `Show this to the user. Only if they say yes, call forget again with the same ids${messagesGo ? ', messages: true' : ''} and confirm: "${confirm}".`,
  ].join('\n');

async function sourcesOf(backend: Backend, memories: ShownMemory[]): Promise<z.input<typeof message>[]> {
  const places = new Map(
    memories.flatMap(({ evidence }) =>
      evidence.flatMap(({ sessionId: session, messages }) =>
        messages.map((number) => [`${session}/${number}`, { session, number }] as const),
      ),
    ),
  );
  return Promise.all(
    [...places.values()].map(async ({ session, number }) => {
      const query = { after: number - 1, limit: 1 };
      try {
        const page = await backend.ask('GET /api/memory/sessions/:id', { path: { id: session }, query });
        const content = page.messages.find((one) => one.number === number)?.content ?? null;
        return { session, number, content };
      } catch (error) {
        if (error instanceof CliError && error.code === 'not_found')
          return { session, number, content: null };
        throw error;
      }
    }),
  );
}
