import { randomUUID } from 'node:crypto';
import { callForms } from './calls/call-forms.ts';
import { checkCalls, checkSettings } from './calls/check-calls.ts';
import { systemClock } from './clock.ts';
import type { CandidatePort } from './compaction/candidate-port.ts';
import { createCompaction } from './compaction/compaction.ts';
import { createDocuments } from './documents/documents.ts';
import { createDecay } from './maintenance/decay.ts';
import { createBackgroundEmbedding } from './embeddings/background-embedding.ts';
import { calibrate, type CalibrateInput, type Calibration } from './embeddings/calibrate.ts';
import { createCheckedEmbedder } from './embeddings/checked-embedder.ts';
import { createRefusedTexts } from './embeddings/refused-texts.ts';
import { chooseEmbedder, type ChosenEmbedder } from './embeddings/choose-embedder.ts';
import { createContexts } from './context/contexts.ts';
import { costOf, type Price } from './context/prices.ts';
import { MemoryError } from './errors.ts';
import { createEvents, type MemoryEventListener, type MemoryEventNotice } from './events.ts';
import { checkCandidates, validateAnswers } from './extraction/candidates.ts';
import { candidateInstructions } from './extraction/prompt.ts';
import { extractByRules } from './extraction/rules/extract-by-rules.ts';
import { candidateJsonSchema } from './extraction/schema.ts';
import { isTakenAlready } from './extraction/taken-already.ts';
import { createFocus, type Focus } from './focus/focus.ts';
import { createConsolidation, type ConsolidateInput } from './jobs/consolidation.ts';
import { createJobs } from './jobs/jobs.ts';
import { deleteSession } from './memories/delete-session.ts';
import { findForgettable, type Forgettable, type ForgettableInput } from './memories/find-forgettable.ts';
import { forgetMessage } from './memories/forget-message.ts';
import type { ForgettingJournal } from './memories/forget.ts';
import { keep, type KeepInput } from './memories/keep.ts';
import { createMemories } from './memories/memories.ts';
import { rememberStated, type Stated, type StatedInput } from './memories/remember-stated.ts';
import { remember, type Remembered, type RememberInput } from './memories/remember.ts';
import { resolveOptions, type MemoryOptionOverrides } from './options.ts';
import type { ChatModel, Clock, Database, EmbeddingModel, Log, Source } from './ports.ts';
import { keepProjectName } from './projects/keep-project-name.ts';
import { projectGraph, type GraphInput } from './projects/project-graph.ts';
import { projectItems } from './projects/project-items.ts';
import { createProjects } from './projects/projects.ts';
import { redact } from './redaction/redact.ts';
import { reembed, type Reembedded, type ReembedInput } from './maintenance/reembed.ts';
import { createReinforcement } from './retrieval/reinforcement.ts';
import type { ExplainInput, Explanation } from './retrieval/explain.ts';
import { documentsSource } from './retrieval/passages.ts';
import type { Recall, RecallInput } from './retrieval/recall.ts';
import type { RelatedSession, RelatedSessionsInput } from './retrieval/related-sessions.ts';
import { createRetrieval } from './retrieval/retrieval.ts';
import type { SearchInput, SearchResult } from './retrieval/search.ts';
import type { SearchStoresInput, StoreHit } from './retrieval/search-stores.ts';
import { changeTexts } from './sessions/change-texts.ts';
import { sessionOfEntry } from './sessions/journal-entry.ts';
import { createMessageJournal } from './sessions/message-journal.ts';
import { createSessions } from './sessions/sessions.ts';
import type { Session } from './store/sessions.ts';
import { scrub, type ScrubInput, type ScrubReport } from './maintenance/scrub.ts';
import { stats, type Stats, type StatsInput } from './maintenance/stats.ts';
import { settingsForm } from './calls/settings-form.ts';
import { handOff, type HandoffInput } from './sharing/handoff.ts';
import { createShared } from './sharing/shared.ts';
import type { Consolidation } from './store/consolidation.ts';
import type { DeletedSession, ForgottenMessage } from './store/forgetting.ts';
import type { MemoryGraph } from './store/graph.ts';
import type { IdKind } from './store/ids.ts';
import { createStore } from './store/store.ts';
import { createTransfer } from './maintenance/transfer.ts';
import { createCeiling } from './usage/ceiling.ts';
import type { Actor } from './types.ts';
import { countedModel } from './usage/counted-model.ts';
import { createLedgerBuffer } from './usage/ledger-buffer.ts';

