import { setImmediate as nextTick } from 'node:timers/promises';
import type { Asked } from '../ask-twice.ts';
import { makePlan, sizeAfter } from '../consolidation/make-plan.ts';
import type { Settle } from '../consolidation/plan-contradictions.ts';
import { planProgress, type PlanProgress } from '../consolidation/plan.ts';
import { compareStatements, namesAnotherValue } from '../dedup/compare-statements.ts';
import { settleDisputes } from '../dedup/settle-disputes.ts';
import type { MemoryOptions } from '../options.ts';
import type { ChatModel, Clock, EmbeddingModel, ModelReply } from '../ports.ts';
import type { ListedMemory, PlannedAction } from '../store/consolidation.ts';
import type { Job } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import type { Progress } from '../types.ts';
import type { Ceiling } from '../usage/ceiling.ts';
import { indexWords } from '../text/words.ts';
import { findNeighbours } from './find-neighbours.ts';
import type { JobContext } from './job-runner.ts';

/** What a project may hold, unless it sets its own: what a person could still look through, and some 100 full prompts of memories. */
export const usualBudget = { memories: 5_000, tokens: 400_000 };
/** Days for which what the user stated is never touched. */
const statedDays = 90;
/** Best-ranked neighbours that a memory is compared with: each of three wordings finds the others. */
const neighbours = 3;
/** Memories per read. */
const page = 100;

export type ConsolidateDependencies = {
  store: Store;
  clock: Clock;
  model: ChatModel | null;
  embeddings: EmbeddingModel | null;
  ceiling: Ceiling;
  randomId: () => string;
  options: MemoryOptions;
};

type PlanRequest = {
  project: string;
  signal: AbortSignal;
  onReply: (reply: ModelReply) => void;
  progress: PlanProgress | null;
  keep: (progress: PlanProgress) => Promise<void>;
  onProgress?: ((progress: Progress) => void) | undefined;
};

/** Plans what a run would do to a project's memories. Changes nothing. */
export async function planConsolidation(
  { store, clock, model, embeddings, randomId, options }: ConsolidateDependencies,
  { project, signal, onReply, ...rest }: PlanRequest,
) {
  const { timeout, batchSize } = options.consolidation;
  const { budget: own, left } = await store.measureMemories(project);
  const budget = {
    memories: own?.memories ?? usualBudget.memories,
    tokens: own?.tokens ?? usualBudget.tokens,
  };
  const asked: Asked | null = model && { model, timeZone: options.timeZone, timeout, signal, onReply };
  const plan = await makePlan({
    ...rest,
    listed: await listAll(store, project),
    // one more: each is among its own neighbours
    findNear: (memories) => findNear(memories, { store, embeddings, limit: neighbours + 1 }),
    since: left?.at ?? null,
    now: clock.now(),
    budget,
    asked,
    compare: { compareStatements, namesAnotherValue },
    settle,
    randomId,
    batchSize,
  });
  return { plan, budget };
}

const settle: Settle = async (pairs, asked) => {
  const momentOf = ({ statedAt, memory }: ListedMemory): Date => statedAt ?? memory.createdAt;
  const { changes } = await settleDisputes(
    pairs.map(({ earlier }, candidate) => ({
      candidate,
      stored: { ...earlier.memory, createdAt: momentOf(earlier) },
    })),
    pairs.map(({ later }) => ({ candidate: later.memory, saidAt: momentOf(later) })),
    asked,
  );
  return pairs.map((_, index) => changes.get(index) ?? 'unclear');
};

async function listAll(store: Store, project: string): Promise<ListedMemory[]> {
  const listed: ListedMemory[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const query = { scope: `devai/project/${project}`, after, statedDays, limit: page };
    const next = await store.listForConsolidation(query);
    listed.push(...next);
    await nextTick();
    if (next.length < page) return listed;
    after = next.at(-1)?.memory.id ?? after;
  }
}

async function findNear(memories: ListedMemory[], setting: Parameters<typeof findNeighbours>[1]) {
  const stored = memories.map(({ memory }) => ({ ...memory, vector: null, words: indexWords(memory) }));
  const found = await findNeighbours(stored, setting);
  return found.map((near) => near.map(({ memory, similarity }) => ({ id: memory.id, similarity })));
}

/**
 * Consolidates the memories of a project (the job's key): makes the plan, stores it in the job's payload after each model call, then does
 * one action after the other, each in its own transaction. A run that was killed continues: paid answers are kept, finished actions are
 * not repeated, and memories that changed since the plan are left alone. Above the daily ceiling the job returns to the queue.
 */
export async function runConsolidateJob(
  dependencies: ConsolidateDependencies,
  job: Job,
  { worker, signal, usage, onProgress }: JobContext,
): Promise<void> {
  const { store, ceiling, model } = dependencies;
  const keep = async (progress: PlanProgress): Promise<void> => {
    signal.throwIfAborted();
    const entries = usage.entries();
    await store.keepInJob(job.id, worker, progress, entries);
    usage.drop(entries.length);
    await ceiling.look();
    if (model && progress.asked < progress.batches.length && ceiling.isReached()) throw new CeilingReached();
  };
  const progress = planProgress.safeParse(job.payload).data ?? null;
  const onReply = usage.noteReplies('consolidate', null);
  try {
    const { plan, budget } = await planConsolidation(dependencies, {
      ...{ project: job.key, signal, onReply, progress, keep, onProgress },
    });
    const { done, skipped } = await applyAll(plan.actions);
    const after = sizeAfter({ ...plan, actions: done });
    const { before, refused, asked } = plan;
    await store.finishConsolidation({
      jobId: job.id,
      worker,
      ids: plan.actions.flatMap(({ targets, written }) => [
        ...targets.map(({ id }) => id),
        ...(written ? [written.id] : []),
      ]),
      result: { before, protected: plan.protected, after, budget, asked, skipped, refused },
      left: after,
      usage: usage.entries(),
    });
  } catch (error) {
    if (!(error instanceof CeilingReached)) throw error;
    await store.releaseJob(job.id, worker, usage.entries());
  }

  async function applyAll(actions: PlannedAction[]) {
    const done: PlannedAction[] = [];
    const skipped: { kind: string; ids: string[]; reason: string }[] = [];
    for (const [index, action] of actions.entries()) {
      signal.throwIfAborted();
      const left = await store.applyConsolidation(job.id, worker, action);
      if (left === null) done.push(action);
      else skipped.push({ kind: action.kind, ids: action.targets.map(({ id }) => id), reason: left });
      onProgress?.({ done: index + 1, total: actions.length });
    }
    return { done, skipped };
  }
}

/** The rest of the plan waits for the next day. */
class CeilingReached extends Error {}
