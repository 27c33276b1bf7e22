import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import * as fields from '../fields/fields.ts';
import { storedProject } from '../namespaces.ts';
import type { ChatModel, ModelReply } from '../ports.ts';
import { type Consolidation, consolidated, outcome, type PlannedAction } from '../store/consolidation.ts';
import type { UsageEntry } from '../store/ledger.ts';
import type { Progress } from '../types.ts';
import { freed } from '../consolidation/archive-weakest.ts';
import { sizeAfter } from '../consolidation/make-plan.ts';
import { planConsolidation, usualBudget, type ConsolidateDependencies } from './consolidate-job.ts';
import type { Job, JobStatus } from '../store/jobs.ts';

export const consolidateInput = z.strictObject({
  project: z.string(),
  /** Only returns the plan. It costs the same model calls. */
  dryRun: fields.flag,
  onProgress: fields.onProgress,
  signal: fields.signal,
});
/** What a run of consolidation is given: the project, whether it is only planned, and who hears of its progress. */
export type ConsolidateInput = z.input<typeof consolidateInput>;

const lastRun = z.object({ at: z.coerce.date() });

type Dependencies = Omit<ConsolidateDependencies, 'model'> & {
  model: () => ChatModel | null;
  runNow: (jobId: string, onProgress?: (progress: Progress) => void) => Promise<Job | null>;
  noteUsage: (entries: UsageEntry[]) => void;
};

/** Milliseconds between two reads of a job that another worker runs. */
const look = 200;
/** Days after which the weekly run counts as missed. */
const missedAfter = 8;
/** Characters of a token, in most languages, for a first look at a budget. */
const charactersPerToken = 4;

/** Consolidation of projects: on demand, weekly, and above the memory budget. */
export function createConsolidation(dependencies: Dependencies) {
  const { store, clock, ceiling, runNow, noteUsage } = dependencies;

  return {
    /** Plans a run, or does it as a job and waits for its end. Throws `invalid_input`, and what planning throws. */
    async run({ project, dryRun = false, onProgress, signal }: ConsolidateInput): Promise<Consolidation> {
      const id = storedProject(project);
      const until = signal ?? new AbortController().signal;
      return dryRun ? planOnly(id, until, onProgress) : runJob(id, until, onProgress);
    },
    /** The weekly run: a job for each project with memories. Returns how many. Idempotent while they wait. */
    async enqueueAll(): Promise<number> {
      const projects = (await store.listProjects(true)).filter(({ memories }) => memories > 0);
      for (const { id } of projects) await enqueue(id);
      await store.setSetting('last_consolidation', { at: clock.now().toISOString() });
      return projects.length;
    },
    /** Whether there was no weekly run since then. By default: within a week. A new store counts from its first question. */
    async missed(since = new Date(clock.now().getTime() - missedAfter * 86_400_000)): Promise<boolean> {
      const last = await store.claimSetting('last_consolidation', { at: clock.now().toISOString() });
      const run = lastRun.safeParse(last);
      return !run.success || run.data.at < since;
    },
    /** Enqueues a run if a project is above its budget and has grown since the last run, which may have left it above. */
    async checkBudget(project: string): Promise<void> {
      const { memories, characters, budget, left } = await store.measureMemories(project);
      const isAbove = (is: number, most: number, before = 0): boolean =>
        is > Math.max(most, before + freed * most);
      if (
        isAbove(memories, budget?.memories ?? usualBudget.memories, left?.memories) ||
        isAbove(characters / charactersPerToken, budget?.tokens ?? usualBudget.tokens, left?.tokens)
      ) {
        await enqueue(project);
      }
    },
  };

  function enqueue(project: string): Promise<Job> {
    return store.enqueueJob({ kind: 'consolidate', key: project, payload: {}, delaySeconds: 0 });
  }

  async function planOnly(
    project: string,
    signal: AbortSignal,
    onProgress?: (progress: Progress) => void,
  ): Promise<Consolidation> {
    await ceiling.look();
    const model = dependencies.model();
    if (model && ceiling.isReached()) {
      throw new MemoryError('conflict', "today's token limit is reached: plan again tomorrow, or raise it");
    }
    const onReply = ({ model: name, usage: { inputTokens, outputTokens } }: ModelReply): void =>
      noteUsage([
        { operation: 'consolidate', model: name, inputTokens, outputTokens, sessionId: null, jobId: null },
      ]);
    const keep = async (): Promise<void> => signal.throwIfAborted();
    const { plan, budget } = await planConsolidation(
      { ...dependencies, model },
      {
        ...{ project, signal, onReply, progress: null, keep, onProgress },
      },
    );
    return {
      dryRun: true,
      jobId: null,
      status: 'planned',
      error: null,
      actions: plan.actions.map(showAction),
      applied: [],
      before: plan.before,
      protected: plan.protected,
      after: sizeAfter(plan),
      budget,
      skipped: [],
      refused: plan.refused,
    };
  }

  async function runJob(
    project: string,
    signal: AbortSignal,
    onProgress?: (progress: Progress) => void,
  ): Promise<Consolidation> {
    const { id } = await enqueue(project);
    for (;;) {
      signal.throwIfAborted();
      const isOurs = (await runNow(id, onProgress)) !== null;
      const job = await store.getJob(id);
      if (!job) throw new MemoryError('not_found', `project ${project} was deleted`);
      const isHeldBack = dependencies.model() !== null && ceiling.isReached();
      if (isEnded(job.status) || (job.status === 'waiting' && (isOurs || isHeldBack))) {
        return showRun(job, isHeldBack ? "today's token limit is reached; it continues tomorrow" : null);
      }
      await pause(look, undefined, { signal });
    }
  }
}

const isEnded = (status: JobStatus): boolean => status === 'done' || status === 'dead';

function showRun({ id, status, error, result }: Job, note: string | null): Consolidation {
  const nothing = { memories: 0, tokens: 0 };
  const empty = { before: nothing, protected: 0, after: nothing, budget: nothing, skipped: [], refused: [] };
  return {
    ...(outcome.safeParse(result).data ?? empty),
    dryRun: false,
    jobId: id,
    status: status === 'running' ? 'waiting' : status,
    error: status === 'done' ? null : (note ?? error),
    actions: [],
    applied: z.object({ applied: z.array(consolidated) }).safeParse(result).data?.applied ?? [],
  };
}

const showAction = ({ targets, written, ...action }: PlannedAction): Consolidation['actions'][number] => ({
  kind: action.kind,
  keepId: action.keepId,
  importance: action.importance,
  reason: action.reason,
  tokensBefore: action.tokensBefore,
  tokensAfter: action.tokensAfter,
  ids: targets.map(({ id }) => id),
  text: written?.content ?? null,
});
