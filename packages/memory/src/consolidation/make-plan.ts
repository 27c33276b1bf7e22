import { setImmediate as nextTick } from 'node:timers/promises';
import type { Asked } from '../ask-twice.ts';
import type { ListedMemory, PlannedAction } from '../store/consolidation.ts';
import { countTokens } from '../text/tokens.ts';
import type { Progress } from '../types.ts';
import { archiveWeakest, type Size } from './archive-weakest.ts';
import { askAboutGroups } from './ask-about-groups.ts';
import { findTwins } from './find-twins.ts';
import { formGroups, type Pair } from './form-groups.ts';
import type { Compare } from './guard-merge.ts';
import { isSummarisable, mayBeMerged, mayBeSummarised } from './may-be-joined.ts';
import {
  contradictionsOf,
  inOrder,
  mayBeSettled,
  planContradictions,
  unmergeable,
  type Settle,
} from './plan-contradictions.ts';
import { planMerge, targetOf, type Draft } from './plan-merge.ts';
import { leastSummarised, planSummary } from './plan-summary.ts';
import type { PlanProgress } from './plan.ts';
import { rescore } from './rescore.ts';

/** Returns the memories near each of these, nearest first. */
type FindNear = (memories: ListedMemory[]) => Promise<{ id: string; similarity: number | null }[][]>;

export type PlanInput = {
  /** All valid memories of the project. */
  listed: ListedMemory[];
  findNear: FindNear;
  /** When the last run ended; only memories that are new or became old since are compared. Null: all are compared. */
  since: Date | null;
  now: Date;
  budget: Size;
  /** Null: without a model, only memories with the same words are merged, and nothing is summarised. */
  asked: Asked | null;
  compare: Compare;
  settle: Settle;
  randomId: () => string;
  /** Memories that are shown to the model in one call. */
  batchSize: number;
  progress: PlanProgress | null;
  /** Called after each paid call and each finding. Throws to stop. */
  keep: (progress: PlanProgress) => Promise<void>;
  onProgress?: ((progress: Progress) => void) | undefined;
};

/** Memories that are shown to the model as one group. */
const groupSize = 6;
/** Memories compared, or counted, at a time, so that other work can run in between. */
const step = 4;
const countedAtOnce = 250;

/** The memories of a plan by id, with the tokens of their texts. */
type Known = ReadonlyMap<string, ListedMemory & { tokens: number }>;

/**
 * Plans what to do with a project's memories, in this order: settle contradictions and merge, summarise, rescore, archive. Changes nothing.
 * Throws what `keep`, the model and the store throw.
 */
export async function makePlan(input: PlanInput): Promise<PlanProgress> {
  const known = await withTokens(input.listed);
  let plan = input.progress ?? (await begin(input, known));
  if (plan.isWhole) return plan;
  if (plan !== input.progress) await input.keep(plan);
  for (let next = plan.batches[plan.asked]; next && input.asked; next = plan.batches[plan.asked]) {
    plan = await answered(plan, next, { ...input, known, asked: input.asked });
    await input.keep(plan);
  }
  plan = whole(plan, known, input);
  await input.keep(plan);
  return plan;
}

async function withTokens(listed: ListedMemory[]): Promise<Known> {
  const known = new Map<string, ListedMemory & { tokens: number }>();
  for (const [index, one] of listed.entries()) {
    if (index % countedAtOnce === 0) await nextTick();
    known.set(one.memory.id, { ...one, tokens: countTokens(one.memory.content) });
  }
  return known;
}

async function begin(input: PlanInput, known: Known): Promise<PlanProgress> {
  const { listed, asked, compare, randomId } = input;
  const may = ({ one, other }: Pair): boolean => {
    const [left, right] = [known.get(one), known.get(other)];
    return left !== undefined && right !== undefined && mayBeMerged(left, right);
  };
  const twins = formGroups(findTwins(listed, compare).filter(may), Number.POSITIVE_INFINITY);
  const actions = twins.flatMap((ids) => {
    const members = ids.flatMap((id) => known.get(id) ?? []);
    const draft = planMerge({ members, best: null, text: '', reason: 'the same words' }, randomId(), compare);
    return typeof draft === 'string' ? [] : [counted(draft, known)];
  });
  const batches = asked ? await questions(input, new Set(targetsOf(actions))) : [];
  const before = { memories: listed.length, tokens: tokensOf([...known.values()]) };
  const { length } = listed.filter(({ isProtected }) => isProtected);
  return { batches, asked: 0, actions, refused: [], isWhole: false, before, protected: length };
}

