import { MemoryError, type Message, type Session, type ShownContext, type UserMemory } from '@devai/memory';
import { z } from 'zod';
import { notFound } from '../../problems.ts';
import { turnRecall } from '../../protocol/session.ts';
import { byId } from '../../protocol/request-fields.ts';
import { queries } from '../../protocol/requests.ts';
import { findReadable } from './readable-memory.ts';
import { requireSession } from './sessions.ts';
import { messageOf } from './with-texts.ts';
import type { Routes } from '../routes.ts';

const endOfTurn = z.object({ turn: z.guid(), end: z.string() });

/** The most messages that are read, from the user's on: a turn of twenty steps has fewer. */
const longestTurn = 1_000;
/** The most requests of one turn. */
const mostRequests = 200;

/** `GET /api/memory/sessions/:id/recall`: what a turn recalled, and why, as its first request keeps it. */
export function registerTurnRecall(routes: Routes): void {
  routes.get('/api/memory/sessions/:id/recall', {
    schema: {
      operationId: 'getTurnRecall',
      summary: 'Shows what was recalled in a turn, and why each memory was or was not put into its prompt',
      params: byId,
      querystring: queries['GET /api/memory/sessions/:id/recall'],
      response: { 200: turnRecall, ...notFound },
    },
    handler: async ({ memory, params, query: { project, message } }): Promise<z.infer<typeof turnRecall>> => {
      const session = await requireSession(memory, params.id, project);
      const { reply, turn } = await findEnd(memory, session, message ?? session.messageCount);
      const context = await firstContext(memory, session, turn);
      return {
        question:
          context.question === null ? null : await messageOf(memory, `${session.id}/${context.question}`),
        reply,
        ...(await considered(memory, session, context)),
        degraded: context.degraded,
      };
    },
  });
}

/** The message that ended the turn of message `number`, and the turn. Throws `not_found` when none did. */
async function findEnd(
  memory: UserMemory,
  { id }: Session,
  number: number,
): Promise<{ reply: Message; turn: string }> {
  const following = await memory.sessions.messages(id, Math.max(0, number - 1), longestTurn);
  for (const [index, reply] of following.entries()) {
    const { data } = endOfTurn.safeParse(reply.metadata);
    if (data) return { reply, turn: data.turn };
    if (index > 0 && reply.role === 'user') break;
  }
  throw new MemoryError(
    'not_found',
    following.length === 0
      ? `session ${id} has no message ${number}`
      : `the turn of message ${number} is not finished, or its messages were erased`,
  );
}

async function firstContext(memory: UserMemory, { id }: Session, turn: string): Promise<ShownContext> {
  const requests = await memory.contexts.list({ sessionId: id, turn, limit: mostRequests });
  const first = requests.at(-1);
  if (first) return memory.contexts.get(first.id);
  throw new MemoryError(
    'not_found',
    'no record is left of what was recalled in this turn: the turn failed before the model was asked, or is more than a month old',
  );
}

/** Combines the reasons as they were in the turn with the texts as they are today. */
async function considered(memory: UserMemory, { project }: Session, { sections }: ShownContext) {
  const candidates = sections.flatMap((section) =>
    section.candidates.map(({ included, ...one }) => ({
      ...one,
      injected: included,
      source: section.source,
      isStanding: section.type === 'standing',
    })),
  );
  const ofKind = (kind: (typeof candidates)[number]['kind']) => candidates.filter((one) => one.kind === kind);
  const memories = (isStanding: boolean) =>
    Promise.all(
      ofKind('memory')
        .filter((one) => one.isStanding === isStanding)
        .map(async ({ id, score, injected, reason }) => {
          const found = await findReadable(memory, id, project ?? '');
          return { id, memory: found, score, injected, reason };
        }),
    );
  return {
    memories: await memories(false),
    standing: await memories(true),
    said: await Promise.all(
      ofKind('message').map(async ({ id, score, injected, reason }) => {
        return { message: await messageOf(memory, id), score, injected, reason };
      }),
    ),
    passages: ofKind('passage').map(({ source, title = '', score, injected, reason }) => ({
      ...{ source, title, score, injected, reason },
    })),
  };
}
