import { withTimeLimit, type Log, type Memory } from '@devai/memory';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { ServerFrame } from '@devai/fastify/protocol/frames';

/** Milliseconds for which figures of the store are kept: they read whole tables, and monitoring asks often. */
const keptFigures = 15_000;
/** Milliseconds for the store to answer: Prometheus gives up after ten seconds. */
const storeAnswer = 5_000;

type Watched = {
  memory: Pick<Memory, 'stats'> & {
    jobs: Pick<Memory['jobs'], 'count' | 'onEnded'>;
    sessions: Pick<Memory['sessions'], 'journal'>;
  };
  /** What is degraded; only how many are shown. */
  notices: () => string[];
  log: Log;
};

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * What `GET /metrics` shows. This process's turns and requests are counted as they end; everything else is read from what the store counts.
 * Labels have values of fixed sets only: no user, project, session, tool of a model's invention or content.
 */
export function createMetrics({ memory, notices, log }: Watched) {
  const registry = new Registry();
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const seconds = <Label extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: Label[] = [],
  ) => new Histogram({ name, help, buckets, labelNames, registers: [registry] });

  const turns = counter('devai_turns_total', 'Turns that ended', ['end']);
  const turnSeconds = seconds(
    'devai_turn_seconds',
    'From the message to the end of its turn',
    [0.1, 0.5, 2, 10, 60],
  );
  const firstText = seconds(
    'devai_first_text_seconds',
    'From the message to the first text of the reply',
    [0.1, 0.5, 2, 10, 60],
  );
  const recalls = counter('devai_recalls_total', 'Recalls of turns; abstained: nothing was relevant', [
    'outcome',
  ]);
  const recallsDegraded = counter('devai_recalls_degraded_total', 'Recalls of turns that lacked a part');
  const recallSeconds = seconds(
    'devai_recall_seconds',
    'From the message to what was recalled for it',
    [0.01, 0.05, 0.2, 1, 5],
  );
  const tools = counter('devai_tool_calls_total', 'Tool calls that ended', ['result']);
  const compactions = counter('devai_compactions_total', 'Compactions of a conversation during a turn');
  const jobSeconds = seconds(
    'devai_job_seconds',
    'Tries of background jobs that ended in this process; stopped: it closed first',
    [0.1, 1, 10, 60, 600],
    ['kind', 'outcome'],
  );
  const requests = seconds(
    'devai_http_request_seconds',
    'HTTP requests that were answered',
    [0.01, 0.1, 1, 10],
    ['method', 'route', 'status'],
  );

  const up = gauge('devai_store_up', '1 if the store answered; otherwise its figures are missing');
  const degraded = gauge('devai_degraded', 'What is degraded, as counted by GET /api/health');
  const journal = gauge('devai_journal_messages', 'Messages in the journal of this process', ['state']);
  const memories = gauge('devai_memories', 'Memories of the store', ['state']);
  const sessions = gauge('devai_sessions', 'Sessions of the store');
  const messages = gauge('devai_messages', 'Messages of the store');
  const jobs = gauge('devai_jobs', 'Background jobs of the store', ['state']);
  const deadJobs = gauge('devai_dead_jobs', 'Background jobs that were given up', ['kind']);
  const jobsDue = gauge('devai_jobs_due', 'Background jobs that could run now');
  const tokens = gauge('devai_memory_tokens_total', 'Tokens that memory used, of all processes', [
    'operation',
    'direction',
  ]);
  const tokensToday = gauge('devai_memory_tokens_today', 'Tokens of today (UTC) that count for the limit');
  const tokenLimit = gauge('devai_memory_token_limit', 'The daily limit; absent: none');
  const cost = gauge('devai_cost_dollars_today', 'Cost of today (UTC), of models whose price is known', [
    'for',
  ]);
  const ofStore = [
    memories,
    sessions,
    messages,
    jobs,
    deadJobs,
    jobsDue,
    tokens,
    tokensToday,
    tokenLimit,
    cost,
  ];

  memory.jobs.onEnded(({ kind, outcome, milliseconds }) =>
    jobSeconds.observe({ kind, outcome }, milliseconds / 1_000),
  );

  /** When running turns began, and whether they have shown text. */
  const running = new Map<string, { began: number; hasText: boolean }>();
  let readAt = -Infinity;
  let reading: Promise<void> | null = null;
  let showsProcess = false;

  return {
    contentType: registry.contentType,
    /** Counts what a frame of a turn says. */
    noteFrame(frame: ServerFrame): void {
      if (!('turn' in frame) || frame.turn === undefined) return;
      const now = performance.now();
      const turn = running.get(frame.turn);
      const elapsed = turn && (now - turn.began) / 1_000;
      if (frame.type === 'message' && frame.role === 'user') {
        running.set(frame.turn, { began: now, hasText: false });
      } else if (frame.type === 'message' && frame.end !== undefined) {
        running.delete(frame.turn);
        turns.inc({ end: frame.end });
        if (elapsed !== undefined) turnSeconds.observe(elapsed);
      } else if (frame.type === 'memory_recalled') {
        const found = frame.memories.length + frame.said.length + frame.passages.length;
        recalls.inc({ outcome: found > 0 ? 'found' : 'abstained' });
        if (frame.degraded.length > 0) recallsDegraded.inc();
        if (elapsed !== undefined) recallSeconds.observe(elapsed);
      } else if (frame.type === 'tool_result') {
        tools.inc({ result: frame.refused ? 'refused' : frame.ok ? 'ok' : 'failed' });
      } else if (frame.type === 'context_compacted') {
        compactions.inc();
      } else if (frame.type === 'text_delta' && turn && !turn.hasText && elapsed !== undefined) {
        turn.hasText = true;
        firstText.observe(elapsed);
      }
    },
    noteRequest(of: { method: string; route: string; status: number; milliseconds: number }): void {
      const { method, route, status, milliseconds } = of;
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, milliseconds / 1_000);
    },
    /** All of it, in the text format of Prometheus. */
    async read(): Promise<string> {
      if (!showsProcess) collectDefaultMetrics({ register: registry });
      showsProcess = true;
      degraded.set(notices().length);
      const { waiting, refused } = await memory.sessions.journal();
      journal.set({ state: 'waiting' }, waiting);
      journal.set({ state: 'refused' }, refused);
      if (performance.now() - readAt > keptFigures) {
        reading ??= readStore().finally(() => {
          reading = null;
        });
        await reading;
      }
      return registry.metrics();
    },
  };

  async function readStore(): Promise<void> {
    try {
      const [stats, { due, deadByKind }] = await withTimeLimit(
        () => Promise.all([memory.stats(), memory.jobs.count()]),
        {
          milliseconds: storeAnswer,
        },
      );
      for (const one of ofStore) one.reset();
      for (const state of ['valid', 'invalid', 'pinned', 'unembedded', 'fading'] as const)
        memories.set({ state }, stats.memories[state]);
      sessions.set(stats.sessions.count);
      messages.set(stats.sessions.messages);
      for (const [state, count] of Object.entries(stats.jobs)) jobs.set({ state }, count);
      for (const [kind, count] of Object.entries(deadByKind)) deadJobs.set({ kind }, count);
      jobsDue.set(due);
      for (const { operation, allTime } of stats.usage) {
        const label = operations.has(operation) ? operation : 'other';
        tokens.inc({ operation: label, direction: 'input' }, allTime.inputTokens);
        tokens.inc({ operation: label, direction: 'output' }, allTime.outputTokens);
      }
      tokensToday.set(stats.ceiling.used);
      if (stats.ceiling.limit === null) tokenLimit.remove();
      else tokenLimit.set(stats.ceiling.limit);
      const today = stats.ceiling.since.toISOString().slice(0, 10);
      for (const { day, operation, cost: dollars } of stats.days)
        if (day === today) cost.inc({ for: operation === 'chat' ? 'chat' : 'memory' }, dollars ?? 0);
      up.set(1);
      readAt = performance.now();
    } catch (error) {
      log.warn({ err: error }, 'metrics: the store does not answer');
      for (const one of ofStore) one.reset();
      up.set(0);
    }
  }
}

/** What the ledger has entries of. An import may bring others. */
const operations: ReadonlySet<string> = new Set([
  'extract',
  'deduplicate',
  'consolidate',
  'compact',
  'tag',
  'embed_query',
  'embed_memory',
]);