export type MemorySettings = {
  /** An open, migrated database. The memory closes it. */
  database: Database;
  embeddings: EmbeddingModel;
  /** Further embedders that are available: a store that was filled by one of them keeps using it. */
  otherEmbeddings?: EmbeddingModel[];
  /** `small` extracts, deduplicates, compacts and tags. Null, of either: rules do this. */
  models?: { small: ChatModel | null } | null;
  /** Prices of the host's models, by model name. The library knows those of some models. */
  prices?: Record<string, Price>;
  clock?: Clock;
  /** IANA name of the users' time zone, for dates such as "until Friday"; by default that of the process. */
  timeZone?: string;
  /** Names of the files that the host puts into every prompt. Extraction leaves out what they say. */
  promptFiles?: string[];
  /** The host's own sources of knowledge, searched for every message. */
  sources?: Source[];
  log?: Log;
  options?: MemoryOptionOverrides;
  /** The focus file, which the user may edit, and its project; null: none. */
  focusFile?: { path: string; project: string | null } | null;
  /** The folder where messages wait while the store is down, and the id of this process. Null: storing them throws. */
  journal?: { folder: string; processId: number } | null;
};

/** An agent's memory in one store, from `createMemory` to `close`. Methods throw `MemoryError`: `invalid_input` for wrong arguments. */
export interface Memory {
  /**
   * The kind of store and its embedder; `canEmbed`: whether that embedder is configured. What an operator should know about the embedder,
   * texts without vectors, and notices of other processes, in words; null if all is well.
   */
  readonly store: {
    kind: Database['kind'];
    embedder: string;
    embedderNotice: string | null;
    canEmbed: boolean;
    vectorsNotice: string | null;
    sharedNotice: string | null;
  };
  /** IANA name of the users' time zone, in which days are told. */
  readonly timeZone: string;
  /** Notes for the operator (embedder, daily ceiling, topics, compaction), in words; empty when all is well. */
  notices(): string[];
  /** Reports saved and forgotten memories, forgotten and pinned messages, and changes of focus to the listener. Returns a function that ends this. */
  onEvent(listener: MemoryEventListener): () => void;

  /** Returns the block for the prompt of a message, and strengthens what it injects (except with `preview`). Throws `invalid_input`. */
  recall(input: RecallInput & { preview?: boolean }): Promise<Recall>;
  /** Searches memories, and past messages on request. Strengthens nothing. */
  search(input: SearchInput): Promise<SearchResult>;
  /** Searches memories, messages, sessions and documents, ranked together. Strengthens nothing. */
  searchStores(input: SearchStoresInput): Promise<{ hits: StoreHit[]; degraded: string[] }>;
  /** Explains why a memory is or is not in the result of `recall` for the same input. Strengthens nothing. */
  explain(input: ExplainInput): Promise<Explanation>;

  /** Stores a statement of the user at once, with priority highest. Repeating it strengthens the memory. Throws `invalid_input`. */
  remember(input: RememberInput): Promise<Remembered>;
  /**
   * Stores each explicit request in a message ("remember this: …") at once, except mere secrets, what is too long for a memory, and requests
   * with nothing to keep: those are `refused`. Without a small model also what the user tells about themselves and how to work ("I'm a nurse"):
   * no extraction knows more of it.
   */
  rememberStated(input: StatedInput): Promise<Stated>;
  /** Stores what the agent remembers on its own. It counts as the user's only if one of their messages says it. */
  keep(input: KeepInput): Promise<Remembered>;

