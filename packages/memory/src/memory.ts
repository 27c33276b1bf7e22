import { randomUUID } from 'node:crypto';
import { systemClock } from './clock.ts';
import { createCompaction } from './compaction/compaction.ts';
import { createDecay } from './maintenance/decay.ts';
import { calibrate, type CalibrateInput, type Calibration } from './embeddings/calibrate.ts';
import { chooseEmbedder, type ChosenEmbedder } from './embeddings/choose-embedder.ts';
import { createEvents, type MemoryEventListener } from './events.ts';
import { candidatePort } from './extraction/candidate-port.ts';
import { createFocus, type Focus } from './focus/focus.ts';
import { createJobs } from './jobs/jobs.ts';
import type { ForgettingJournal } from './memories/forget.ts';
import { createKeep, type KeepInput } from './memories/keep.ts';
import { createMemories } from './memories/memories.ts';
import { createRememberStated, type StatedInput } from './memories/remember-stated.ts';
import { createRemember, type Remembered, type RememberInput } from './memories/remember.ts';
import { resolveOptions, type MemoryOptionOverrides } from './options.ts';
import type { ChatModel, Clock, Database, EmbeddingModel, Log } from './ports.ts';
import { redact } from './redaction/redact.ts';
import { createReembed, type Reembedded, type ReembedInput } from './maintenance/reembed.ts';
import { createReinforcement } from './retrieval/reinforcement.ts';
import type { ExplainInput, Explanation } from './retrieval/explain.ts';
import type { Recall, RecallInput } from './retrieval/recall.ts';
import { createRetrieval } from './retrieval/retrieval.ts';
import type { SearchInput, SearchResult } from './retrieval/search.ts';
import { changeTexts } from './sessions/change-texts.ts';
import { createMessageJournal } from './sessions/message-journal.ts';
import { createSessions } from './sessions/sessions.ts';
import { createScrub, type ScrubInput, type ScrubReport } from './maintenance/scrub.ts';
import { createStats, type Stats, type StatsInput } from './maintenance/stats.ts';
import type { IdKind } from './store/ids.ts';
import { createStore } from './store/store.ts';
import { createTransfer } from './maintenance/transfer.ts';
import { createCeiling } from './usage/ceiling.ts';
import { createEmbeddingLedger } from './usage/embedding-ledger.ts';
import { createJobSignal } from './jobs/job-signal.ts';

export type MemorySettings = {
  /** Open and migrated. The memory closes it. */
  database: Database;
  embeddings: EmbeddingModel;
  /** `small` extracts, deduplicates, compacts and tags; null: rules do. */
  models?: { small: ChatModel | null };
  clock?: Clock;
  log?: Log;
  options?: MemoryOptionOverrides;
  /** The file that shows recent focus and takes the user's edits, and the project that it belongs to; null: none. */
  focusFile?: { path: string; project: string | null } | null;
  /** Where messages wait while the store is away, and the process that they wait for; null: storing throws then. */
  journal?: { folder: string; processId: number } | null;
};

/** An agent's memory over one store: made by `createMemory`, ended by `close`. Methods throw `MemoryError`. */
export interface Memory {
  /** What kind of store this is, and which embedder its vectors come from (`canEmbed`: whether that one can be had). */
  readonly store: {
    kind: Database['kind'];
    embedder: string;
    embedderNotice: string | null;
    canEmbed: boolean;
  };
  /** What an operator should know of this store (its embedder, the daily ceiling), in words; empty when all is well. */
  notices(): string[];
  /** Tells the listener of every memory saved or forgotten and of every change of focus. Returns what ends the listening. */
  onEvent(listener: MemoryEventListener): () => void;

  /** Puts together what a prompt should hold for a message, and strengthens what it injects (not with `preview`). Throws `invalid_input`. */
  recall(input: RecallInput & { preview?: boolean }): Promise<Recall>;
  /** Searches memories, and past messages when asked to. Strengthens nothing. */
  search(input: SearchInput): Promise<SearchResult>;
  /** Says why a memory is, or is not, in what `recall` gives for the same input. Strengthens nothing. */
  explain(input: ExplainInput): Promise<Explanation>;

