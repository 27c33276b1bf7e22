import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createMemory,
  createOfflineEmbedder,
  type Memory,
  MemoryError,
  openPgliteDatabase,
  openPostgresDatabase,
  type UserMemory,
} from '@devai/memory';
import { percentile } from '@devai/memory/testing';
import type { Attack } from '../attack.ts';

/** At the same time, in one project of one store. Half of the ids differ from another in what a careless comparison leaves out. */
const ids = ['alice', 'Alice', 'alice ', 'a%', 'a_', 'bob', 'bob@alice', 'me@bob', 'สมชาย', 'สมชาย์'];
const project = 'harbour';
/** Stands in every text of a user, followed by their number; nothing that all share has it. */
const canary = (user: number, what: string) => `canary${user}x${what}`;
const ofOthers = /canary(\d+)x\w*/g;

/**
 * Lets ten users of one store talk, remember, recall, search and forget at the same time, with what they said extracted in the background,
 * and try the ids of each other's things. Checks that no answer, event or error shows anybody what another said, and that everybody keeps
 * their own.
 */
export async function attackByUsers({ place, random, isOver, tally }: Attack): Promise<void> {
  const { databaseUrl, folder } = place;
  const database =
    databaseUrl === null
      ? await openPgliteDatabase({ folder: join(folder.path, 'users') })
      : await openPostgresDatabase({ url: databaseUrl });
  const memory = await createMemory({ database, embeddings: createOfflineEmbedder(), users: 'many' });
  const running = memory.start();
  const known: Known = { sessions: [], memories: [], jobs: [], contexts: [] };
  const times: number[] = [];
  let ownSeen = 0;
  try {
    await Promise.all(ids.map((id, user) => live(id, user)));
    tally.notes.push(
      `${ids.length} users, ${known.memories.length} memories and ${known.sessions.length} sessions of theirs; ${ownSeen} answers showed a user what they said themselves`,
      `calls: p50 ${Math.round(percentile(times, 0.5))} ms, p99 ${Math.round(percentile(times, 0.99))} ms`,
    );
    if (ownSeen === 0) tally.fail('lost', 'nobody saw what they said themselves');
  } finally {
    await running.stop();
    await memory.close();
  }

  async function live(id: string, user: number): Promise<void> {
    const of = memory.as(id);
    const stop = of.onEvent((event) => look(user, 'an event', event));
    for (let round = 0; !isOver(); round += 1)
      await act({ memory, of, id, user, round, known, random, call });
    stop();
  }

  /** Makes a call of a user, and looks at what it shows. Null: it failed as calls for what is not theirs should. */
  async function call<Answer>(
    user: number,
    name: string,
    made: () => Promise<Answer>,
  ): Promise<Answer | null> {
    tally.try();
    const started = performance.now();
    try {
      const answer = await asHostsDo(made);
      look(user, name, answer);
      return answer;
    } catch (error) {
      look(user, `an error of ${name}`, String(error));
      if (!refusals.some((code) => String(Reflect.get(Object(error), 'code')) === code)) {
        tally.fail('other', `${name}: ${String(error)}`);
      }
      return null;
    } finally {
      times.push(performance.now() - started);
    }
  }

  function look(user: number, name: string, shown: unknown): void {
    const text = JSON.stringify(shown) ?? '';
    for (const [word, number] of text.matchAll(ofOthers)) {
      if (Number(number) === user) ownSeen += 1;
      else
        tally.fail(
          'leaked',
          `${name} shows ${ids[user]} the ${word} of ${ids[Number(number)]}: ${text.slice(0, 300)}`,
        );
    }
  }
}

/** Makes a call again a second later, if it failed because the store was busy. */
async function asHostsDo<Answer>(made: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await made();
    } catch (error) {
      if (tries === mostTries || !(error instanceof MemoryError && error.code === 'database_unavailable'))
        throw error;
      await sleep(1_000);
    }
  }
}

const mostTries = 5;
const refusals = ['not_found', 'invalid_input', 'conflict', 'session_busy'];

type Known = Record<'sessions' | 'memories' | 'jobs' | 'contexts', string[]>;
type Acting = {
  memory: Memory;
  of: UserMemory;
  id: string;
  user: number;
  round: number;
  known: Known;
  random: () => number;
  call: <Answer>(user: number, name: string, made: () => Promise<Answer>) => Promise<Answer | null>;
};

/** A round of a user: a chat of three turns, and then what they do with their memory, and with what is another's. */
async function act({ memory, of, id, user, round, known, random, call }: Acting): Promise<void> {
  const one = <Value>(values: Value[]): Value | undefined => values[Math.floor(random() * values.length)];
  const any = (kind: keyof Known): string => one(known[kind]) ?? randomUUID();
  const make = <Answer>(name: string, made: () => Promise<Answer>) => call(user, name, made);
  const word = canary(user, `n${round}`);
  // the same names for all
  const chat = memory.for({ user: id, project, session: `talk ${round % 5}` });
  known.sessions.push(chat.sessionId);
  for (const text of [
    `Remember: my locker opens with ${word}a`,
    `I'm allergic to ${word}b, and my sister is called ${word}c`,
    'What opens my locker, and what am I allergic to?',
  ]) {
    await make('chat.recall', () => chat.recall(text));
    await make('chat.replied', () => chat.replied(`You said: ${text.length} letters`));
  }
  await make('chat.end', () => chat.end({ now: true }));
  const told = await make('remember', () =>
    of.remember({ content: `My boat is the ${word}d`, about: 'user', project }),
  );
  if (told) known.memories.push(told.memory.id);
  await make('remember', () =>
    of.remember({ content: `Berth ${round % 20} of the harbour is free`, about: 'project', project }),
  );
  known.jobs.push(
    ...((await make('jobs.list', () => of.jobs.list({ limit: 5 }))) ?? []).map((job) => job.id),
  );

  const question = 'locker, allergic, sister, boat, berth';
  await make('recall', () => of.recall({ text: question, project }));
  await make('search', () => of.search({ text: question, project }));
  await make('searchStores', () =>
    of.searchStores({ text: question, project, stores: ['memories', 'messages', 'sessions', 'documents'] }),
  );
  await make('memories.list', () => of.memories.list({ includeInvalid: true, limit: 200 }));
  await make('sessions.list', () => of.sessions.list({ children: true, limit: 200 }));
  await make('focus.list', () => of.focus.list(project));
  await make('graph', () => of.graph({ project }));
  await make('stats', () => of.stats());
  await make('findIds', () => of.findIds(one(['memory', 'session', 'job'] as const) ?? 'memory', '', 200));
  await make('shared.publish', () => of.shared.publish('plan', `${word}e`, { project, agent: 'chapo' }));
  await make('shared.list', () => of.shared.list({ project }));

  // whosever they are
  await make('memories.get', () => of.memories.get(any('memories')));
  await make('memories.history', () => of.memories.history(any('memories')));
  await make('sessions.messages', () => of.sessions.messages(any('sessions')));
  await make('sessions.get', () => of.sessions.get(any('sessions')));
  await make('jobs.get', () => of.jobs.get(any('jobs')));
  await make('explain', () => of.explain({ text: question, project, memoryId: any('memories') }));

  const mine = told?.memory.id;
  if (mine !== undefined && random() < 0.5) {
    await make('memories.forget', () => of.memories.forget(mine));
  } else if (mine !== undefined && (await make('memories.get', () => of.memories.get(mine))) === null) {
    throw new Error(`${id} lost a memory`);
  }
  if (random() < 0.2) await make('sessions.delete', () => of.sessions.delete(chat.sessionId));
}