/** Returns what to ask the model about memories that are near each other, without those that are already merged. */
async function questions(
  { listed, findNear, since, now, batchSize, onProgress }: PlanInput,
  taken: ReadonlySet<string>,
): Promise<PlanProgress['batches']> {
  const open = listed.filter(({ memory }) => !taken.has(memory.id));
  const byId = new Map(open.map((one) => [one.memory.id, one]));
  const isNew = ({ memory }: ListedMemory): boolean => since === null || memory.updatedAt > since;
  const isOld = (one: ListedMemory): boolean => isSummarisable(one, since, now);
  const compared = open.filter((one) => isNew(one) || isOld(one));
  const merging: Pair[] = [];
  const summarising: Pair[] = [];
  for (let from = 0; from < compared.length; from += step) {
    const some = compared.slice(from, from + step);
    const near = await findNear(some);
    for (const [index, one] of some.entries()) {
      for (const [rank, { id, similarity }] of (near[index] ?? []).entries()) {
        const other = byId.get(id);
        if (!other || other === one) continue;
        const pair = { one: one.memory.id, other: id, score: similarity ?? -rank };
        const isAsked = mayBeMerged(one, other) || mayBeSettled(inOrder(one, other));
        if (isNew(one) && isAsked) merging.push(pair);
        if (isOld(one) && mayBeSummarised(one, other, now)) summarising.push(pair);
      }
    }
    onProgress?.({ done: Math.min(from + step, compared.length), total: compared.length });
    await nextTick();
  }
  const batches = (question: 'merge' | 'summarise', pairs: Pair[], least: number) => {
    const groups = formGroups(pairs, groupSize).filter(({ length }) => length >= least);
    return inBatches(groups, batchSize).map((some) => ({ question, groups: some }));
  };
  return [...batches('merge', merging, 2), ...batches('summarise', summarising, leastSummarised)];
}

/** Returns the plan with the model's answer to one call. */
async function answered(
  plan: PlanProgress,
  { question, groups }: PlanProgress['batches'][number],
  input: PlanInput & { known: Known; asked: Asked },
): Promise<PlanProgress> {
  if (question === 'contradictions') return settled(plan, groups, input);
  const { known, compare, randomId, onProgress, asked } = input;
  const taken = new Set(targetsOf(plan.actions));
  const open = groups
    .map((group) => group.flatMap((id) => (taken.has(id) ? [] : (known.get(id) ?? []))))
    .filter(({ length }) => length >= (question === 'merge' ? 2 : leastSummarised));
  const nothing = { found: [], contradictions: [] };
  const { found, contradictions } = open.length === 0 ? nothing : await askAboutGroups(question, open, asked);
  const drafts = found.map((one) =>
    question === 'merge' ? planMerge(one, randomId(), compare) : planSummary(one, randomId(), compare),
  );
  // a call of its own, so that this answer is kept first
  const pairs = contradictionsOf(contradictions, found).map(({ earlier, later }) => [
    earlier.memory.id,
    later.memory.id,
  ]);
  const next: PlanProgress['batches'] =
    pairs.length === 0 ? [] : [{ question: 'contradictions', groups: pairs }];
  const batches = plan.batches.toSpliced(plan.asked + 1, 0, ...next);
  onProgress?.({ done: plan.asked + 1, total: batches.length });
  return {
    ...plan,
    batches,
    asked: plan.asked + 1,
    actions: [
      ...plan.actions,
      ...drafts.filter((draft) => typeof draft !== 'string').map((draft) => counted(draft, known)),
    ],
    refused: [...plan.refused, ...drafts.filter((draft) => typeof draft === 'string')],
  };
}

