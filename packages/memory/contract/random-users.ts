import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { contextFromSession } from '../src/compaction/context-from-session.ts';
import { MemoryError } from '../src/errors.ts';
import { contextProfiles } from '../src/index.ts';
import type { Memory } from '../src/memory.ts';
import { seed } from './kept-stores.ts';

/** What a user says about themselves. */
const about = [
  (word: string) => `I'm allergic to ${word}`,
  (word: string) => `My sister is called ${word}`,
  (word: string) => `Remember: I live in ${word}`,
  (word: string) => `I prefer ${word} to tea`,
  (word: string) => `Ich heiße ${word}`,
  (word: string) => `ฉันชอบ ${word}`,
  (word: string) => `What did I say of ${word}?`,
];
const kinds = [
  ...[
    'say',
    'say',
    'say',
    'reply',
    'remember',
    'remember',
    'share',
    'share',
    'correct',
    'forget',
    'forgetShared',
    'take',
  ],
  ...[
    'end',
    'end',
    'drain',
    'deleteSession',
    'forgetMessage',
    'compact',
    'context',
    'context',
    'handOver',
    'describe',
  ],
  ...['document', 'documentOfProject', 'topic', 'publish', 'touchOthers', 'touchOthers', 'relate', 'undo'],
] as const;

const step = fc.record({
  user: fc.nat(2),
  kind: fc.constantFrom(...kinds),
  where: fc.constantFrom(null, 'shop', 'shop', 'yard'),
  which: fc.nat(1_000),
  text: fc.constantFrom(...about),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Every answer is a refusal of what is not there or not theirs, or looked at. */
const refusals = ['not_found', 'invalid_input', 'conflict', 'session_busy'];

/** Runs random sessions of two or three users in two projects that they share. Checks that nobody is shown what another said. */
export async function expectUsersApart(memory: Memory, runs: number): Promise<void> {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 40 }),
      fc.integer({ min: 2, max: 3 }),
      (steps, count) => tryRun(memory, (run += 1), steps, count),
    ),
    { numRuns: runs, seed, endOnFailure: true },
  );
}

async function tryRun(memory: Memory, run: number, steps: Step[], count: number): Promise<void> {
  const users = Array.from({ length: count }, (_, user) => createUser(memory, run, user));
  /** Memories of the projects, by id, that nobody forgot or took. */
  const shared = new Map<string, string>();
  for (const one of steps) {
    const user = users[one.user % count];
    if (user) await take(one, user, users, shared, memory);
  }
  await memory.jobs.drain();
  for (const user of users) {
    await lookAtAll(user, users);
    for (const [id, content] of shared) expect(await user.of.memories.get(id)).toMatchObject({ content });
  }
  expect(users.flatMap(({ findings }) => findings)).toEqual([]);
}

type User = ReturnType<typeof createUser>;

function createUser(memory: Memory, run: number, user: number) {
  const name = `user ${run}/${user}`;
  const of = memory.as(name);
  const findings: string[] = [];
  const projectOf = (where: string | null) => where && `${where}${run}`;
  let words = 0;
  const look = (what: string, shown: unknown): void => {
    const text = JSON.stringify(shown) ?? '';
    for (const { 0: word, 1: at, 2: number, index } of text.matchAll(/canary(\d+)x(\d)\w*/g)) {
      if (Number(at) === run && Number(number) === user) continue;
      findings.push(`${what} shows ${name} ${word}: …${text.slice(Math.max(0, index - 300), index + 100)}…`);
    }
  };
  of.onEvent((event) => look('an event', event));
  return {
    ...{ of, run, user, findings, projectOf, look },
    /** Whatever they own, by kind. */
    own: {
      sessions: new Map<string, string | null>(),
      memories: [] as string[],
      documents: [] as string[],
      contexts: [] as string[],
    },
    word: (): string => `canary${run}x${user}n${(words += 1)}`,
    /** Makes a call, and looks at its answer. */
    async ask<Answer>(what: string, call: () => Promise<Answer>): Promise<Answer | null> {
      try {
        const answer = await call();
        look(what, answer);
        return answer;
      } catch (error) {
        look(`an error of ${what}`, String(error));
        if (error instanceof MemoryError && refusals.includes(error.code)) return null;
        throw error;
      }
    },
  };
}

