import { randomUUID } from 'node:crypto';
import type { UserMemory } from '../src/memory.ts';
import { contextProfiles, MemoryError, type RememberInput } from '../src/index.ts';
import type { Actor } from '../src/types.ts';

export const shop = 'shop';
const actor: Actor = { kind: 'user', id: null };
const reason = 'because';
const bytes = { sourceHash: 'f'.repeat(64), bytes: 12 };

/** What one user owns in a store: every kind of record, each with a word that stands nowhere else. */
export type Owned = {
  user: string;
  sessionId: string;
  /** A session of no project. */
  loneId: string;
  memoryId: string;
  otherMemoryId: string;
  /** A memory that they forgot. */
  forgottenId: string;
  jobId: string;
  contextId: string;
  importId: string;
  documentId: string;
  documentPath: string;
  messageId: string;
  topic: string;
  key: string;
  /** The text of the memory. */
  text: string;
  /** Words that stand only in what is theirs. */
  words: string[];
  /** The ids of what is theirs. */
  ids: string[];
};

type Sessions = UserMemory['sessions'];

/** Stores something of every kind for a user. `mark` makes the words theirs. */
export async function own(
  of: UserMemory,
  user: string,
  mark: string,
  drain: () => Promise<unknown>,
): Promise<Owned> {
  const words: string[] = [];
  const word = (kind: string): string => {
    const made = `${mark}${kind}`;
    words.push(made);
    return made;
  };
  const open = async (project: string | null) => {
    const session = { id: randomUUID(), project, agent: 'chapo' };
    await of.sessions.open({ ...session, metadata: { note: word(`meta${project ?? 'none'}`) } });
    return session;
  };
  const session = await open(shop);
  const lone = await open(null);
  const messageId = `first-${mark}`;
  await of.sessions.append(session, [
    { id: messageId, role: 'user', content: `My salary is ${word('salary')} dollars and I love kayaking` },
    { role: 'assistant', content: `Noted: ${word('reply')}` },
    { role: 'user', content: `My motto is ${word('hint')}, and I am allergic to penicillin` },
  ]);
  await of.sessions.append(lone, [{ role: 'user', content: `Without a project: ${word('lone')} kayaking` }]);
  await of.sessions.update(session.id, { name: `Talk about ${word('name')}` });
  await of.sessions.setState(session.id, 'mood', word('state'));
  await of.sessions.pin(session.id, 1, true);

  const text = `I earn ${word('memory')} and love kayaking`;
  const { memory } = await of.remember({
    ...{ content: text, project: shop, about: 'user', title: `About ${word('title')}` },
    ...{ sessionId: session.id, messageNumber: 1, tags: [word('tag')], metadata: { note: word('detail') } },
  });
  const { memory: other } = await of.remember({
    content: `My sister is ${word('sister')}`,
    project: null,
    about: 'user',
  });
  await of.memories.relate({ fromId: memory.id, kind: 'relates_to', toId: other.id }, actor);
  await of.memories.update(memory.id, { importance: 9, pinned: true }, `changed for ${word('reason')}`);
  const { memory: gone } = await of.remember({
    content: `My dog is ${mark}dog`,
    project: null,
    about: 'user',
  });
  await of.memories.forget(gone.id);

  const document = await of.documents.ingest({
    ...{ path: `notes/${word('path')}.md`, project: null, ...bytes },
    read: async () => ({
      text: `The kayaking plan is ${word('document')}`,
      title: word('doctitle'),
      kind: 'text',
    }),
  });
  const documentId = (await of.documents.list({ project: null }))[0]?.id ?? String(document);
  const topic = word('topic');
  await of.focus.edit(shop, [{ topic, filePaths: [`src/${word('file')}.ts`], directories: [] }]);
  const key = word('key');
  await of.shared.publish(key, word('value'), { project: shop, agent: 'chapo', sessionId: session.id });
  await of.shared.publish(`${key}-all`, word('valueall'), { project: null, agent: 'chapo' });
  const imported = `Collects ${word('imported')} stamps`;
  const { id: importId } = await of.imports.run(memoriesFile(imported), { project: null });
  await of.sessions.end(session.id, { now: true });
  await drain();
  const contextId = await kept(of, session.id, `Where do I go kayaking, ${word('question')}?`);
  const jobs = await of.jobs.list({});
  const ids = {
    ...{ sessionId: session.id, loneId: lone.id, memoryId: memory.id, otherMemoryId: other.id },
    ...{ forgottenId: gone.id, jobId: jobs[0]?.id ?? '', contextId, importId, documentId },
  };
  return {
    ...{ user, ...ids, messageId, topic, key, text, words, documentPath: `notes/${mark}path.md` },
    ids: [...Object.values(ids), ...jobs.map(({ id }) => id)],
  };
}