  /** Stores a statement of the user at once, with the highest priority; the same again strengthens what is there. Throws `invalid_input`. */
  remember(input: RememberInput): Promise<Remembered>;
  /** Stores what a message asks to be remembered ("remember this: …"), each statement at once. */
  rememberStated(input: StatedInput): Promise<Remembered[]>;
  /** Stores what the agent keeps of its own accord. It counts as the user's word only when one of their messages says it. */
  keep(input: KeepInput): Promise<Remembered>;

  /** Stored memories one by one: listed, changed, related, restored, forgotten, with their history. */
  readonly memories: ReturnType<typeof createMemories>;
  /** The ids that begin with a text, with what tells one from another. */
  findIds(kind: IdKind, beginning: string, limit: number): Promise<{ id: string; title: string }[]>;
  /** Conversations: opened, appended to, ended, read again. What is stored is redacted. */
  readonly sessions: ReturnType<typeof createSessions>;
  /** Keeps a running conversation inside the model's window; what is worth keeping is safe before a message leaves. */
  readonly compaction: ReturnType<typeof createCompaction>;
  /** What the user has been working on, tagged in the background, shown to the agent and in a file. */
  readonly focus: Focus;

  /** Background work: extraction, deduplication and embedding, run by `drain`. `onEnqueued` tells when there may be something to do. */
  readonly jobs: ReturnType<typeof createJobs> & { onEnqueued(listener: () => void): () => void };
  /** The daily run, which ends what has faded or expired, and removes old jobs. */
  readonly decay: ReturnType<typeof createDecay>;

  /** Counts what the store holds, and what memory cost. Reads whole tables. */
  stats(input?: StatsInput): Promise<Stats>;
  /** Replaces secrets that are stored already, everywhere. A second time finds none. */
  scrub(input?: ScrubInput): Promise<ScrubReport>;
  /** The whole store as lines of JSON, and back. */
  readonly transfer: ReturnType<typeof createTransfer>;
  /** Gives every memory a vector of the configured embedder. Continues when it was interrupted. */
  reembed(input?: ReembedInput): Promise<Reembedded>;
  /** Measures what similarity means for the store's embedder and its memories; with `apply` uses it from now on. */
  calibrate(input?: CalibrateInput): Promise<Calibration>;

  /** Writes what waits (accesses, tags, the ledger, the journal) and closes the store. Idempotent. */
  close(): Promise<void>;
}