async function take(
  { kind, where, which, text }: Step,
  user: User,
  users: User[],
  shared: Map<string, string>,
  memory: Memory,
): Promise<void> {
  const { of, own, ask, word } = user;
  const project = user.projectOf(where);
  const session = sessionOf(user, which, project);
  const one = <Value>(values: Value[]): Value | undefined => values[which % Math.max(values.length, 1)];
  const mine = one(own.memories) ?? randomUUID();
  const [sharedId = randomUUID()] = one([...shared]) ?? [];
  const forgetShared = (ids: string[]) => ids.forEach((id) => shared.delete(id));
  /** Twins of a text may go with it. */
  const twins = (id: string) =>
    [...shared].flatMap(([other, content]) => (content === shared.get(id) ? [other] : []));

  switch (kind) {
    case 'say': {
      const chat = chatOf(memory, user, which, project);
      own.sessions.set(chat.sessionId, project);
      await ask('chat.recall', () => chat.recall(`${text(word())}.`));
      return;
    }
    case 'reply': {
      const chat = chatOf(memory, user, which, project);
      own.sessions.set(chat.sessionId, project);
      await ask('chat.replied', () => chat.replied(`As you said: ${text(word())}`));
      return;
    }
    case 'remember': {
      const stored = await ask('remember', () =>
        of.remember({ content: text(word()), project, about: 'user', sessionId: which % 2 ? session : null }),
      );
      if (stored) own.memories.push(stored.memory.id);
      return;
    }
    case 'share': {
      if (project === null) return;
      const content = `Berth ${which} of ${project} is free`;
      const said = await ask('sessions.append', () =>
        of.sessions.append({ id: session, project, agent: 'agent' }, [
          { role: 'user', content: `${content}, says ${word()}` },
        ]),
      );
      const stored = await ask('remember', () =>
        of.remember({
          ...{ content, project, about: 'project', sessionId: session },
          ...(said?.[0]?.number && { messageNumber: said[0].number, messageText: said[0].text }),
        }),
      );
      if (stored) shared.set(stored.memory.id, content);
      return;
    }
    case 'correct':
      await ask('memories.update', () =>
        of.memories.update(mine, { content: text(word()) }, `it is ${word()}`),
      );
      return;
    case 'forget':
      await ask('memories.forget', () => of.memories.forget(mine, { messages: which % 2 === 0 }));
      return;
    case 'forgetShared': {
      const gone = twins(sharedId);
      const done = await ask('memories.forget', () => of.memories.forget(sharedId, { messages: true }));
      if (done) forgetShared([sharedId, ...gone]);
      return;
    }
    case 'take': {
      const moved = await ask('memories.update', () =>
        of.memories.update(sharedId, { namespace: 'devai/user/notes', content: text(word()) }, 'mine now'),
      );
      if (moved) {
        shared.delete(sharedId);
        own.memories.push(sharedId);
      }
      return;
    }
    case 'end':
      await ask('sessions.end', () => of.sessions.end(session, { now: true }));
      if (which % 2) await memory.jobs.drain();
      return;
    case 'drain':
      await memory.jobs.drain();
      return;
    case 'deleteSession':
      if (await ask('sessions.delete', () => of.sessions.delete(session))) own.sessions.delete(session);
      return;
    case 'forgetMessage':
      await ask('sessions.forgetMessage', () => of.sessions.forgetMessage(session, 1 + (which % 4)));
      return;
    case 'compact':
      await ask('compaction', async () => {
        const stored = await of.sessions.get(session);
        if (stored === null) return null;
        const messages = contextFromSession(stored, await of.sessions.messages(session));
        const signal = new AbortController().signal;
        const sizes = { fixedTokens: 120_000, budget: 4_000 };
        return of.compaction.compactIfNeeded({
          sessionId: session,
          messages,
          ...sizes,
          signal,
        });
      });
      return;
    case 'context':
      await ask('contexts', () => keepContext(user, session));
      return;
    case 'handOver': {
      const next = await ask('sessions.handoff', () => of.sessions.handoff(session, { to: 'writer' }));
      if (next) own.sessions.set(next.session.id, next.session.project);
      return;
    }
    case 'describe':
      await ask('sessions.update', () => of.sessions.update(session, { name: word() }));
      await ask('sessions.setState', () => of.sessions.setState(session, 'note', word()));
      return;
    case 'document':
    case 'documentOfProject': {
      const isOwn = kind === 'document';
      if (!isOwn && project === null) return;
      const content = isOwn ? `The list of ${word()}` : `The rules of the berths, ${which}`;
      await ask('documents.ingest', () =>
        of.documents.ingest({
          ...{ path: `notes/${isOwn ? word() : which}.md`, project: isOwn ? null : project },
          ...{ sourceHash: String(which).padStart(64, '0'), bytes: 10 },
          read: async () => ({ text: content, title: null, kind: 'text' }),
        }),
      );
      return;
    }
    case 'topic':
      await ask('focus.edit', () =>
        of.focus.edit(project, [{ topic: word(), filePaths: [], directories: [] }]),
      );
      return;
    case 'publish':
      await ask('shared.publish', () =>
        of.shared.publish(`key ${which % 3}`, word(), { project, agent: 'agent', sessionId: session }),
      );
      return;
    case 'relate':
      await ask('memories.relate', () =>
        of.memories.relate({
          fromId: mine,
          kind: 'relates_to',
          toId: which % 2 ? sharedId : (own.memories[0] ?? mine),
        }),
      );
      return;
    case 'undo': {
      await ask('memories.undo', () => of.memories.undo(which % 2 ? sharedId : mine, 'undone'));
      const undone = await ask('memories.get', () => of.memories.get(mine));
      // one that was taken is the project's again, and so is what somebody corrects in it
      if (undone?.namespace.startsWith('devai/project/'))
        own.memories = own.memories.filter((id) => id !== mine);
      return;
    }
    case 'touchOthers': {
      const other = users[which % users.length];
      if (other) await touch(user, other, project);
    }
  }
}

