import {
  MemoryError,
  scopeOf,
  storedProject,
  type MemoryRecord,
  type Project,
  type Session,
  type UserMemory,
} from '@devai/memory';
import { importNote } from '@devai/memory/store/imports';
import { HttpError } from '../errors.ts';
import { mayUse, type Caller } from './caller.ts';

/** What agents keep for themselves is in branches of their own. */
const isNoNote = (namespace: string): boolean => !scopeOf(namespace).startsWith('devai/agent/');

/** The id of no memory. */
const absent = '00000000-0000-4000-8000-000000000000';

const projectScope = 'devai/project/';

/**
 * The memory of a user as someone other than the operator may use it. What is of a project that they may not use does not exist, as if it
 * were another user's; `devai/global` can only be read, because all users read it; and what agents keep for themselves is the operator's.
 */
export function allowedMemory(memory: UserMemory, caller: Pick<Caller, 'projects'>): UserMemory {
  const mayRead = (namespace: string): boolean => {
    const scope = scopeOf(namespace);
    if (scope.startsWith(projectScope)) return mayUse(caller, scope.slice(projectScope.length));
    return isNoNote(namespace);
  };
  const isAllowed = ({ project }: { project: string | null }): boolean => mayUse(caller, project);
  const { memories, documents, projects, sessions, contexts, compaction, focus, shared, imports, jobs } =
    memory;

  /** Returns what it is given, if its project may be used. */
  function inProject<Input extends { project?: string | null | undefined }>(input: Input): Input {
    requireProject(input.project);
    return input;
  }
  function requireProject(named: string | null | undefined): void {
    if (named !== undefined && !mayUse(caller, storedProject(named))) throw unknown('project', named);
  }
  /** The same without what an agent keeps for itself. */
  const withoutNotes = <Input extends { project: string | null; agent?: string | null | undefined }>(
    input: Input,
  ): Input => ({ ...inProject(input), agent: null });
  function requireWritable(namespace: string): void {
    if (!mayRead(namespace)) throw unknown('namespace', namespace);
    if (scopeOf(namespace) !== 'devai/global') return;
    throw new HttpError(
      'forbidden',
      'what is in devai/global all users read, so only the operator may write there',
    );
  }

  async function findMemory(id: string): Promise<MemoryRecord | null> {
    const found = await memories.get(id);
    return found && mayRead(found.namespace) ? found : null;
  }
  /** One that does not exist passes: the memory itself answers for it. */
  async function requireMemory(id: string, how: 'to read' | 'to write' = 'to write'): Promise<void> {
    const found = await memories.get(id);
    if (!found) return;
    if (!mayRead(found.namespace)) throw unknown('memory', id);
    if (how === 'to write') requireWritable(found.namespace);
  }
  /** For what answers alike, whether or not there is such a memory. */
  async function idOrAbsent(id: string): Promise<string> {
    const found = await memories.get(id);
    return found && !mayRead(found.namespace) ? absent : id;
  }
  async function findSession(id: string): Promise<Session | null> {
    const found = await sessions.get(id);
    return found && isAllowed(found) ? found : null;
  }
  async function requireSession(id: string): Promise<void> {
    if (caller.projects === null) return;
    const found = await sessions.get(id);
    if (found && !isAllowed(found)) throw unknown('session', id);
  }
  async function findDocument(id: string) {
    const found = await documents.read(id, { tokens: 1 });
    return found && isAllowed(found.document) ? found.document : null;
  }
  async function requireContext(id: string) {
    const found = await contexts.get(id);
    if (!isAllowed(found)) throw unknown('context', id);
    return found;
  }
  /** By what it works on, and the session that it takes from. */
  async function isJobAllowed({
    kind,
    key,
    payload,
  }: Pick<Job, 'kind' | 'key' | 'payload'>): Promise<boolean> {
    if (kind === 'embed') return true;
    if (kind === 'consolidate') return mayUse(caller, storedProject(key));
    if (typeof payload['import'] === 'object') return isAllowed(importNote.parse(payload['import']));
    const { memoryId, sessionId = kind === 'extract' ? key : undefined } = payload;
    if (typeof memoryId === 'string') {
      const found = await memories.get(memoryId);
      if (found && !mayRead(found.namespace)) return false;
    }
    if (typeof sessionId !== 'string') return true;
    const session = await sessions.get(sessionId);
    return session === null || isAllowed(session);
  }
  async function findJob(id: string): Promise<Job | null> {
    const found = await jobs.get(id);
    return found && (await isJobAllowed(found)) ? found : null;
  }
  async function requireJob(id: string): Promise<void> {
    if (!(await findJob(id))) throw unknown('job', id);
  }

  const finders: { [Kind in Parameters<UserMemory['findIds']>[0]]: (id: string) => Promise<unknown> } = {
    memory: findMemory,
    session: findSession,
    document: findDocument,
    job: findJob,
    context: async (id) => isAllowed(await contexts.get(id)),
    // only its tombstone is left, which says nothing
    forgotten: async () => true,
  };

  return {
    user: memory.user,
    timeZone: memory.timeZone,
    onEvent: memory.onEvent,
    for: (input) => memory.for(input && inProject(input)),

    recall: async (input) => memory.recall(withoutNotes(input)),
    search: async ({ namespaces = [], ...input }) =>
      memory.search({
        ...inProject(input),
        // without one it would search all projects
        project: input.project ?? null,
        namespaces: namespaces.filter(isNoNote),
        agent: null,
      }),
    searchStores: async (input) => memory.searchStores(inProject(input)),
    async explain(input) {
      return memory.explain(withoutNotes({ ...input, memoryId: await idOrAbsent(input.memoryId) }));
    },

    async add(messages, input = {}) {
      if (input.session !== undefined) await requireSession(input.session);
      return memory.add(messages, inProject(input));
    },
    async remember(input) {
      if (input.namespace !== undefined) requireWritable(input.namespace);
      for (const { to } of input.relations ?? []) await requireMemory(to, 'to read');
      return memory.remember(inProject(input));
    },
    rememberStated: async (input) => memory.rememberStated(inProject(input)),
    async keep(input) {
      if (input.about !== 'self') return memory.keep(inProject(input));
      throw new HttpError('forbidden', 'agents keep notes for the operator only: say user or project');
    },
    async forgettable(input) {
      const { memories: found, ...rest } = await memory.forgettable(inProject(input));
      return { ...rest, memories: found.filter(({ namespace }) => scopeOf(namespace) !== 'devai/global') };
    },

    memories: {
      get: findMemory,
      list: (query) =>
        filled(
          query?.limit,
          (limit, last: MemoryRecord | undefined) =>
            memories.list({ ...inProject(query ?? {}), limit, ...(last && { after: last.id }) }),
          ({ namespace }) => mayRead(namespace),
        ),
      async update(id, change, ...rest) {
        await requireMemory(id);
        if (change.namespace !== undefined) requireWritable(change.namespace);
        return memories.update(id, change, ...rest);
      },
      async takeBack(forgotten, ...rest) {
        requireWritable(forgotten.namespace);
        return memories.takeBack(forgotten, ...rest);
      },
      async forget(given, ...rest) {
        const id = await idOrAbsent(given);
        await requireMemory(id);
        return memories.forget(id, ...rest);
      },
      countForgotten: memories.countForgotten,
      async invalidate(id, ...rest) {
        await requireMemory(id);
        return memories.invalidate(id, ...rest);
      },
      async restore(id, ...rest) {
        await requireMemory(id);
        return memories.restore(id, ...rest);
      },
      async history(id) {
        await requireMemory(id, 'to read');
        return memories.history(id);
      },
      async undo(id, ...rest) {
        await requireMemory(id);
        return memories.undo(id, ...rest);
      },
      async relate(relation, ...rest) {
        await requireMemory(relation.fromId);
        await requireMemory(relation.toId);
        return memories.relate(relation, ...rest);
      },
      async unrelate(relation, ...rest) {
        await requireMemory(relation.fromId);
        await requireMemory(relation.toId);
        return memories.unrelate(relation, ...rest);
      },
      async related(id, ...rest) {
        await requireMemory(id, 'to read');
        const related = await memories.related(id, ...rest);
        return related.filter((one) => mayRead(one.memory.namespace));
      },
    },
    graph: async (input) => memory.graph(inProject(input)),
    async findIds(kind, beginning, limit) {
      const found = await memory.findIds(kind, beginning, limit);
      const isShown = await Promise.all(found.map(async ({ id }) => Boolean(await finders[kind](id))));
      return found.filter((_, index) => isShown[index]);
    },

    documents: {
      ingest: async (input) => documents.ingest(inProject(input)),
      list: (query) =>
        filled(
          query?.limit,
          (limit, last: DocumentOf | undefined) =>
            documents.list({ ...inProject(query ?? {}), limit, ...(last && { after: last.id }) }),
          isAllowed,
        ),
      async find(path, project) {
        requireProject(project);
        return documents.find(path, project);
      },
      async read(id, part) {
        const passage = await documents.read(id, part);
        return passage && isAllowed(passage.document) ? passage : null;
      },
      async delete(id) {
        const found = await documents.read(id, { tokens: 1 });
        if (found && !isAllowed(found.document)) throw unknown('document', id);
        return documents.delete(id);
      },
    },

    projects: {
      list: async (query) =>
        (await projects.list(query)).filter(({ id }) => mayUse(caller, id)).map(withoutWorkspace),
      async get(name) {
        requireProject(name);
        return withoutWorkspace(await projects.get(name));
      },
      async save(name, patch) {
        requireProject(name);
        return withoutWorkspace(await projects.save(name, patch));
      },
      async keepName(name) {
        requireProject(name);
        return projects.keepName(name);
      },
    },

    sessions: {
      flush: sessions.flush,
      async open(input) {
        await requireSession(input.id);
        return sessions.open(inProject(input));
      },
      get: findSession,
      list: (query) =>
        filled(
          query?.limit,
          (limit, last: Session | undefined) =>
            sessions.list({ ...inProject(query ?? {}), limit, ...(last && { before: last.lastActiveAt }) }),
          isAllowed,
        ),
      async update(id, change) {
        await requireSession(id);
        return sessions.update(id, change);
      },
      async setState(id, key, value) {
        await requireSession(id);
        return sessions.setState(id, key, value);
      },
      async append(session, ...rest) {
        await requireSession(session.id);
        return sessions.append(inProject(session), ...rest);
      },
      async renewTurn(id, holder) {
        await requireSession(id);
        return sessions.renewTurn(id, holder);
      },
      async messages(id, ...rest) {
        await requireSession(id);
        return sessions.messages(id, ...rest);
      },
      async pinned(id, through) {
        await requireSession(id);
        return sessions.pinned(id, through);
      },
      async pin(id, ...rest) {
        await requireSession(id);
        return sessions.pin(id, ...rest);
      },
      async forgetMessage(id, ...rest) {
        await requireSession(id);
        return sessions.forgetMessage(id, ...rest);
      },
      async delete(id, actor) {
        await requireSession(id);
        return sessions.delete(id, actor);
      },
      async end(id, options) {
        await requireSession(id);
        return sessions.end(id, options);
      },
      async extract(id) {
        await requireSession(id);
        return sessions.extract(id);
      },
      async extractFrom(input) {
        if (input.sessionId !== undefined) await requireSession(input.sessionId);
        return sessions.extractFrom(inProject(input));
      },
      related: async (input) => sessions.related(inProject(input)),
      async handoff(from, input) {
        await requireSession(from);
        return sessions.handoff(from, input);
      },
    },

    contexts: {
      read: async (input) => contexts.read(withoutNotes(input)),
      gather: async (input) => contexts.gather(withoutNotes(input)),
      assemble: contexts.assemble,
      async keep(context, sent) {
        await requireSession(sent.sessionId);
        return contexts.keep(context, inProject(sent));
      },
      flush: contexts.flush,
      list: (query) =>
        filled(
          query?.limit,
          (limit, last: ContextOf | undefined) =>
            contexts.list({ ...inProject(query ?? {}), limit, ...(last && { before: last.createdAt }) }),
          isAllowed,
        ),
      get: requireContext,
      async diff(before, after) {
        await requireContext(before);
        await requireContext(after);
        return contexts.diff(before, after);
      },
      async replay(id, options) {
        await requireContext(id);
        return contexts.replay(id, options);
      },
      async choices(id) {
        await requireSession(id);
        return contexts.choices(id);
      },
      async chooseMemories(id, list, ids, chosen) {
        await requireSession(id);
        for (const one of ids) await requireMemory(one, 'to read');
        return contexts.chooseMemories(id, list, ids, chosen);
      },
      async hideMessages(id, ...rest) {
        await requireSession(id);
        return contexts.hideMessages(id, ...rest);
      },
      async setShares(id, shares) {
        await requireSession(id);
        return contexts.setShares(id, shares);
      },
    },
    compaction: {
      async compactIfNeeded(input) {
        await requireSession(input.sessionId);
        return compaction.compactIfNeeded(input);
      },
      notice: compaction.notice,
    },
    focus: {
      noteStep: (step) => focus.noteStep(inProject(step)),
      idle: focus.idle,
      notice: focus.notice,
      async block(project, options) {
        requireProject(project);
        return focus.block(project, options);
      },
      async strongest(project, count) {
        requireProject(project);
        return focus.strongest(project, count);
      },
      sync: async (input) => focus.sync(inProject(input)),
      write: async (input) => focus.write(inProject(input)),
      async list(project) {
        requireProject(project);
        return focus.list(project);
      },
      async edit(project, ...rest) {
        requireProject(project);
        return focus.edit(project, ...rest);
      },
      async clear(project, topic) {
        requireProject(project);
        return focus.clear(project, topic);
      },
    },

    shared: {
      publish: async (key, value, input) => shared.publish(key, value, inProject(input)),
      get: async (key, input) => shared.get(key, inProject(input)),
      list: async (query) => shared.list(inProject(query)),
      subscribe: async (input, listener) =>
        shared.subscribe(inProject(input), (entry) => (mayRead(entry.scope) ? listener(entry) : undefined)),
      contextFor: async (task, input) => shared.contextFor(task, inProject(input)),
    },

    imports: {
      plan: async (files, input, ...rest) => imports.plan(files, inProject(input), ...rest),
      run: async (files, input, ...rest) => imports.run(files, inProject(input), ...rest),
      list: async () => (await imports.list()).filter(isAllowed),
      async undo(id, ...rest) {
        // one id may be of parts in several projects, if the caller chose it
        const parts = (await imports.list()).filter((one) => one.id === id);
        if (!parts.every(isAllowed)) throw unknown('import', id);
        return imports.undo(id, ...rest);
      },
    },
    jobs: {
      async list(query) {
        const found = await jobs.list(query);
        const isShown = await Promise.all(found.map(isJobAllowed));
        return found.filter((_, index) => isShown[index]);
      },
      get: findJob,
      async undo(id, ...rest) {
        await requireJob(id);
        return jobs.undo(id, ...rest);
      },
      async retry(id) {
        await requireJob(id);
        return jobs.retry(id);
      },
    },
    async stats(input) {
      if (input?.sessionId !== undefined) await requireSession(input.sessionId);
      const {
        memories: counted,
        costliestSessions,
        ...figures
      } = await memory.stats(input && inProject(input));
      return {
        ...figures,
        memories: { ...counted, byScope: counted.byScope.filter(({ scope }) => mayRead(scope)) },
        costliestSessions: costliestSessions.filter(isAllowed),
      };
    },
  };
}

type DocumentOf = Awaited<ReturnType<UserMemory['documents']['list']>>[number];
type ContextOf = Awaited<ReturnType<UserMemory['contexts']['list']>>[number];
type Job = Awaited<ReturnType<UserMemory['jobs']['list']>>[number];

const unknown = (what: string, name: string | null): MemoryError =>
  new MemoryError('not_found', `there is no ${what} ${name ?? ''}`.trim());

/** Where a project lies on the server's disk is for the operator. */
const withoutWorkspace = (project: Project): Project => ({ ...project, workspacePath: null });

/** Rows of a page by default, as the library has it. */
const usualPage = 50;

/** Reads pages until one is full of rows that are shown. */
async function filled<Row>(
  limit = usualPage,
  read: (limit: number, last: Row | undefined) => Promise<Row[]>,
  isShown: (row: Row) => boolean,
): Promise<Row[]> {
  const shown: Row[] = [];
  for (let last: Row | undefined; ;) {
    const rows = await read(limit, last);
    shown.push(...rows.filter(isShown));
    last = rows.at(-1);
    if (shown.length >= limit || rows.length < limit || last === undefined) return shown.slice(0, limit);
  }
}
