import { scopeOf, type MemoryRecord, type Project, type RememberInput, type UserMemory } from '@devai/memory';
import { HttpError } from '../errors.ts';
import { createAccessChecks, isNoNote, unknown } from './access-checks.ts';
import { allowedConversations } from './allowed-conversations.ts';
import { mayUse, type Caller } from './caller.ts';
import { filled } from './shown-page.ts';

type DocumentOf = Awaited<ReturnType<UserMemory['documents']['list']>>[number];

/**
 * The memory of a user as someone other than the operator may use it. What is of a project that they may not use does not exist, as if it
 * were another user's; `devai/global` can only be read, because all users read it; and what agents keep for themselves is the operator's.
 */
export function allowedMemory(memory: UserMemory, caller: Pick<Caller, 'projects'>): UserMemory {
  const checks = createAccessChecks(memory, caller);
  const {
    mayRead,
    isAllowed,
    inProject,
    requireProject,
    withoutNotes,
    requireWritable,
    findMemory,
    requireMemory,
    idOrAbsent,
    requireSession,
    isJobAllowed,
    findJob,
    requireJob,
    finders,
  } = checks;
  const { memories, documents, projects, compaction, focus, memoryFile, shared, imports, jobs } = memory;

  const allowed: UserMemory = {
    user: memory.user,
    timeZone: memory.timeZone,
    categories: memory.categories,
    onEvent: memory.onEvent,
    for: (input) => ({ ...memory.for(input && inProject(input)), memory: allowed }),

    withSignal: (signal) => allowedMemory(memory.withSignal(signal), caller),

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
      if (input.session !== undefined) await requireSession(memory.for(inProject(input)).sessionId);
      return memory.add(messages, inProject(input));
    },
    async remember(input) {
      await requireRemembering(input);
      return memory.remember(inProject(input));
    },
    async rememberAll(inputs) {
      for (const input of inputs) await requireRemembering(input);
      return memory.rememberAll(inputs.map(inProject));
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

    ...allowedConversations(memory, checks),

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

    memoryFile: { sync: memoryFile.sync, notice: memoryFile.notice },

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
  return allowed;

  async function requireRemembering({ namespace, relations = [] }: RememberInput): Promise<void> {
    if (namespace !== undefined) requireWritable(namespace);
    for (const { to } of relations) await requireMemory(to, 'to read');
  }
}

/** Where a project lies on the server's disk is for the operator. */
const withoutWorkspace = (project: Project): Project => ({ ...project, workspacePath: null });
