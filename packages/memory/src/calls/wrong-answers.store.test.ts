import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { linesOf } from '../../testing/lines-of.ts';
import { message } from '../../testing/message.ts';
import { openWorld, user } from '../../testing/open-world.ts';
import { contextProfiles } from '../context/profile.ts';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import { MemoryError } from '../errors.ts';
import { createMemory, type Memory } from '../memory.ts';
import type { Database } from '../ports.ts';
import { specimens } from '../redaction/specimens.fixture.ts';
import { createStore } from '../store/store.ts';

/** The answers of a store, in the order of the calls. */
type Answers = { name: string; answer: unknown }[];

const world = openWorld(null, { once: true });
const project = 'shop';
const ids = {
  session: randomUUID(),
  context: randomUUID(),
  memory: '',
  other: '',
  document: '',
  job: '',
};

/** A store that answers as the real one, or with what was recorded. */
const port = {
  recorded: null as Answers | null,
  replayed: null as Answers | null,
  database(real: Database): Database {
    return {
      ...real,
      close: async () => {},
      async call(name, args) {
        if (port.replayed !== null) {
          const index = port.replayed.findIndex((one) => one.name === name);
          const [found] = index < 0 ? [] : port.replayed.splice(index, 1);
          if (found === undefined) throw new MemoryError('database_unavailable', 'nothing more was recorded');
          return structuredClone(found.answer);
        }
        const answer = await real.call(name, args);
        port.recorded?.push({ name, answer: structuredClone(answer) });
        return answer;
      },
    };
  },
};

let memory: Memory;
beforeAll(async () => {
  memory = await createMemory({
    database: port.database(world.lend()),
    embeddings: createOfflineEmbedder(),
    clock: world.clock,
  });
  const session = { id: ids.session, project, agent: 'chapo' };
  await memory.sessions.open(session);
  await memory.sessions.append(session, [
    message('The staging database of the shop listens on 6543, and Anna deploys it'),
    message('Noted: it listens on 6543', { role: 'assistant' }),
  ]);
  await memory.sessions.setState(ids.session, 'step', { at: 1 });
  const said = { project, sessionId: ids.session, messageNumber: 1 };
  const stated = await memory.remember({ ...said, content: 'The staging database listens on 6543' });
  ids.memory = stated.memory.id;
  ids.other = (await memory.remember({ content: 'Anna deploys the shop on Friday', project })).memory.id;
  await memory.memories.update(ids.memory, { importance: 4 }, 'it matters less');
  await memory.memories.relate({ fromId: ids.memory, kind: 'depends_on', toId: ids.other });
  await memory.projects.save(project, { description: 'A shop', settings: {} });
  const text = {
    text: '# Ports\n\nThe staging database listens on 6543.',
    title: 'Ports',
    kind: 'text' as const,
  };
  await memory.documents.ingest({
    path: 'ports.md',
    project,
    sourceHash: 'a',
    bytes: 9,
    read: async () => text,
  });
  ids.document = (await memory.documents.list({ project }))[0]?.id ?? '';
  await memory.shared.publish('plan', { step: 1 }, { project });
  const context = await memory.contexts.assemble(assembling());
  await memory.contexts.keep(context, {
    id: ids.context,
    sessionId: ids.session,
    project,
    model: null,
    end: 'reply',
  });
  await memory.contexts.flush();
  await memory.focus.edit(project, [{ topic: 'ports', filePaths: ['a.ts'], directories: [] }]);
  await memory.sessions.extract(ids.session);
  const jobs = await memory.jobs.list();
  ids.job = jobs[0]?.id ?? '';
});

const assembling = () => ({
  profile: contextProfiles.cache,
  budget: 4_000,
  sections: [],
  conversation: [
    {
      message: { role: 'user' as const, content: 'What is new?' },
      number: 1,
      tokens: 4,
      pinned: false,
      stored: { role: 'user' as const, content: 'What is new?' },
    },
  ],
});
const reading = () => ({ sessionId: ids.session, project, profile: contextProfiles.cache, budget: 4_000 });

