import { MemoryError, type Memory, type Message, type Session } from '@devai/memory';
import { z } from 'zod';
import { notFound } from '../../problems.ts';
import { keptRecallOf, type KeptRecall } from '../../protocol/kept-recall.ts';
import { turnRecall } from '../../protocol/session.ts';
import { byId, scoped } from './fields.ts';
import { findReadable } from './readable-memory.ts';
import { requireSession } from './sessions.ts';
import type { Routes, Served } from '../routes.ts';

const query = scoped.extend({
  message: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('the number of a message of the turn; absent: the last'),
});

/** Messages that are read from the asked one on: a turn of twenty steps is shorter. */
const longestTurn = 1_000;

/** `GET /api/memory/sessions/:id/recall`: what a turn recalled, and why, as it was then. */
export function registerTurnRecall(routes: Routes, { memory }: Served): void {
  routes.get('/api/memory/sessions/:id/recall', {
    schema: {
      operationId: 'getTurnRecall',
      summary: 'Shows what was recalled in a turn, and why each memory was or was not put into its prompt',
      tags: ['sessions'],
      params: byId,
      querystring: query,
      response: { 200: turnRecall, ...notFound },
    },
    handler: async ({ params, query: { project, message } }): Promise<z.infer<typeof turnRecall>> => {
      const session = await requireSession(memory, params.id, project);
      const { reply, kept } = await endOfTurn(memory, session, message ?? session.messageCount);
      const [question] =
        kept.question === null ? [] : await memory.sessions.messages(session.id, kept.question - 1, 1);
      const memories = kept.memories.map(async (one) => {
        const found = await findReadable(memory, one.id, session.project ?? '');
        return { ...one, memory: found };
      });
      const said = kept.said.map(async ({ sessionId, number, ...one }) => {
        const [found] = await memory.sessions.messages(sessionId, number - 1, 1);
        return { ...one, message: found?.number === number ? found : null };
      });
      return {
        question: question ?? null,
        reply,
        memories: await Promise.all(memories),
        said: await Promise.all(said),
        passages: kept.passages,
        degraded: kept.degraded,
      };
    },
  });
}

/** The message that ended the turn of message `number`. Throws `not_found` when none did, or it keeps nothing. */
async function endOfTurn(
  memory: Memory,
  { id }: Session,
  number: number,
): Promise<{ reply: Message; kept: KeptRecall }> {
  const following = await memory.sessions.messages(id, Math.max(0, number - 1), longestTurn);
  for (const [index, reply] of following.entries()) {
    const kept = keptRecallOf(reply);
    if (kept) return { reply, kept };
    if (index > 0 && reply.role === 'user') break;
  }
  throw new MemoryError(
    'not_found',
    following.length === 0
      ? `session ${id} has no message ${number}`
      : `nothing is kept of what was recalled for message ${number}: its turn is not finished, its messages were erased, or it is older than this record`,
  );
}
