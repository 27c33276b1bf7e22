import { randomUUID } from 'node:crypto';
import { createBackground } from './background/background.ts';
import { callForms, userForms } from './calls/call-forms.ts';
import { checkCalls, checkSettings, refuseCalls } from './calls/check-calls.ts';
import { chatInput } from './chat/chat.ts';
import { systemClock } from './clock.ts';
import { costOf } from './context/prices.ts';
import { createBackgroundEmbedding } from './embeddings/background-embedding.ts';
import { calibrate } from './embeddings/calibrate.ts';
import { createCheckedEmbedder } from './embeddings/checked-embedder.ts';
import { chooseEmbedder, type ChosenEmbedder } from './embeddings/choose-embedder.ts';
import { createEmbedderInUse } from './embeddings/embedder-in-use.ts';
import { createRefusedTexts } from './embeddings/refused-texts.ts';
import { MemoryError } from './errors.ts';
import { createEvents } from './events.ts';
import { instructionsByProject } from './fields/extraction-instructions.ts';
import { createConsolidation } from './jobs/consolidation.ts';
import type { JobEnd } from './jobs/job-runner.ts';
import { createJobs } from './jobs/jobs.ts';
import { createDecay } from './maintenance/decay.ts';
import { reembed, type Reembedded, type ReembedInput } from './maintenance/reembed.ts';
import { scrub } from './maintenance/scrub.ts';
import { stats, type Stats, type StatsDependencies, type StatsInput } from './maintenance/stats.ts';
import { createTransfer } from './maintenance/transfer.ts';
import { createUsers } from './maintenance/users.ts';
import type { Memory, MemorySettings } from './memory-interface.ts';
import type { openSettings } from './open-settings.ts';
import { resolveOptions } from './options.ts';
import type { Log, Source } from './ports.ts';
import { documentsSource } from './retrieval/passages.ts';
import { sessionOfEntry } from './sessions/journal-entry.ts';
import { createMessageJournal } from './sessions/message-journal.ts';
import { createNotices } from './sharing/notices.ts';
import { createStore } from './store/store.ts';
import { createCeiling } from './usage/ceiling.ts';
import { countedModel } from './usage/counted-model.ts';
import { createLedgerBuffer } from './usage/ledger-buffer.ts';
import type { Engine, UserEvent } from './engine.ts';
import { createUserMemory } from './user-memory.ts';
import { onlyUser, storedUser } from './users.ts';
import { createWiredUsers } from './wired-users.ts';
import { transactionOn, withinTransaction } from './within-transaction.ts';

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

/** The model of background work at each moment, with its replies counted. */
function modelInUse(given: NonNullable<MemorySettings['models']>['small']): Engine['model'] {
  const now = typeof given === 'function' ? given : () => given;
  return () => {
    const model = now();
    return model && countedModel(model);
  };
}

