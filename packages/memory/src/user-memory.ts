import { randomUUID } from 'node:crypto';
import { candidatePortOf } from './candidate-port-of.ts';
import { createChat, type ChatInput } from './chat/chat.ts';
import { abortCalls, checkCalls } from './calls/check-calls.ts';
import { userForms } from './calls/call-forms.ts';
import { createCompaction } from './compaction/compaction.ts';
import { createContexts } from './context/contexts.ts';
import { createDocuments } from './documents/documents.ts';
import type { EmbedderInUse } from './embeddings/embedder-in-use.ts';
import type { MemoryEventNotice } from './events.ts';
import type { Engine } from './engine.ts';
import { createFocus } from './focus/focus.ts';
import { createMemoryFile } from './memory-file/memory-file.ts';
import { notingChanges } from './memory-file/noting-changes.ts';
import { createImports } from './imports/imports.ts';
import { createJobList } from './jobs/job-list.ts';
import { refuseUnknown } from './memories/declared-categories.ts';
import { deleteSession } from './memories/delete-session.ts';
import { findForgettable } from './memories/find-forgettable.ts';
import { forgetMessage } from './memories/forget-message.ts';
import { forget, type ForgettingJournal } from './memories/forget.ts';
import { keep } from './memories/keep.ts';
import { createMemories } from './memories/memories.ts';
import { rememberAll } from './memories/remember-all.ts';
import { rememberStated } from './memories/remember-stated.ts';
import { remember } from './memories/remember.ts';
import type { UserMemory } from './memory-interface.ts';
import { keepProjectName } from './projects/keep-project-name.ts';
import { projectGraph } from './projects/project-graph.ts';
import { projectItems } from './projects/project-items.ts';
import { createProjects } from './projects/projects.ts';
import { redact } from './redaction/redact.ts';
import { createReinforcement } from './retrieval/reinforcement.ts';
import type { Recall } from './retrieval/recall.ts';
import { createRetrieval } from './retrieval/retrieval.ts';
import { changeTexts } from './sessions/change-texts.ts';
import { sessionOfEntry } from './sessions/journal-entry.ts';
import { sessionIdOf } from './sessions/session-id-of.ts';
import { createSessions } from './sessions/sessions.ts';
import { handOff } from './sharing/handoff.ts';
import { createShared } from './sharing/shared.ts';
import type { UsageEntry } from './store/ledger.ts';
import { onlyUser } from './users.ts';
import type { Unstored } from './wired-users.ts';

/** Milliseconds after which what was noted in the background is usually stored. */
const storedAfter = 5_000;

