import { randomUUID } from 'node:crypto';
import { systemClock } from './clock.ts';
import { createCompaction } from './compaction/compaction.ts';
import { createDecay } from './maintenance/decay.ts';
import { calibrate, type CalibrateInput } from './embeddings/calibrate.ts';
import { chooseEmbedder, type ChosenEmbedder } from './embeddings/choose-embedder.ts';
import { createEvents } from './events.ts';
import { candidatePort } from './extraction/candidate-port.ts';
import { createFocus } from './focus/focus.ts';
import { createJobs } from './jobs/jobs.ts';
import type { ForgettingJournal } from './memories/forget.ts';
import { createKeep } from './memories/keep.ts';
import { createMemories } from './memories/memories.ts';
import { createRememberStated } from './memories/remember-stated.ts';
import { createRemember } from './memories/remember.ts';
import { resolveOptions, type MemoryOptionOverrides } from './options.ts';
import type { ChatModel, Clock, Database, EmbeddingModel, Log } from './ports.ts';
import { redact } from './redaction/redact.ts';
import { createReembed } from './maintenance/reembed.ts';
import { createReinforcement } from './retrieval/reinforcement.ts';
import { createRetrieval } from './retrieval/retrieval.ts';
import { changeTexts } from './sessions/change-texts.ts';
import { createMessageJournal } from './sessions/message-journal.ts';
import { createSessions } from './sessions/sessions.ts';
import { createScrub } from './maintenance/scrub.ts';
import { createStats } from './maintenance/stats.ts';
import { createStore } from './store/create-store.ts';
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

export type Memory = Awaited<ReturnType<typeof createMemory>>;

const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Puts the memory together. Wiring only: each part is documented where it is made. Throws what the store throws. */
export async function createMemory(settings: MemorySettings) {
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
    /** What an operator should know of this store (its embedder, the daily ceiling), in words; empty when all is well. */
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
    /** Writes what waits (accesses, tags, the ledger, the journal) and closes the store. Idempotent. */
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