const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Puts the memory together. Wiring only: each part is documented where it is made. Throws what the store throws. */
export async function createMemory(settings: MemorySettings): Promise<Memory> {
  const { database, clock = systemClock, log = quiet, focusFile = null } = settings;
  const options = resolveOptions(settings.options);
  const model = settings.models?.small ?? null;
  const store = createStore(database, options.focus.base);
  const events = createEvents(log);
  const jobSignal = createJobSignal();

  const journal = settings.journal
    ? createMessageJournal(settings.journal.folder, settings.journal.processId)
    : null;
  const sessions = createSessions({ store, clock, options, journal, log, signalJobs: jobSignal.send });
  const forgettingJournal: ForgettingJournal = {
    flush: sessions.flush,
    changeRefused: async (change) => journal?.refused.rewrite((line) => changeTexts(line, change)),
  };
  const ceiling = createCeiling({ limit: options.usage.dailyTokenLimit, store, log });
  const ledger = createEmbeddingLedger({ store, log });
  const focus = createFocus({
    store,
    model,
    clock,
    log,
    options,
    file: focusFile,
    recordUsage: store.recordUsage,
    isHeldBack: ceiling.isReached,
    onChange: (topics, origin) => events.emit({ type: 'focus_changed', ...origin, topics }),
  });
  const reinforcement = createReinforcement({ store, log });
  let parts = withEmbedder(await chooseEmbedder(store, settings.embeddings));
  await sessions.flush();
  await ceiling.look();

  return {
    get store() {
      const { embedder, id, notice } = parts.chosen;
      return { kind: database.kind, embedder: id, embedderNotice: notice, canEmbed: embedder !== null };
    },
    notices: (): string[] => [parts.chosen.notice, ceiling.notice()].flatMap((notice) => notice ?? []),
    onEvent: events.listen,
    sessions,
    get memories() {
      return parts.memories;
    },
    get remember() {
      return parts.remember;
    },
    get keep() {
      return parts.keep;
    },
    get rememberStated() {
      return parts.rememberStated;
    },
    get recall() {
      return parts.recall;
    },
    get search() {
      return parts.search;
    },
    get explain() {
      return parts.explain;
    },
    focus,
    compaction: createCompaction({ store, model, redact, candidates: candidatePort, clock, log, options }),
    decay: createDecay({ store, clock, options }),
    get jobs() {
      return { ...parts.jobs, onEnqueued: jobSignal.listen };
    },
    /** The ids of memories, jobs or sessions of any project that begin with a text, for who was given a short one. */
    findIds: store.findIds,
    scrub: createScrub({ store, embedder: () => parts.chosen.id, signalJobs: jobSignal.send }),
    stats: createStats({ store, clock, options, embedder: () => parts.chosen.id }),
    transfer: createTransfer({ store, signalJobs: jobSignal.send }),
    reembed: createReembed({ store, embedder: settings.embeddings, onSwitch: chooseAnew }),
    calibrate: (input?: CalibrateInput) =>
      calibrate({ store, embedder: parts.chosen.embedder, onApply: takeThresholds }, input),
    async close(): Promise<void> {
      parts.jobs.stop();
      await focus.idle();
      await sessions.flush();
      await reinforcement.flush().catch((error: unknown) => log.warn({ err: error }, 'accesses were lost'));
      await ledger.idle();
      await journal?.close();
      await database.close();
    },
  };

  /** What needs the store's embedder. Made anew when the store moves to another: read it from the memory at each use. */
  function withEmbedder(chosen: ChosenEmbedder) {
    const embeddings = chosen.embedder;
    // the jobs enter what they use themselves
    const noting =
      (operation: 'embed_memory' | 'embed_query') => (inputTokens: number, sessionId: string | null) =>
        ledger.note({ operation, model: chosen.id, inputTokens, sessionId });
    const writing = {
      store,
      embeddings,
      noteEmbedding: noting('embed_memory'),
      log,
      options,
      signalJobs: jobSignal.send,
    };
    const remember = createRemember({ ...writing, randomId: randomUUID });
    return {
      chosen,
      memories: createMemories({
        ...writing,
        journal: forgettingJournal,
        onForgotten: (id) => events.emit({ type: 'memory_forgotten', id }),
      }),
      remember,
      keep: createKeep({ store, remember }),
      rememberStated: createRememberStated(remember, clock),
      ...createRetrieval({
        store,
        embeddings,
        noteEmbedding: noting('embed_query'),
        focus,
        reinforcement,
        clock,
        log,
        options,
      }),
      jobs: createJobs({
        store,
        model,
        embeddings,
        clock,
        log,
        options,
        ceiling,
        worker: randomUUID(),
        randomId: randomUUID,
        onSaved: events.emit,
      }),
    };
  }

  /** What is under way goes on with the thresholds before. */
  async function takeThresholds(): Promise<void> {
    parts.jobs.stop();
    parts = withEmbedder(await chooseEmbedder(store, settings.embeddings));
    jobSignal.send();
  }

  /** The job under way goes back to the queue: it would write vectors of the old embedder. */
  async function chooseAnew(): Promise<void> {
    const chosen = await chooseEmbedder(store, settings.embeddings);
    if (chosen.id === parts.chosen.id) return;
    parts.jobs.stop();
    parts = withEmbedder(chosen);
    jobSignal.send();
  }
}