/** The calls of an interface that read or write the store. */
const calls: [string, () => Promise<unknown>][] = [
  ['remember', () => memory.remember({ content: 'Bea tests the shop on Monday', project })],
  ['keep', () => memory.keep({ ...{ sessionId: ids.session, project }, content: 'Bea tests the shop' })],
  [
    'rememberStated',
    () =>
      memory.rememberStated({
        project,
        sessionId: ids.session,
        messageNumber: 1,
        text: 'remember this: the cache is warm',
      }),
  ],
  [
    'forgettable',
    () =>
      memory.forgettable({
        request: {
          what: 'subject',
          about: 'the staging database',
          isClear: true,
          isAll: true,
          language: 'en',
        },
        project,
        sessionId: ids.session,
        number: null,
      }),
  ],
  ['recall', () => memory.recall({ text: 'Which port does staging use?', project })],
  ['search', () => memory.search({ text: 'Which port?', project })],
  [
    'searchStores',
    () =>
      memory.searchStores({
        text: 'port',
        project,
        stores: ['memories', 'messages', 'documents', 'sessions'],
      }),
  ],
  ['explain', () => memory.explain({ text: 'Which port?', project, memoryId: ids.memory })],
  ['memories.get', () => memory.memories.get(ids.memory)],
  ['memories.list', () => memory.memories.list({ project })],
  ['memories.update', () => memory.memories.update(ids.memory, { content: 'It listens on 6544' }, 'moved')],
  ['memories.history', () => memory.memories.history(ids.memory)],
  ['memories.undo', () => memory.memories.undo(ids.memory, 'wrong')],
  ['memories.invalidate', () => memory.memories.invalidate(ids.other, 'wrong')],
  ['memories.restore', () => memory.memories.restore(ids.other, 'right')],
  ['memories.related', () => memory.memories.related(ids.memory)],
  [
    'memories.unrelate',
    () => memory.memories.unrelate({ fromId: ids.memory, kind: 'depends_on', toId: ids.other }),
  ],
  ['memories.undo a relation', () => memory.memories.undo(ids.memory, 'it does depend')],
  ['memories.countForgotten', () => memory.memories.countForgotten()],
  ['graph', () => memory.graph({ project })],
  ['findIds', () => memory.findIds('memory', ids.memory.slice(0, 6), 10)],
  ['documents.list', () => memory.documents.list({ project })],
  ['documents.find', () => memory.documents.find('ports.md', project)],
  ['documents.read', () => memory.documents.read(ids.document)],
  [
    'documents.ingest',
    () =>
      memory.documents.ingest({
        path: 'b.md',
        project,
        sourceHash: 'b',
        bytes: 9,
        read: async () => ({ text: '# B\n\nThe cache is warm.', title: 'B', kind: 'text' as const }),
      }),
  ],
  ['projects.list', () => memory.projects.list()],
  ['projects.get', () => memory.projects.get(project)],
  ['projects.save', () => memory.projects.save(project, { description: 'A good shop' })],
  ['sessions.open', () => memory.sessions.open({ id: ids.session, project, agent: 'chapo' })],
  ['sessions.get', () => memory.sessions.get(ids.session)],
  ['sessions.list', () => memory.sessions.list()],
  ['sessions.update', () => memory.sessions.update(ids.session, { name: 'Ports' })],
  ['sessions.setState', () => memory.sessions.setState(ids.session, 'step', 2)],
  [
    'sessions.append',
    () => memory.sessions.append({ id: ids.session, project, agent: 'chapo' }, [message('What is new?')]),
  ],
  ['sessions.messages', () => memory.sessions.messages(ids.session)],
  ['sessions.pinned', () => memory.sessions.pinned(ids.session, 9)],
  ['sessions.pin', () => memory.sessions.pin(ids.session, 1, true)],
  ['sessions.related', () => memory.sessions.related({ text: 'port', project, sessionId: null })],
  ['sessions.handoff', () => memory.sessions.handoff(ids.session, { to: 'devo' })],
  ['sessions.endOrphaned', () => memory.sessions.endOrphaned()],
  ['contexts.read', () => memory.contexts.read(reading())],
  ['contexts.list', () => memory.contexts.list({ sessionId: ids.session })],
  ['contexts.get', () => memory.contexts.get(ids.context)],
  ['contexts.diff', () => memory.contexts.diff(ids.context, ids.context)],
  ['contexts.replay', () => memory.contexts.replay(ids.context)],
  ['contexts.choices', () => memory.contexts.choices(ids.session)],
  [
    'contexts.chooseMemories',
    () => memory.contexts.chooseMemories(ids.session, 'pinned', [ids.memory], true),
  ],
  ['contexts.hideMessages', () => memory.contexts.hideMessages(ids.session, [1], true)],
  ['contexts.setShares', () => memory.contexts.setShares(ids.session, { '5': 0.2 })],
  ['focus.block', () => memory.focus.block(project)],
  ['focus.list', () => memory.focus.list(project)],
  ['focus.strongest', () => memory.focus.strongest(project, 3)],
  ['shared.publish', () => memory.shared.publish('plan', { step: 2 }, { project })],
  ['shared.get', () => memory.shared.get('plan', { project })],
  ['shared.list', () => memory.shared.list({ project })],
  ['shared.contextFor', () => memory.shared.contextFor('plan the port', { project, sessionId: ids.session })],
  ['jobs.list', () => memory.jobs.list()],
  ['jobs.get', () => memory.jobs.get(ids.job)],
  ['jobs.count', () => memory.jobs.count()],
  ['jobs.drain', () => memory.jobs.drain()],
  ['jobs.retryFailed', () => memory.jobs.retryFailed()],
  ['decay.missed', () => memory.decay.missed()],
  ['decay.run', () => memory.decay.run()],
  ['consolidation.missed', () => memory.consolidation.missed()],
  ['consolidation.enqueueAll', () => memory.consolidation.enqueueAll()],
  ['consolidate', () => memory.consolidate({ project, dryRun: true })],
  ['stats', () => memory.stats()],
  ['scrub', () => memory.scrub({ dryRun: true })],
  ['transfer.export', () => linesOf(memory.transfer.export())],
  ['calibrate', () => memory.calibrate()],
  ['reembed', () => memory.reembed()],
  ['focus.clear', () => memory.focus.clear(project, null)],
  ['sessions.forgetMessage', () => memory.sessions.forgetMessage(ids.session, 2)],
  ['memories.forget', () => memory.memories.forget(ids.memory, { messages: true })],
  ['documents.delete', () => memory.documents.delete(ids.document)],
  ['sessions.delete', () => memory.sessions.delete(ids.session)],
  ['projects.delete', () => memory.projects.delete(project, { confirm: project }, user)],
];