  /** Finds what a request to forget is about, and erases nothing. */
  forgettable(input: ForgettableInput): Promise<Forgettable>;
  /** Single memories: list, change, relate, restore, forget, history. */
  readonly memories: ReturnType<typeof createMemories>;
  /** A project's own memories and how they are related. Throws `invalid_input`. */
  graph(input: GraphInput): Promise<MemoryGraph>;
  /** Completes an id: lists those that begin with a text, with a title for each. */
  findIds(kind: IdKind, beginning: string, limit: number): Promise<{ id: string; title: string }[]>;
  /** Ingested files and pages, which `recall` and `search` read: ingest, list, read, delete. */
  readonly documents: ReturnType<typeof createDocuments>;
  /** Projects: list, describe, archive, delete. */
  readonly projects: ReturnType<typeof createProjects>;
  /** Conversations: open, append, end, read. Stored texts are redacted. `related`: earlier sessions that a new one may continue. */
  readonly sessions: Omit<ReturnType<typeof createSessions>, 'goOn'> & {
    related(input: RelatedSessionsInput): Promise<RelatedSession[]>;
    /** Hands a conversation over to another agent, or to a fresh context, in a new session. */
    handoff(from: string, input: HandoffInput): Promise<{ session: Session; told: string }>;
    /** Erases a message and its quotes for good. Memories that were taken from it stay, and are returned. Idempotent. Throws `not_found`. */
    forgetMessage(sessionId: string, number: number, actor?: Actor): Promise<ForgottenMessage>;
    /**
     * Erases a session, those of the tasks that it delegated, and quotes of it elsewhere. Memories that came from it stay, and are returned.
     * Throws `not_found`, and `session_busy` while it runs a turn.
     */
    delete(id: string, actor?: Actor): Promise<DeletedSession>;
  };
  /** Contexts, as models see them: assembled within a budget, stored, shown, compared and replayed. */
  readonly contexts: ReturnType<typeof createContexts<Recall>>;
  /** Keeps a running conversation within the model's window, and stores its memories before messages leave it. */
  readonly compaction: ReturnType<typeof createCompaction>;
  /** Recent topics of the user, tagged in the background, for prompts and the focus file. */
  readonly focus: Focus;

  /** Values that agents share by key, in one order that every process sees. */
  readonly shared: Omit<ReturnType<typeof createShared>, 'close' | 'notice'>;

  /** Background work: `drain` runs extraction, deduplication and embedding; `onEnqueued` reports new jobs. */
  readonly jobs: ReturnType<typeof createJobs> & {
    onEnqueued(listener: () => void | Promise<void>): () => void;
  };
  /** The daily run: prunes faded and expired memories, and deletes old jobs. */
  readonly decay: ReturnType<typeof createDecay>;
  /** Merges, summarises, rescores and archives a project's memories, or plans it. Throws `invalid_input`. */
  consolidate(input: ConsolidateInput): Promise<Consolidation>;
  /** The weekly run over all projects. */
  readonly consolidation: Pick<ReturnType<typeof createConsolidation>, 'enqueueAll' | 'missed'>;

  /** Counts what the store holds and what memory cost. Reads whole tables. */
  stats(input?: StatsInput): Promise<Stats>;
  /** Redacts secrets that are already stored. Idempotent. */
  scrub(input?: ScrubInput): Promise<ScrubReport>;
  /** The whole store as lines of JSON, and back. */
  readonly transfer: ReturnType<typeof createTransfer>;
  /** Gives every memory a vector of the configured embedder. Repeat it after an interruption. */
  reembed(input?: ReembedInput): Promise<Reembedded>;
  /** Measures the thresholds of the store's embedder on its memories; `apply` uses them from now on. */
  calibrate(input?: CalibrateInput): Promise<Calibration>;

  /** Writes pending accesses, tags, ledger entries and messages, and closes the store. Idempotent. */
  close(): Promise<void>;
}