const names = ['monday', 'tuesday', 'friday'];
const chatOf = (memory: Memory, { run, user }: User, which: number, project: string | null) =>
  memory.for({ user: `user ${run}/${user}`, project, session: names[which % names.length] ?? 'monday' });

const sessionOf = ({ own }: User, which: number, project: string | null): string => {
  const ids = [...own.sessions].flatMap(([id, of]) => (of === project ? [id] : []));
  return ids[which % Math.max(ids.length, 1)] ?? randomUUID();
};

/** What a user does with the things of another: nothing may change, and nothing be shown. */
async function touch({ of, ask }: User, other: User, project: string | null): Promise<void> {
  const foreign = { id: [...other.own.sessions.keys()].at(-1) ?? randomUUID(), project, agent: 'agent' };
  const memoryId = other.own.memories.at(-1) ?? randomUUID();
  const isOwn = of === other.of;
  if (isOwn) return;
  await ask('memories.get', () => of.memories.get(memoryId));
  await ask('memories.forget', () => of.memories.forget(memoryId, { messages: true }));
  await ask('memories.update', () => of.memories.update(memoryId, { content: 'changed' }, 'because'));
  await ask('sessions.messages', () => of.sessions.messages(foreign.id));
  await ask('sessions.append', () => of.sessions.append(foreign, [{ role: 'user', content: 'I was here' }]));
  await ask('sessions.delete', () => of.sessions.delete(foreign.id));
  const context = other.own.contexts.at(-1);
  if (context) await ask('contexts.get', () => of.contexts.get(context));
}

async function keepContext({ of, own }: User, sessionId: string): Promise<unknown> {
  const project = own.sessions.get(sessionId) ?? null;
  const reading = { sessionId, project, profile: contextProfiles.cache, budget: 50_000 };
  const text = 'What do you know of me, my sister, what I prefer, and the berths?';
  const gathered = await of.contexts.gather({ ...reading, text, before: [] });
  const { sections, profile, hidden } = gathered;
  const context = await of.contexts.assemble({ profile, budget: 50_000, sections, conversation: [], hidden });
  const id = randomUUID();
  await of.contexts.keep(context, { id, sessionId, project, model: 'm', end: 'reply' });
  await of.contexts.flush();
  own.contexts.push(id);
  return [gathered, await of.contexts.get(id)];
}

/** Reads everything that a user can read, and asks for what others own. */
async function lookAtAll({ of, ask, projectOf, own }: User, users: User[]): Promise<void> {
  const question = 'allergic, sister, live, prefer, tea, heiße, berths, rules, list';
  const others = users.filter((one) => one.of !== of);
  for (const project of [null, projectOf('shop'), projectOf('yard')]) {
    await ask('recall', () => of.recall({ text: question, project, preview: true }));
    await ask('search', () => of.search({ text: question, project }));
    await ask('searchStores', () =>
      of.searchStores({ text: question, project, stores: ['memories', 'messages', 'sessions', 'documents'] }),
    );
    await ask('sessions.related', () =>
      of.sessions.related({ text: question, project, sessionId: null, limit: 50 }),
    );
    await ask('focus.list', () => of.focus.list(project));
    await ask('focus.block', () => of.focus.block(project));
    await ask('shared.list', () => of.shared.list({ project }));
    await ask('documents.list', () => of.documents.list({ project, limit: 1_000 }));
    await ask('memories.list', () => of.memories.list({ project, includeInvalid: true, limit: 1_000 }));
    if (project !== null) await ask('graph', () => of.graph({ project }));
  }
  const memories = await ask('memories.list', () => of.memories.list({ includeInvalid: true, limit: 1_000 }));
  for (const { id } of memories ?? []) {
    await ask('memories.history', () => of.memories.history(id));
    await ask('memories.related', () => of.memories.related(id));
  }
  await ask('sessions.list', () => of.sessions.list({ children: true, limit: 1_000 }));
  await ask('contexts.list', () => of.contexts.list({ limit: 1_000 }));
  await ask('jobs.list', () => of.jobs.list({ limit: 1_000 }));
  await ask('stats', () => of.stats());
  for (const kind of ['memory', 'job', 'session', 'context', 'document', 'forgotten'] as const) {
    await ask('findIds', () => of.findIds(kind, '', 1_000));
  }
  for (const other of others) {
    for (const id of other.own.sessions.keys()) {
      if (own.sessions.has(id)) continue;
      await ask('sessions.messages', () => of.sessions.messages(id));
      await ask('sessions.get', () => of.sessions.get(id));
    }
    for (const id of other.own.contexts) await ask('contexts.get', () => of.contexts.get(id));
    for (const id of other.own.memories) await ask('memories.history', () => of.memories.history(id));
  }
}