const memoriesFile = (text: string) => [{ path: 'memories.json', text: JSON.stringify([text]) }];

async function kept(of: UserMemory, sessionId: string, text: string): Promise<string> {
  const reading = { sessionId, project: shop, profile: contextProfiles.cache, budget: 50_000 };
  const { sections, profile, hidden } = await of.contexts.gather({ ...reading, text, before: [] });
  const context = await of.contexts.assemble({ profile, budget: 50_000, sections, conversation: [], hidden });
  const id = randomUUID();
  await of.contexts.keep(context, { id, sessionId, project: shop, model: 'm', end: 'reply' });
  await of.contexts.flush();
  return id;
}

/** One call of another user. `empty`: it returns nothing; `refused`: it throws; `own`: it returns or makes what is the caller's. */
export type Try = { is: 'empty' | 'refused' | 'own'; call: () => unknown; given?: string };

const empty = (call: () => unknown): Try => ({ is: 'empty', call });
const refused = (call: () => unknown, given?: string): Try => ({
  is: 'refused',
  call,
  ...(given && { given }),
});
/** `given`: a word of the other user that the call itself has. */
const mine = (call: () => unknown, given?: string): Try => ({ is: 'own', call, ...(given && { given }) });

const question = 'What do I earn, what am I allergic to, and where do I go kayaking? What is my motto?';