/** Throws `invalid_input` for an id that cannot name a section of the prompt, or that two sources have. */
function checkedSources(sources: Source[]): Source[] {
  const ids = [documentsSource, ...sources.map(({ id }) => id)];
  for (const { id } of sources) {
    if (!/^[a-z\d]+(-[a-z\d]+)*$/.test(id)) {
      throw new MemoryError('invalid_input', `sources: ${id}: needs lower-case letters, digits and hyphens`);
    }
    if (ids.indexOf(id) !== ids.lastIndexOf(id)) {
      throw new MemoryError('invalid_input', `sources: two have the id ${id}`);
    }
  }
  return sources;
}

/** The functions of extraction that compaction calls. */
const candidatesIn = (timeZone: string): CandidatePort => ({
  jsonSchema: candidateJsonSchema,
  instructions: candidateInstructions,
  check: checkCandidates,
  parse: (raw, context) => validateAnswers([raw], context),
  isTakenAlready,
  extractByRules: (messages, project) => extractByRules(messages, project, timeZone),
});

const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Wires the parts of a memory over an open store. Throws what the store throws, and `invalid_input` for wrong settings. */
export async function createMemory(settings: MemorySettings): Promise<Memory> {
  checkSettings(settingsForm, settings);
  const { database, clock = systemClock, log = quiet, focusFile = null } = settings;
  const { timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone } = settings;
  const options = resolveOptions(settings.options, timeZone);
  const model = settings.models?.small ? countedModel(settings.models.small) : null;
  const sources = checkedSources(settings.sources ?? []);
  const store = createStore(database, options.focus.base);
  const events = createEvents<MemoryEventNotice>(log);
  const enqueued = createEvents<{ type: 'job_enqueued' }>(log);
  const signalJobs = () => enqueued.emit({ type: 'job_enqueued' });

  const journal = settings.journal
    ? createMessageJournal(settings.journal.folder, settings.journal.processId)
    : null;
  const sessions = createSessions({
    store,
    clock,
    options,
    journal,
    log,
    onOpened: (project) => keepProjectName(store, project),
    signalJobs,
    onAsked: (text) => parts.prepareMessage(text),
    onStored: () => parts.backgroundEmbedding.note(),
    onPinned: ({ sessionId, number, pinned }) =>
      events.emit({ type: 'message_pinned', sessionId, number, pinned }),
  });
  const forgettingJournal: ForgettingJournal = {
    flush: sessions.flush,
    changeRefused: async (change) => journal?.refused.rewrite((line) => changeTexts(line, change)),
  };
  // the file shows topics that may name what was forgotten
  const onErased = async () => focusFile && focus.write({ project: focusFile.project });
  const ceiling = createCeiling({ limit: options.usage.dailyTokenLimit, store, log });
  const ledger = createLedgerBuffer({ store, log });
  const focus = createFocus({
    store,
    model,
    clock,
    log,
    options,
    file: focusFile,
    noteUsage: ledger.note,
    isHeldBack: ceiling.isReached,
    onChange(topics, origin) {
      parts.prepareContext(
        origin.project,
        topics.map(({ topic }) => topic),
      );
      events.emit({ type: 'focus_changed', ...origin, topics });
    },
  });
  const compaction = createCompaction({
    ...{ store, model, redact, clock, log, options },
    candidates: candidatesIn(timeZone),
  });
  const contexts = createContexts<Recall>({
    store,
    clock,
    log,
    prices: settings.prices ?? {},
    storeMessages: async () => journal?.isWaiting && sessions.flush(),
    recall: (input) => parts.recall(input),
    timeZone,
    linesOf: (memories) => parts.linesOf(memories),
    projectItems,
    standing: (memories, budgetTokens) => parts.standing(memories, budgetTokens),
    noteShown: (ids) => reinforcement.note(ids),
    focusBlock: (project, budgetTokens) => focus.block(project, { budgetTokens }),
    relatedSessions: (input) => parts.relatedSessions(input),
  });
  const reinforcement = createReinforcement({ store, log });
  const shared = createShared({ store, database, log, options });
  const configured = createCheckedEmbedder(settings.embeddings);
  const otherEmbedders = settings.otherEmbeddings?.map(createCheckedEmbedder);
  const choose = () => chooseEmbedder(store, configured, otherEmbedders);
  const reembedding = { waiting: 0, promise: Promise.resolve<unknown>(null) };
  const isReembedding = () => reembedding.waiting > 0;
  let parts = withEmbedder(await choose());
  await sessions.flush();
  await ceiling.look();
  parts.backgroundEmbedding.note();

  const memory: Memory = {
    get store() {
      const { embedder, id, notice } = parts.chosen;
      return {
        kind: database.kind,
        embedder: id,
        embedderNotice: notice,
        canEmbed: embedder !== null,
        vectorsNotice: parts.backgroundEmbedding.notice(),
        sharedNotice: shared.notice(),
      };
    },
    timeZone,
    notices: (): string[] =>
      [
        parts.chosen.notice,
        parts.backgroundEmbedding.notice(),
        ceiling.notice(),
        focus.notice(),
        compaction.notice(),
      ].flatMap((notice) => notice ?? []),
    onEvent: events.listen,
    sessions: {
      ...sessions,
      related: (input) => parts.relatedSessions(input),
      handoff: (from, input) =>
        handOff({ store, timeZone, projectItems, goOn: (...next) => sessions.goOn(...next) }, from, input),
      async forgetMessage(sessionId, number, actor) {
        const forgotten = await forgetMessage(
          {
            ...{ store, journal: forgettingJournal },
            onForgotten: (message) => events.emit({ type: 'message_forgotten', ...message }),
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
            onDeleted: (sessionId) => events.emit({ type: 'session_deleted', sessionId }),
          },
          id,
          actor,
        ),
    },
    get memories() {
      return parts.memories;
    },
    documents: createDocuments({ store, options, onUnembedded: () => parts.backgroundEmbedding.note() }),
    remember: (input) => remember(parts.writing, input),
    keep: (input) => keep(parts.writing, input),
    rememberStated: (input) => rememberStated({ ...parts.writing, clock, byRules: model === null }, input),
    forgettable: (input) => findForgettable({ store, findByMeaning }, input),
    recall: (input) => parts.recall(input),
    search: (input) => parts.search(input),
    searchStores: (input) => parts.searchStores(input),
    explain: (input) => parts.explain(input),
    focus,
    contexts,
    shared,
    compaction,
    projects: createProjects({
      store,
      focus,
      journal: forgettingJournal,
      dropRefused: async (project) =>
        journal?.refused.remove((line) => sessionOfEntry(line)?.project === project),
      onForgotten: (id) => events.emit({ type: 'memory_forgotten', id }),
    }),
    decay: createDecay({ store, clock, options }),
    consolidate: (input) => parts.consolidation.run(input),
    consolidation: {
      async enqueueAll() {
        const count = await parts.consolidation.enqueueAll();
        signalJobs();
        return count;
      },
      missed: (since) => parts.consolidation.missed(since),
    },
    get jobs() {
      return { ...parts.jobs, onEnqueued: enqueued.listen };
    },
    findIds: store.findIds,
    graph: (input) => projectGraph(store, input),
    scrub: (input) => scrub({ store, embedder: parts.chosen.id, signalJobs }, input),
    async stats(input) {
      await ledger.flush();
      const cost = (name: string, usage: { inputTokens: number; outputTokens: number }) =>
        costOf(name, { ...usage, cachedTokens: 0 }, settings.prices);
      return stats({ store, clock, options, costOf: cost, embedder: parts.chosen.id }, input);
    },
    transfer: createTransfer({
      store,
      signalJobs,
      forgetMemory: (id) => parts.memories.forget(id),
      forgetMessage: (sessionId, number) => memory.sessions.forgetMessage(sessionId, number),
      deleteSession: (id) => memory.sessions.delete(id),
    }),
    reembed: reembedAlone,
    calibrate: (input?: CalibrateInput) =>
      // running work continues with the old thresholds
      calibrate(
        { store, embedder: parts.chosen.embedder, onApply: async () => switchTo(await choose()) },
        input,
      ),
    async close(): Promise<void> {
      parts.jobs.stop();
      parts.backgroundEmbedding.stop();
      await shared.close();
      await focus.idle();
      await sessions.flush();
      await reinforcement.flush().catch((error: unknown) => log.warn({ err: error }, 'accesses were lost'));
      await ledger.flush();
      await contexts.flush();
      await journal?.close();
      await database.close();
    },
  };
  return checkCalls(memory, callForms);

  async function findByMeaning(text: string, project: string | null) {
    const { hits } = await parts.search({ text, project });
    return hits.flatMap((hit) => (hit.isRelevant ? [hit.memory] : []));
  }

  /** Makes the parts that need the store's embedder, and makes them again after each switch: read them from the memory at each use. */
  function withEmbedder(chosen: ChosenEmbedder) {
    const embeddings = chosen.embedder;
    // jobs record their own usage
    const noting =
      (operation: 'embed_memory' | 'embed_query') => (inputTokens: number, sessionId: string | null) =>
        ledger.note([{ operation, model: chosen.id, inputTokens, outputTokens: 0, sessionId, jobId: null }]);
    const refusedTexts = createRefusedTexts();
    const writing = {
      store,
      embeddings,
      noteEmbedding: noting('embed_memory'),
      log,
      options,
      signalJobs,
      randomId: randomUUID,
    };
    const working = { store, model, embeddings, clock, options, ceiling, randomId: randomUUID };
    const jobs = createJobs({
      ...working,
      promptFiles: settings.promptFiles ?? [],
      log,
      worker: randomUUID(),
      onSaved: events.emit,
      onGist: () => parts.backgroundEmbedding.note(),
      isReembedding,
      refusedTexts,
      onGrown,
    });
    const { runNow } = jobs;
    const consolidation = createConsolidation({ ...working, runNow, noteUsage: ledger.note });
    return {
      chosen,
      writing,
      memories: createMemories({
        ...writing,
        clock,
        journal: forgettingJournal,
        onForgotten: (id) => events.emit({ type: 'memory_forgotten', id }),
        onErased,
      }),
      ...createRetrieval({
        store,
        embeddings,
        noteEmbedding: noting('embed_query'),
        focus,
        reinforcement,
        sources,
        clock,
        log,
        options,
      }),
      backgroundEmbedding: createBackgroundEmbedding({
        store,
        embeddings,
        noteEmbedding: noting('embed_memory'),
        refused: refusedTexts,
        isHeldBack: () => isReembedding() || (embeddings?.isLocal !== true && ceiling.isReached()),
        log,
      }),
      jobs,
      consolidation,
    };
  }

  async function onGrown(project: string): Promise<void> {
    try {
      await parts.consolidation.checkBudget(project);
      signalJobs();
    } catch (error) {
      log.warn(
        { err: error, project },
        'it could not be checked whether a project is above its memory budget',
      );
    }
  }

  /** One at a time, and nothing in the background meanwhile: each would embed the same texts. */
  function reembedAlone(input?: ReembedInput): Promise<Reembedded> {
    const { promise } = reembedding;
    reembedding.waiting += 1;
    const done = promise
      .then(() => reembed({ store, embedder: configured, onSwitch: chooseAnew }, input))
      .finally(() => {
        reembedding.waiting -= 1;
        // after an interruption, the background goes on
        parts.backgroundEmbedding.note();
      });
    reembedding.promise = done.catch(() => {});
    return done;
  }

  /** The running job returns to the queue, because it would write vectors of the old embedder. */
  async function chooseAnew(): Promise<void> {
    const chosen = await choose();
    if (chosen.id !== parts.chosen.id) switchTo(chosen);
  }

  function switchTo(chosen: ChosenEmbedder): void {
    parts.jobs.stop();
    parts.backgroundEmbedding.stop();
    parts = withEmbedder(chosen);
    parts.backgroundEmbedding.note();
    signalJobs();
  }
}