const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Wires the parts of a memory over an open store. Throws what the store throws, and `invalid_input` for wrong settings. */
export async function wireMemory(settings: Awaited<ReturnType<typeof openSettings>>): Promise<Memory> {
  const { database, clock = systemClock, log = quiet, users = 'one' } = settings;
  const { timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone } = settings;
  const options = resolveOptions(settings.options, timeZone);
  const model = modelInUse(settings.models?.small ?? null);
  const storeOf = (user: string) => createStore(database, user);
  const store = storeOf(onlyUser);
  const events = createEvents<UserEvent>(log);
  const enqueued = createEvents<{ type: 'job_enqueued' }>(log);
  const ended = createEvents<{ type: 'job_ended'; end: JobEnd }>(log);
  const notices = createNotices(database);
  const signalJobs = () => enqueued.emit({ type: 'job_enqueued' });

  const { dailyTokenLimit: limit, dailyTokenLimitPerUser: limitPerUser } = options.usage;
  const ceiling = createCeiling({ limit, limitPerUser, store, log });
  const ledger = createLedgerBuffer({ store, log });
  const configured = createCheckedEmbedder(settings.embeddings);
  const otherEmbedders = settings.otherEmbeddings?.map(createCheckedEmbedder);
  const choose = () => chooseEmbedder(store, configured, otherEmbedders);
  const embedder = createEmbedderInUse(await choose());
  const reembedding = { waiting: 0, promise: Promise.resolve<unknown>(null) };
  const isReembedding = () => reembedding.waiting > 0;
  const parts = embedder.parts(withEmbedder);

  const engine: Engine = {
    ...{ notices, storeOf, users, clock, log, options, timeZone, model },
    ...{ ceiling, ledger, stats: countAll, embedder, signalJobs, events },
    categories: settings.categories ?? {},
    wantedIn: instructionsByProject(settings.extraction?.instructions),
    runJob: (id) => parts().jobs.runNow(id),
    prices: settings.prices,
    beforeStore: settings.beforeStore,
    sources: checkedSources(settings.sources ?? []),
    focusFile: settings.focusFile,
    memoryFile: settings.memoryFile,
    journal: settings.journal
      ? createMessageJournal(settings.journal.folder, settings.journal.processId)
      : null,
    outage: { problem: null, unopened: new Map() },
    noteUnembedded: () => parts().backgroundEmbedding.note(),
  };
  const only = createUserMemory(engine, onlyUser);
  const { flush, journal, endOrphaned } = only.sessions;
  const own =
    users === 'one' ? only.api : refuseCalls(only.api, userForms, 'needs a user, as in memory.as(user)');
  const others = createWiredUsers((user, name, unstored) => createUserMemory(engine, user, name, unstored));
  await flush();
  await ceiling.look();
  parts().backgroundEmbedding.note();

  const decay = createDecay({ store, clock, options });
  const consolidateAll = async (): Promise<number> => {
    const count = await parts().consolidation.enqueueAll();
    signalJobs();
    return count;
  };
  const consolidation = { missed: (since?: Date) => parts().consolidation.missed(since) };
  const background = createBackground({
    ...{ sessions: only.sessions, jobs: () => parts().jobs, onEnqueued: enqueued.listen, decay, log },
    concurrency: options.jobs.concurrency,
    consolidation: { ...consolidation, run: async () => ({ projects: await consolidateAll() }) },
  });

  const transfer = createTransfer({
    ...{ store, signalJobs },
    of: (user) => wired(user).api,
  });

  const memory: Memory = {
    ...own,
    get memories() {
      return own.memories;
    },
    get store() {
      const { embedder: chosen, id, notice } = embedder.chosen;
      return {
        kind: database.kind,
        users,
        embedder: id,
        embedderNotice: notice,
        canEmbed: chosen !== null,
        vectorsNotice: parts().backgroundEmbedding.notice(),
        sharedNotice: notices.notice(),
      };
    },
    notices: (): string[] =>
      [
        embedder.chosen.notice,
        parts().backgroundEmbedding.notice(),
        ...ceiling.notices(),
        ...[only, ...others.all()].flatMap((one) => one.notices()),
      ].flatMap((notice) => notice ?? []),
    as: (user) => userMemory(user).memory,
    async add(messages, { user, ...input } = {}) {
      if (user === undefined && users === 'many') throw new MemoryError('invalid_input', 'add: needs a user');
      return (user === undefined ? only : userMemory(user)).api.add(messages, input);
    },
    for({ user, ...input } = {}) {
      checkSettings(chatInput, { user, ...input }, 'for');
      if (user === undefined && users === 'many') {
        throw new MemoryError('invalid_input', 'for: needs a user');
      }
      return (user === undefined ? only : userMemory(user)).memory.for(input);
    },
    within(client, input = {}) {
      checkSettings(chatInput.pick({ user: true }), input, 'within');
      const transaction = transactionOn(database, client);
      const { user } = input;
      if (user === undefined && users === 'many') {
        throw new MemoryError('invalid_input', 'within: needs a user');
      }
      const { user: stored, noteChange } = user === undefined ? only : userMemory(user);
      return withinTransaction({
        ...{ engine, transaction, noteChange },
        wire: (within) => createUserMemory(within, stored, user).memory,
      });
    },
    projects: { ...own.projects, delete: only.deleteProject },
    sessions: { ...own.sessions, flush, journal, endOrphaned },
    start: background.start,
    decay,
    consolidate: (input) => parts().consolidation.run(input),
    consolidation: { ...consolidation, enqueueAll: consolidateAll },
    get jobs() {
      const onEnded = (listener: (end: JobEnd) => void) => ended.listen(({ end }) => listener(end));
      const { claimNext: _, ...jobs } = parts().jobs;
      return { ...own.jobs, ...jobs, onEnqueued: enqueued.listen, onEnded };
    },
    stats: (input) =>
      users === 'one' ? own.stats(input) : countAll(input, { count: countOfAll, user: null }),
    scrub: (input) => scrub({ store, embedder: embedder.chosen.id, signalJobs }, input),
    transfer: { export: transfer.export, import: transfer.import },
    users: createUsers({
      ...{ store, storeOf, exportOf: transfer.exportOf },
      planFor: (user, ...rest) => wired(storedUser(user), user).planFor(...rest),
      importFor: (user, ...rest) => wired(storedUser(user), user).importFor(...rest),
      flush: async (user) => {
        await flush();
        await (user === onlyUser ? only.flush() : others.flush(user));
      },
      async drop(user) {
        others.drop(user);
        if (user === onlyUser) await only.onErased();
        await engine.journal?.refused.remove((line) => sessionOfEntry(line)?.user === user);
      },
    }),
    reembed: reembedAlone,
    calibrate: (input) =>
      // running work continues with the old thresholds
      calibrate(
        { store, embedder: embedder.chosen.embedder, onApply: async () => switchTo(await choose()) },
        input,
      ),
    async close(): Promise<void> {
      parts().jobs.stop();
      await background.close();
      parts().backgroundEmbedding.stop();
      await notices.close();
      await flush();
      for (const one of [only, ...others.all()]) await one.flush();
      await ledger.flush();
      await engine.journal?.close();
      await database.close();
    },
  };
  return checkCalls(memory, callForms);

  async function countAll(
    input: StatsInput | undefined,
    of: Pick<StatsDependencies, 'count' | 'user'>,
  ): Promise<Stats> {
    await ledger.flush();
    const cost = (name: string, usage: { inputTokens: number; outputTokens: number }) =>
      costOf(name, { ...usage, cachedTokens: 0 }, settings.prices);
    return stats({ ...of, clock, ceiling, costOf: cost, embedder: embedder.chosen.id }, input);
  }

  /** Of a project what is its own and everybody's, without the branch of any user. */
  async function countOfAll({ scopes, ...query }: Parameters<typeof store.getStoreStats>[0]) {
    const shared = scopes?.filter((scope) => scope !== 'devai/user') ?? null;
    return store.getStoreStats({ ...query, scopes: shared });
  }

  /** The memory of a user by the host's id of them. */
  function userMemory(id: string) {
    return wired(storedUser(id), id);
  }

  function wired(user: string, name = user) {
    return user === onlyUser ? only : others.of(user, name);
  }

  /** Makes the parts that need the store's embedder and serve all users. */
  function withEmbedder(chosen: ChosenEmbedder) {
    const embeddings = chosen.embedder;
    const refusedTexts = createRefusedTexts();
    const working = { store, model, embeddings, clock, options, ceiling, randomId: randomUUID };
    const backgroundEmbedding = createBackgroundEmbedding({
      ...{ store, embeddings, refused: refusedTexts, log },
      noteEmbedding: (inputTokens: number, sessionId: string | null) =>
        ledger.note([
          {
            operation: 'embed_memory',
            model: chosen.id,
            inputTokens,
            outputTokens: 0,
            sessionId,
            jobId: null,
          },
        ]),
      isHeldBack: () => isReembedding() || (embeddings?.isLocal !== true && ceiling.isReached()),
    });
    const jobs = createJobs({
      ...{ ...working, log, isReembedding, refusedTexts, onGrown },
      promptFiles: settings.promptFiles ?? [],
      ...{ categories: engine.categories, wantedIn: engine.wantedIn },
      beforeStore: settings.beforeStore,
      onEnded: (end) => ended.emit({ type: 'job_ended', end }),
      worker: randomUUID(),
      onGist: () => backgroundEmbedding.note(),
      actingFor: (user) => ({
        store: storeOf(user),
        onSaved: (notice) => events.emit({ type: notice.type, user, notice }),
      }),
    });
    const { runNow } = jobs;
    return {
      jobs,
      backgroundEmbedding,
      consolidation: createConsolidation({ ...working, runNow, noteUsage: ledger.note }),
    };
  }

  async function onGrown(project: string): Promise<void> {
    try {
      await parts().consolidation.checkBudget(project);
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
        parts().backgroundEmbedding.note();
      });
    reembedding.promise = done.catch(() => {});
    return done;
  }

  async function chooseAnew(): Promise<void> {
    const chosen = await choose();
    if (chosen.id !== embedder.chosen.id) switchTo(chosen);
  }

  /** The running job returns to the queue, because it would write vectors of the old embedder. */
  function switchTo(chosen: ChosenEmbedder): void {
    parts().jobs.stop();
    parts().backgroundEmbedding.stop();
    embedder.change(chosen);
    parts().backgroundEmbedding.note();
    signalJobs();
  }
}