describe('an answer of the store that is not what the library expects', () => {
  it.each(calls)('%s throws a MemoryError and nothing else, or does without it', async (_name, run) => {
    const answers = await record(run);
    expect(answers.length).toBeGreaterThan(0);
    await fc.assert(
      fc.asyncProperty(fc.nat(), wrong, fc.nat(), async (which, instead, where) => {
        const at = which % answers.length;
        port.replayed = answers.map((one, index) =>
          index === at ? { ...one, answer: changed(one.answer, where, instead) } : one,
        );
        const thrown = await run().then(
          () => null,
          (error: unknown) => error,
        );
        port.replayed = null;
        if (thrown !== null && !(thrown instanceof MemoryError)) throw thrown;
      }),
      { numRuns: 30 },
    );
  });

  it('creating a memory throws a MemoryError and nothing else', async () => {
    const settings = { embeddings: createOfflineEmbedder(), clock: world.clock };
    const open = async () => {
      const one = await createMemory({ ...settings, database: port.database(world.lend()) });
      await one.close();
    };
    const answers = await record(open);
    for (const [at] of answers.entries()) {
      for (const instead of ['"text"', 'text', 5, true, [], {}, null, [null], { id: 5 }]) {
        port.replayed = answers.map((one, index) => (index === at ? { ...one, answer: instead } : one));
        const thrown = await open().catch((error: unknown) => error);
        port.replayed = null;
        if (thrown !== undefined) expect(thrown).toBeInstanceOf(MemoryError);
      }
    }
  });

  it.each([{ content: 5 }, { content: null, tags: [] }, {}])(
    'scrub says which row with a secret it cannot read: %j',
    async (texts) => {
      const [secret = ''] = specimens[0]?.secrets ?? [];
      const row = { key: {}, version: '1', about: {}, texts: { ...texts, title: secret } };
      const answers = await record(() => memory.scrub({ dryRun: true }));
      port.replayed = answers.map((one) => ({
        ...one,
        answer: one.name === 'list_texts' ? { rows: [row], after: null } : one.answer,
      }));
      await expect(memory.scrub({ dryRun: true })).rejects.toMatchObject({
        name: 'MemoryError',
        code: 'database_failed',
        message: expect.stringContaining('list_texts (memory)'),
      });
      port.replayed = null;
    },
  );

  it('every method of the store says what was expected and what came', async () => {
    const answering: Database = { ...world.lend(), call: async () => '{"a":1}' };
    const store = createStore(answering);
    await expect(store.listTopics(null, { includeInactive: false, limit: 5 })).rejects.toMatchObject({
      code: 'database_failed',
      isRetryable: false,
      message: expect.stringMatching(
        /unexpected result: .*devai_list_topics: .*expected array, received string/s,
      ),
    });
  });
});

/** The answers that a call gets. What it starts besides goes to the real store. */
async function record(run: () => Promise<unknown>): Promise<Answers> {
  const recorded: Answers = [];
  port.recorded = recorded;
  await run();
  port.recorded = null;
  return recorded;
}

/** What stands in place of a part of an answer: another kind, or its JSON as a text, as some APIs return it. */
const wrong = fc.oneof(
  fc.constant(asText),
  fc
    .oneof(
      fc.constantFrom<unknown>(null, true, '', 'text', -1, 1.5, 1e308, [], {}, [null], [[]]),
      fc.jsonValue(),
    )
    .map((value) => () => value),
);
function asText(value: unknown): unknown {
  return JSON.stringify(value);
}

/** A copy with one part changed: the whole for 0. */
function changed(answer: unknown, where: number, instead: (part: unknown) => unknown): unknown {
  const size = partsOf(answer);
  let left = where % size;
  return visit(answer);

  function visit(part: unknown): unknown {
    if (left === 0) {
      left -= 1;
      return instead(part);
    }
    left -= 1;
    if (Array.isArray(part)) return part.map(visit);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, visit(value)]));
  }
}

const partsOf = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 1
    : Object.values(value).reduce((sum: number, part) => sum + partsOf(part), 1);
