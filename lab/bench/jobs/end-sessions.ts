import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createOfflineEmbedder } from '../../../packages/memory/src/embeddings/offline-embedder.ts';
import { createMemory } from '../../../packages/memory/src/memory.ts';
import type { Database } from '../../../packages/memory/src/ports.ts';
import { createStore } from '../../../packages/memory/src/store/store.ts';
import { message } from '../../../packages/memory/testing/message.ts';
import type { ProgressBar } from '../../../packages/memory/testing/progress-bar.ts';
import { statementOf } from './slow-model.ts';

/** Seconds from the end of a session until its extraction is due. */
const grace = 1;
const atOnce = 8;

export type EndedSessions = { seconds: number };

/**
 * Lets sessions end one after the other: the first half are those of user 0, the rest those of the other users in turns. Returns how long
 * that took; each is due a second later.
 */
export async function endSessions(
  database: Database,
  { sessions, users, bar }: { sessions: number; users: number; bar: ProgressBar },
): Promise<EndedSessions> {
  const options = { extraction: { endGrace: grace } };
  const embeddings = createOfflineEmbedder();
  const shared = { ...database, close: async () => {} };
  const memory = await createMemory({ database: shared, embeddings, users: 'many', options });
  const started = performance.now();
  let next = 0;
  const endOne = async (number: number): Promise<void> => {
    const user = userOf(number, { sessions, users });
    const of = memory.as(nameOf(user)).sessions;
    const session = { id: randomUUID(), project: null, agent: 'chapo' };
    await of.open(session);
    await of.append(session, [message(statementOf(user, number))]);
    await of.end(session.id);
  };
  const lane = async (): Promise<void> => {
    while (next < sessions) {
      bar.show('sessions', next, sessions);
      await endOne(next++);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const seconds = (performance.now() - started) / 1_000;
  // the vectors of what was said are no part of the jobs
  const reader = createStore(database);
  while ((await reader.countUnembedded(embeddings.id)) > 0) await pause(200);
  await memory.close();
  return { seconds };
}

const userOf = (number: number, { sessions, users }: { sessions: number; users: number }): number =>
  number < sessions / 2 || users === 1 ? 0 : 1 + (number % (users - 1));

/** Their order as names is not their order as numbers, as it is with names of people. */
export const nameOf = (user: number): string => `user-${((user * 7_919) % 10_007).toString(36)}`;