/** For each method of a user's memory: what another user tries with the ids, names and texts of the owner. */
export function triesOf(of: UserMemory, theirs: Owned, me: Owned): Record<string, Try[]> {
  const foreign = { id: theirs.sessionId, project: shop, agent: 'chapo' };
  const reading = {
    sessionId: theirs.sessionId,
    project: shop,
    profile: contextProfiles.cache,
    budget: 50_000,
  };
  const said = (sessions: Sessions) => sessions.append(foreign, [{ role: 'user', content: 'I was here' }]);
  const signal = AbortSignal.timeout(60_000);
  const prefix = (id: string) => id.slice(0, 12);
  const memoryIds = [theirs.memoryId, theirs.otherMemoryId];
  const filters = [
    {},
    { sessionId: theirs.sessionId },
    { pinned: true },
    { tags: theirs.words.slice(0, 40) },
  ];
  const foreignStatements: RememberInput[] = [
    { content: 'I love canoes', about: 'user', sessionId: theirs.sessionId },
    { content: 'I love boats', about: 'user', relations: [{ kind: 'relates_to', to: theirs.memoryId }] },
    { content: 'I love ships', namespace: `devai/user@${theirs.user}/x` },
  ];
  const both = (call: (id: string) => Try): Try[] => memoryIds.map((id) => call(id));

  return {
    onEvent: [mine(() => of.onEvent(() => {})())],
    for: [
      mine(() => of.for({ project: shop, session: 'monday' }).sessionId),
      refused(() => of.for({ project: shop, session: theirs.sessionId }).recall('What do I earn?')),
      refused(() => of.for({ project: shop, session: theirs.sessionId }).replied('hello')),
      refused(() => of.for({ project: shop, session: theirs.sessionId }).end({ now: true })),
    ],
    withSignal: [
      mine(() => of.withSignal(signal).search({ text: question, project: shop })),
      mine(() => of.withSignal(signal).for({ project: shop }).search(question)),
      empty(() => of.withSignal(signal).memories.get(theirs.memoryId)),
      refused(() => of.withSignal(signal).for({ project: shop, session: theirs.sessionId }).recall('Hello?')),
    ],
    recall: [
      mine(() => of.recall({ text: question, project: shop, sessionId: theirs.sessionId })),
      mine(() => of.recall({ text: question, project: null, preview: true })),
      mine(() => of.recall({ text: theirs.text, project: shop }), theirs.text),
    ],
    explain: memoryIds.map((memoryId) =>
      mine(async () => {
        const { memory, hit } = await of.explain({ text: question, project: shop, memoryId });
        return [memory, hit];
      }),
    ),
    search: [
      ...filters.map((filter) => mine(() => of.search({ text: question, project: shop, filter }))),
      mine(() => of.search({ text: theirs.text, project: null }), theirs.text),
      mine(() => of.search({ text: 'kayaking', namespaces: ['devai/user'] })),
      ...[shop, null].flatMap((project) => [
        mine(() => of.search({ text: 'salary motto kayaking', project, messages: true, limit: 100 })),
        mine(() => of.search({ text: '', project, since: new Date(0), messages: true, limit: 100 })),
      ]),
    ],
    searchStores: (['memories', 'messages', 'sessions', 'documents'] as const).flatMap((store) => [
      mine(() => of.searchStores({ text: 'salary kayaking plan', project: shop, stores: [store] })),
      mine(() => of.searchStores({ text: 'salary kayaking plan', project: null, stores: [store] })),
    ]),
    remember: [
      mine(() => of.remember({ content: theirs.text, project: shop, about: 'user' }), theirs.text),
      refused(() =>
        of.remember({
          ...{ content: 'I love canoes', about: 'user', sessionId: theirs.sessionId, messageNumber: 1 },
          messageText: 'My salary',
        }),
      ),
      refused(() => of.remember({ content: 'I love rafts', about: 'user', sessionId: theirs.sessionId })),
      ...both((to) =>
        refused(() =>
          of.remember({
            content: 'I love boats',
            about: 'user',
            relations: [{ kind: 'relates_to', to }],
          }),
        ),
      ),
      refused(() => of.remember({ content: 'I love ships', namespace: `devai/user@${theirs.user}/x` })),
    ],
    rememberAll: [
      mine(
        () => of.rememberAll([{ content: theirs.text, project: shop, about: 'user' }, ...foreignStatements]),
        theirs.text,
      ),
      refused(async () => {
        for (const one of await of.rememberAll(foreignStatements)) if (one.action !== 'refused') return;
        throw new MemoryError('invalid_input', 'all are refused');
      }),
    ],
    rememberStated: [
      refused(() =>
        of.rememberStated({
          ...{ text: 'Remember this: I love rowing', project: shop, sessionId: theirs.sessionId },
          messageNumber: 1,
        }),
      ),
    ],
    forgettable: [
      mine(() =>
        of.forgettable({
          request: { what: 'subject', about: 'kayaking', isClear: true, isAll: true, language: 'en' },
          project: shop,
          sessionId: theirs.sessionId,
          number: 1,
        }),
      ),
    ],
    keep: [
      refused(() =>
        of.keep({
          content: 'The user earns a lot',
          sessionId: theirs.sessionId,
          project: shop,
          about: 'user',
        }),
      ),
    ],
    'memories.get': both((id) => empty(() => of.memories.get(id))),
    'memories.list': [
      ...filters.map((filter) => mine(() => of.memories.list({ filter, includeInvalid: true }))),
      refused(() => of.memories.list({ after: theirs.memoryId })),
      mine(() => of.memories.list({ namespaces: ['devai/user'] })),
      mine(() => of.memories.list({ project: `@${theirs.user}` })),
    ],
    'memories.update': both((id) => refused(() => of.memories.update(id, { content: 'gone' }, reason))),
    'memories.takeBack': [
      mine(async () => {
        const memory = await of.memories.get(me.memoryId);
        return memory && of.memories.takeBack({ ...memory, content: theirs.text }, actor);
      }, theirs.text),
    ],
    'memories.forget': memoryIds.flatMap((id) => [
      mine(() => of.memories.forget(id)),
      mine(() => of.memories.forget(id, { messages: true })),
    ]),
    'memories.countForgotten': [mine(() => of.memories.countForgotten())],
    'memories.invalidate': both((id) => refused(() => of.memories.invalidate(id, reason))),
    'memories.restore': both((id) => refused(() => of.memories.restore(id, reason))),
    'memories.history': [...memoryIds, theirs.forgottenId, theirs.sessionId].map((id) =>
      empty(() => of.memories.history(id)),
    ),
    'memories.undo': both((id) => refused(() => of.memories.undo(id, reason))),
    'memories.relate': both((id) =>
      refused(() => of.memories.relate({ fromId: me.memoryId, kind: 'part_of', toId: id })),
    ),
    'memories.unrelate': [
      empty(() =>
        of.memories.unrelate({ fromId: theirs.memoryId, kind: 'relates_to', toId: theirs.otherMemoryId }),
      ),
    ],
    'memories.related': both((id) => empty(() => of.memories.related(id))),
    graph: [mine(() => of.graph({ project: shop })), mine(() => of.graph({ project: `@${theirs.user}` }))],
    findIds: [
      empty(() => of.findIds('memory', prefix(theirs.memoryId), 9)),
      empty(() => of.findIds('job', prefix(theirs.jobId), 9)),
      empty(() => of.findIds('session', prefix(theirs.sessionId), 9)),
      empty(() => of.findIds('context', prefix(theirs.contextId), 9)),
      empty(() => of.findIds('document', prefix(theirs.documentId), 9)),
      empty(() => of.findIds('forgotten', prefix(theirs.forgottenId), 9)),
    ],
    'documents.ingest': [
      mine(
        () =>
          of.documents.ingest({
            ...{ path: theirs.documentPath, project: null, ...bytes },
            read: async () => ({ text: 'mine', title: null, kind: 'text' }),
          }),
        theirs.documentPath,
      ),
    ],
    'documents.list': [
      mine(() => of.documents.list()),
      mine(() => of.documents.list({ project: null, after: theirs.documentId })),
      mine(() => of.documents.list({ project: `@${theirs.user}` })),
    ],
    'documents.find': [
      mine(() => of.documents.find(theirs.documentPath, null), theirs.documentPath),
      empty(() => of.documents.find(theirs.documentPath, `@${theirs.user}`)),
    ],
    'documents.read': [refused(() => of.documents.read(theirs.documentId))],
    'documents.delete': [refused(() => of.documents.delete(theirs.documentId))],
    'projects.list': [mine(() => of.projects.list({ archived: true }))],
    'projects.get': [mine(() => of.projects.get(shop))],
    'projects.keepName': [mine(() => of.projects.keepName('harbour'))],
    'projects.save': [mine(() => of.projects.save('harbour', { description: 'mine' }))],
    'sessions.open': [
      refused(() => of.sessions.open(foreign)),
      refused(() => of.sessions.open({ ...foreign, fresh: true, metadata: { x: 1 } })),
      refused(() => of.sessions.open({ id: theirs.loneId, project: null, agent: 'chapo' })),
      refused(() =>
        of.sessions.open({
          ...{ id: randomUUID(), project: shop, agent: 'chapo' },
          parent: { session: theirs.sessionId, turn: randomUUID(), call: 'c1' },
        }),
      ),
    ],
    'sessions.get': [
      empty(() => of.sessions.get(theirs.sessionId)),
      empty(() => of.sessions.get(theirs.loneId)),
    ],
    'sessions.list': [
      mine(() => of.sessions.list({ children: true, limit: 1_000 })),
      empty(() => of.sessions.list({ parent: theirs.sessionId })),
      empty(() => of.sessions.list({ project: `@${theirs.user}` })),
    ],
    'sessions.update': [refused(() => of.sessions.update(theirs.sessionId, { name: 'mine', state: {} }))],
    'sessions.setState': [
      refused(() => of.sessions.setState(theirs.sessionId, 'mood', 'bad')),
      refused(() => of.sessions.setState(theirs.sessionId, 'mood', undefined)),
    ],
    'sessions.append': [
      refused(() => said(of.sessions)),
      refused(() => of.sessions.append(foreign, [], { turn: { holder: 'x', is: 'beginning' } })),
      refused(() => of.sessions.append(foreign, [{ id: theirs.messageId, role: 'user', content: 'x' }])),
    ],
    'sessions.renewTurn': [empty(() => of.sessions.renewTurn(theirs.sessionId, 'x'))],
    'sessions.flush': [mine(() => of.sessions.flush())],
    'sessions.messages': [
      empty(() => of.sessions.messages(theirs.sessionId)),
      empty(() => of.sessions.messages(theirs.loneId, 0, 1)),
    ],
    'sessions.pinned': [empty(() => of.sessions.pinned(theirs.sessionId, 100))],
    'sessions.pin': [
      refused(() => of.sessions.pin(theirs.sessionId, 1, false)),
      refused(() => of.sessions.pin(theirs.sessionId, 2, true)),
    ],
    'sessions.forgetMessage': [1, 2, 3].map((number) =>
      refused(() => of.sessions.forgetMessage(theirs.sessionId, number)),
    ),
    'sessions.delete': [theirs.sessionId, theirs.loneId].map((id) => refused(() => of.sessions.delete(id))),
    'sessions.end': [theirs.sessionId, theirs.loneId].map((id) =>
      refused(() => of.sessions.end(id, { now: true })),
    ),
    'sessions.extract': [theirs.sessionId, theirs.loneId].map((id) => refused(() => of.sessions.extract(id))),
    add: [
      refused(() =>
        of.add([{ role: 'user', content: 'hello there' }], { project: shop, session: theirs.sessionId }),
      ),
      refused(() => of.add([{ role: 'user', content: 'hello there' }], { session: theirs.loneId })),
    ],
    'sessions.extractFrom': [
      refused(() =>
        of.sessions.extractFrom({
          messages: [{ role: 'user', content: 'hello there' }],
          ...{ project: shop, sessionId: theirs.sessionId },
        }),
      ),
    ],
    'sessions.related': [
      mine(() => of.sessions.related({ text: question, project: shop, sessionId: null, limit: 50 })),
      mine(() => of.sessions.related({ text: question, project: null, sessionId: theirs.loneId })),
    ],
    'sessions.handoff': [refused(() => of.sessions.handoff(theirs.sessionId, { to: 'spy' }))],
    'contexts.read': [mine(() => of.contexts.read(reading))],
    'contexts.gather': [
      mine(() => of.contexts.gather({ ...reading, text: question, before: [], preview: true })),
    ],
    'contexts.assemble': [
      mine(() =>
        of.contexts.assemble({
          ...{ profile: contextProfiles.cache, budget: 50_000, sections: [], conversation: [] },
        }),
      ),
    ],
    'contexts.keep': [
      mine(async () => {
        const context = await of.contexts.assemble({
          ...{ profile: contextProfiles.cache, budget: 50_000, sections: [], conversation: [] },
        });
        const sent = { project: shop, model: 'm', end: 'reply' } as const;
        await of.contexts.keep(context, { ...sent, id: theirs.contextId, sessionId: me.sessionId });
        await of.contexts.flush();
      }),
    ],
    'contexts.flush': [mine(() => of.contexts.flush())],
    'contexts.list': [
      empty(() => of.contexts.list({ sessionId: theirs.sessionId })),
      mine(() => of.contexts.list({ project: shop, limit: 1_000 })),
    ],
    'contexts.get': [refused(() => of.contexts.get(theirs.contextId))],
    'contexts.diff': [
      refused(() => of.contexts.diff(me.contextId, theirs.contextId)),
      refused(() => of.contexts.diff(theirs.contextId, me.contextId)),
    ],
    'contexts.replay': [
      refused(() => of.contexts.replay(theirs.contextId)),
      refused(() => of.contexts.replay(theirs.contextId, { retrieve: true })),
    ],
    'contexts.choices': [refused(() => of.contexts.choices(theirs.sessionId))],
    'contexts.chooseMemories': [
      ...(['pinned', 'excluded'] as const).map((list) =>
        refused(() => of.contexts.chooseMemories(theirs.sessionId, list, [me.memoryId], true)),
      ),
      mine(async () => {
        await of.contexts.chooseMemories(me.sessionId, 'pinned', memoryIds, true).catch(() => {});
        return of.contexts.read({ ...reading, sessionId: me.sessionId });
      }),
    ],
    'contexts.hideMessages': [refused(() => of.contexts.hideMessages(theirs.sessionId, [1], true))],
    'contexts.setShares': [refused(() => of.contexts.setShares(theirs.sessionId, { memory: 0 }))],
    'compaction.notice': [mine(() => of.compaction.notice())],
    'compaction.compactIfNeeded': [
      mine(() =>
        of.compaction.compactIfNeeded({
          ...{ sessionId: theirs.sessionId, messages: [], fixedTokens: 500_000, budget: 1_000, signal },
        }),
      ),
    ],
    'memoryFile.sync': [mine(() => of.memoryFile.sync())],
    'memoryFile.notice': [mine(() => of.memoryFile.notice())],
    'focus.noteStep': [mine(() => of.focus.notice())],
    'focus.idle': [mine(() => of.focus.idle())],
    'focus.notice': [mine(() => of.focus.notice())],
    'focus.block': [mine(() => of.focus.block(shop))],
    'focus.strongest': [mine(() => of.focus.strongest(shop, 100))],
    'focus.sync': [mine(() => of.focus.sync({ project: shop }))],
    'focus.write': [mine(() => of.focus.write({ project: shop }))],
    'focus.list': [mine(() => of.focus.list(shop)), mine(() => of.focus.list(null))],
    'focus.edit': [
      mine(
        () => of.focus.edit(shop, [{ topic: theirs.topic, filePaths: [], directories: [] }]),
        theirs.topic,
      ),
      mine(() => of.focus.edit(shop, [])),
    ],
    'focus.clear': [
      refused(() => of.focus.clear(shop, theirs.topic), theirs.topic),
      mine(() => of.focus.clear(shop, null)),
    ],
    'shared.publish': [
      mine(() => of.shared.publish(theirs.key, 'mine', { project: shop, agent: 'chapo' }), theirs.key),
      refused(() =>
        of.shared.publish('x', 'mine', { project: shop, agent: 'c', sessionId: theirs.sessionId }),
      ),
    ],
    'shared.get': [
      mine(() => of.shared.get(theirs.key, { project: shop }), theirs.key),
      empty(() => of.shared.get(`${theirs.key}-all`, { project: null })),
    ],
    'shared.list': [
      mine(() => of.shared.list({ project: shop }), theirs.key),
      mine(() => of.shared.list({ project: null, isLatest: true }), theirs.key),
      mine(() => of.shared.list({ project: `@${theirs.user}` }), theirs.key),
    ],
    'shared.subscribe': [
      mine(async () => {
        const seen: unknown[] = [];
        const subscription = await of.shared.subscribe({ since: 0 }, (entry) => void seen.push(entry));
        await new Promise((resolve) => setTimeout(resolve, 30));
        await subscription.close();
        return seen;
      }, theirs.key),
    ],
    'shared.contextFor': [
      mine(() => of.shared.contextFor(question, { project: shop, sessionId: me.sessionId }), theirs.key),
    ],
    'imports.plan': [mine(() => of.imports.plan(memoriesFile(question), { project: shop }))],
    'imports.run': [
      mine(() => of.imports.run(memoriesFile('the kiosk is closed on Sundays'), { project: shop })),
    ],
    'imports.list': [mine(() => of.imports.list())],
    'imports.undo': [refused(() => of.imports.undo(theirs.importId, reason))],
    'jobs.list': [
      mine(() => of.jobs.list({ limit: 1_000 })),
      mine(() => of.jobs.list({ status: 'waiting' })),
    ],
    'jobs.get': [refused(() => of.jobs.get(theirs.jobId))],
    'jobs.undo': [refused(() => of.jobs.undo(theirs.jobId, reason))],
    'jobs.retry': [refused(() => of.jobs.retry(theirs.jobId))],
    stats: [
      mine(() => of.stats()),
      mine(() => of.stats({ sessionId: theirs.sessionId })),
      mine(() => of.stats({ project: shop })),
    ],
  };
}