/** Returns the plan with the answers about contradictions, before the merges; what they end or dispute is not merged. */
async function settled(
  plan: PlanProgress,
  groups: string[][],
  { known, settle, asked, onProgress }: PlanInput & { known: Known; asked: Asked },
): Promise<PlanProgress> {
  const named = groups.flatMap(([one = '', other = '']): [ListedMemory, ListedMemory][] => {
    const [left, right] = [known.get(one), known.get(other)];
    return left && right ? [[left, right]] : [];
  });
  const pairs = contradictionsOf(named, []);
  const drafts =
    pairs.length === 0 ? [] : planContradictions(pairs, await settle(pairs, asked), asked.timeZone);
  const apart = unmergeable(drafts);
  const isLeft = ({ kind, targets }: PlannedAction): boolean =>
    kind !== 'merge' || !targets.some(({ id }) => apart.has(id));
  const dropped = plan.actions.filter((one) => !isLeft(one));
  onProgress?.({ done: plan.asked + 1, total: plan.batches.length });
  return {
    ...plan,
    asked: plan.asked + 1,
    actions: [...drafts.map((draft) => counted(draft, known)), ...plan.actions.filter(isLeft)],
    refused: [...plan.refused, ...dropped.map(() => 'one of the memories contradicts another one')],
  };
}

/** Returns the plan with what needs no model: rescoring, and archiving what exceeds the budget. */
function whole(plan: PlanProgress, known: Known, { now, budget }: PlanInput): PlanProgress {
  const taken = new Set(targetsOf(plan.actions));
  const rest = [...known.values()].filter(({ memory }) => !taken.has(memory.id));
  const size = sizeAfter(plan);
  const archived = archiveWeakest(rest, size, budget);
  const gone = new Set(archived.map(({ memory }) => memory.id));
  const rescored = rest.flatMap((one) => {
    const change = gone.has(one.memory.id) ? null : rescore(one, now);
    return change ? [draftOf('rescore', one, change)] : [];
  });
  const reason = `above the project's budget of ${budget.memories} memories or ${budget.tokens} tokens`;
  const archiving = archived.map((one) => draftOf('archive', one, { importance: null, reason }));
  return {
    ...plan,
    isWhole: true,
    actions: [...plan.actions, ...[...rescored, ...archiving].map((draft) => counted(draft, known))],
  };
}

/** Actions that end nothing. */
const staying: ReadonlySet<PlannedAction['kind']> = new Set(['rescore', 'dispute']);

/** Returns the size of the project after all of these actions. */
export function sizeAfter({ before, actions }: Pick<PlanProgress, 'before' | 'actions'>): Size {
  const size = { ...before };
  for (const { kind, targets, keepId, written, tokensBefore, tokensAfter } of actions) {
    size.tokens += tokensAfter - tokensBefore;
    if (!staying.has(kind)) size.memories += (written || keepId ? 1 : 0) - targets.length;
  }
  return size;
}

const draftOf = (
  kind: 'rescore' | 'archive',
  one: ListedMemory,
  change: { importance: number | null; reason: string },
): Draft => ({ kind, targets: [targetOf(one)], keepId: null, written: null, ...change });

function counted(draft: Draft, known: Known): PlannedAction {
  const targets = draft.targets.flatMap(({ id }) => known.get(id) ?? []);
  const left = targets.filter(({ memory }) => memory.id === draft.keepId || staying.has(draft.kind));
  const written = draft.written ? countTokens(draft.written.content) : 0;
  return { ...draft, tokensBefore: tokensOf(targets), tokensAfter: tokensOf(left) + written };
}

const tokensOf = (some: { tokens: number }[]): number => some.reduce((sum, { tokens }) => sum + tokens, 0);

const targetsOf = (actions: PlannedAction[]): string[] =>
  actions.flatMap(({ targets }) => targets.map(({ id }) => id));

/** Splits groups into batches of at most `size` memories; a group is never split. */
function inBatches(groups: string[][], size: number): string[][][] {
  const batches: string[][][] = [];
  let count = size;
  for (const group of groups) {
    count += group.length;
    if (count > size) {
      batches.push([]);
      count = group.length;
    }
    batches.at(-1)?.push(group);
  }
  return batches;
}