/** Wires the memory of one user: its parts call the store for this user only, and keep nothing of another. */
export function createUserMemory(
  engine: Engine,
  user: string,
  givenId = user,
  unstored: Unstored = { add() {}, remove() {} },
) {
  const { clock, log, options, timeZone, model, journal, ledger, ceiling, signalJobs, noteUnembedded } =
    engine;
  const { categories } = engine;
  const ownFile = user === onlyUser ? (engine.memoryFile ?? null) : null;
  const store = ownFile
    ? notingChanges(engine.storeOf(user), () => memoryFile.noteChange())
    : engine.storeOf(user);
  const focusFile = user === onlyUser ? (engine.focusFile ?? null) : null;
  const noteUsage = (entries: UsageEntry[]) => ledger.note(entries.map((entry) => ({ ...entry, user })));
  const emit = (notice: MemoryEventNotice) => engine.events.emit({ type: notice.type, user, notice });

  const sessions = createSessions({
    ...{ store, user, storeOf: engine.storeOf, outage: engine.outage, journal, signalJobs },
    ...{ clock, options, log },
    onOpened: (project) => Promise.all([keepProjectName(store, project), keepName()]),
    onAsked: (text) => parts().prepareMessage(text),
    onStored: noteUnembedded,
    onPinned: ({ sessionId, number, pinned }) => emit({ type: 'message_pinned', sessionId, number, pinned }),
  });
  let isNamed = givenId === user;
  const forgettingJournal: ForgettingJournal = {
    flush: sessions.flush,
    // a malformed line has no owner
    changeRefused: async (change) =>
      journal?.refused.rewrite((line) =>
        [user, undefined].includes(sessionOfEntry(line)?.user) ? changeTexts(line, change) : line,
      ),
  };
  const onForgotten = (id: string) => emit({ type: 'memory_forgotten', id });
  // the files show topics that may name what was forgotten, and statements
  const writeFocus = async () => focusFile && focus.write({ project: focusFile.project });
  const onErased = async () => {
    await writeFocus();
    await memoryFile.dropErased();
  };
  const byEdit = 'the user edited the memory file';
  const memoryFile = createMemoryFile({
    ...{ store, clock, timeZone, log, file: ownFile },
    async remember(lines) {
      const told = lines.map((line) => ({ ...line, reason: byEdit }));
      const outcomes = await api.rememberAll(told);
      return outcomes.map((one) => (one.action === 'refused' ? one.error : null));
    },
    correct: (id, content) => parts().memories.update(id, { content }, byEdit),
    // it is called while the file is synced, which then writes it
    forget: (id) => forget({ store, journal: forgettingJournal, onForgotten, onErased: writeFocus }, id),
  });
  if (ownFile) {
    engine.events.listen((event) => {
      if (event.user === user && event.type === 'memory_saved') memoryFile.noteChange();
    });
  }
  const focus = createFocus({
    ...{ store, model, clock, log, options, file: focusFile },
    noteUsage,
    isHeldBack: () => ceiling.isReached() || ceiling.isReachedBy(user),
    onChange(topics, origin) {
      parts().prepareContext(
        origin.project,
        topics.map(({ topic }) => topic),
      );
      emit({ type: 'focus_changed', ...origin, topics });
    },
  });
  const compaction = createCompaction({
    ...{ store, model, redact, clock, log, options },
    candidates: candidatePortOf(timeZone, categories, engine.wantedIn),
  });
  const reinforcing = createReinforcement({ store, log });
  const reinforcement = {
    ...reinforcing,
    note(ids: string[]): void {
      noteUnstored();
      reinforcing.note(ids);
    },
  };
  const { isWaiting, ...keeping } = createContexts<Recall>({
    ...{ store, clock, log, timeZone, projectItems, prices: engine.prices ?? {} },
    storeMessages: async () => journal?.isWaiting && sessions.flush(),
    recall: (input) => parts().recall(input),
    linesOf: (memories) => parts().linesOf(memories),
    standing: (memories, budgetTokens) => parts().standing(memories, budgetTokens),
    noteShown: (ids) => reinforcement.note(ids),
    focusBlock: (project, budgetTokens) => focus.block(project, { budgetTokens }),
    relatedSessions: (input) => parts().relatedSessions(input),
  });
  const contexts: UserMemory['contexts'] = {
    ...keeping,
    async keep(context, sent) {
      noteUnstored();
      await keeping.keep(context, sent);
    },
  };
  const shared = createShared({ store, notices: engine.notices, log });
  const documents = createDocuments({ store, options, onUnembedded: noteUnembedded });
  const { delete: deleteProject, ...projects } = createProjects({
    ...{ store, focus, journal: forgettingJournal, onForgotten },
    dropRefused: async (project) =>
      journal?.refused.remove((line) => sessionOfEntry(line)?.project === project),
  });
  const {
    planFor,
    runFor: importFor,
    ...imports
  } = createImports({
    ...{ store, user, categories, clock, signalJobs, runJob: engine.runJob },
    extractFrom: (input) => sessions.extractFrom(input),
    nameSession: (id, name) => sessions.update(id, { name }),
    deleteSession: (id, actor) => api.sessions.delete(id, actor),
    onFirst: (project) => Promise.all([project !== null && keepProjectName(store, project), keepName()]),
  });
  const { journal: _, endOrphaned: __, ...forUsers } = sessions;
  const parts = engine.embedder.parts((chosen) => withEmbedder(chosen));

  const api: UserMemory = {
    timeZone,
    user,
    categories,
    onEvent: (listener) =>
      engine.events.listen((event) => (event.user === user ? listener(event.notice) : undefined)),
    for: (input) => createChat(checked, user, input),
    withSignal: until,
    sessions: {
      ...forUsers,
      related: (input) => parts().relatedSessions(input),
      handoff: (from, input) =>
        handOff({ store, timeZone, projectItems, goOn: (...next) => sessions.goOn(...next) }, from, input),
      async forgetMessage(sessionId, number, actor) {
        const forgotten = await forgetMessage(
          {
            ...{ store, journal: forgettingJournal },
            onForgotten: (message) => emit({ type: 'message_forgotten', ...message }),
          },
          { sessionId, number },
          actor,
        );
        await onErased();
        return forgotten;
      },
      delete: (id, actor) =>
        deleteSession(
          {
            ...{ store, journal: forgettingJournal },
            storeContexts: contexts.flush,
            dropRefused: async (ids) =>
              journal?.refused.remove((line) => ids.includes(sessionOfEntry(line)?.id ?? '')),
            onDeleted: (sessionId) => emit({ type: 'session_deleted', sessionId }),
          },
          id,
          actor,
        ),
    },
    get memories() {
      return parts().memories;
    },
    documents,
    add(messages, { project = null, session } = {}) {
      const id = session === undefined ? {} : { sessionId: sessionIdOf(user, project, session) };
      return sessions.extractFrom({ messages, project, ...id });
    },
    async remember(input) {
      await keepName();
      return remember(parts().writing, input);
    },
    async rememberAll(inputs) {
      await keepName();
      return rememberAll(parts().writing, inputs);
    },
    keep: (input) => keep(parts().writing, input),
    rememberStated: (input) => rememberStated({ ...parts().writing, byRules: model() === null }, input),
    forgettable: (input) => findForgettable({ store, findByMeaning }, input),
    async recall(input) {
      await refuseUnknown(input.filter, categories, store);
      return parts().recall(input);
    },
    async search(input) {
      await refuseUnknown(input.filter, categories, store);
      return parts().search(input);
    },
    searchStores: (input) => parts().searchStores(input),
    async explain(input) {
      await refuseUnknown(input.filter, categories, store);
      return parts().explain(input);
    },
    focus: {
      ...focus,
      noteStep(step) {
        noteUnstored();
        focus.noteStep(step);
      },
    },
    memoryFile: { sync: memoryFile.sync, notice: memoryFile.notice },
    contexts,
    shared,
    compaction,
    projects,
    imports,
    jobs: createJobList(store),
    findIds: store.findIds,
    graph: (input) => projectGraph(store, input),
    stats: (input) =>
      engine.stats(input, { count: store.getStats, user: engine.users === 'one' ? null : user }),
  };
  const checked = checkCalls(api, userForms);

  function until(signal: AbortSignal): UserMemory {
    const bound = abortCalls(checked, userForms, signal);
    return Object.assign(bound, {
      for: (input?: Omit<ChatInput, 'user'>) => createChat(bound, user, input),
      withSignal: (other: AbortSignal) => until(AbortSignal.any([signal, other])),
    });
  }

  /** Counts what was noted to be stored in the background. */
  let noted = 0;
  let settling: NodeJS.Timeout | undefined;

  return {
    user,
    api,
    /** The same; its methods check their arguments. */
    memory: checked,
    /** Tells the memory file, if there is one, that memories changed. */
    noteChange: () => ownFile && memoryFile.noteChange(),
    /** For the operator. */
    sessions,
    deleteProject,
    planFor,
    importFor,
    /** Writes the files without what was erased. */
    onErased,
    notices: (): (string | null)[] => [focus.notice(), memoryFile.notice(), compaction.notice()],
    /** Stores what waits. Rejects when the store fails. */
    async flush(): Promise<void> {
      await focus.idle();
      await memoryFile.idle();
      await reinforcement.flush().catch((error: unknown) => log.warn({ err: error }, 'accesses were lost'));
      await contexts.flush();
    },
  };

  function noteUnstored(): void {
    noted += 1;
    unstored.add();
    settling ??= setTimeout(() => void settle(), storedAfter).unref();
  }

  /** What is noted stores itself; this looks whether it has. */
  async function settle(): Promise<void> {
    const before = noted;
    await focus.idle();
    settling = undefined;
    if (noted === before && !reinforcement.isWaiting() && !isWaiting()) unstored.remove();
    else settling = setTimeout(() => void settle(), storedAfter).unref();
  }

  /** Once: an operator lists users by the ids that the host gave. */
  async function keepName(): Promise<void> {
    if (isNamed) return;
    await store.nameUser(givenId);
    isNamed = true;
  }

  async function findByMeaning(text: string, project: string | null) {
    const { hits } = await parts().search({ text, project });
    return hits.flatMap((hit) => (hit.isRelevant ? [hit.memory] : []));
  }

  function withEmbedder({ embedder: embeddings, id }: EmbedderInUse['chosen']) {
    const noting =
      (operation: 'embed_memory' | 'embed_query') => (inputTokens: number, sessionId: string | null) =>
        noteUsage([{ operation, model: id, inputTokens, outputTokens: 0, sessionId, jobId: null }]);
    const writing = {
      ...{ store, user, categories, embeddings, log, options, signalJobs, clock, randomId: randomUUID },
      beforeStore: engine.beforeStore,
      noteEmbedding: noting('embed_memory'),
    };
    return {
      writing,
      memories: createMemories({ ...writing, journal: forgettingJournal, onForgotten, onErased }),
      ...createRetrieval({
        ...{ store, embeddings, focus, reinforcement, sources: engine.sources, clock, log, options },
        noteEmbedding: noting('embed_query'),
      }),
    };
  }
}
