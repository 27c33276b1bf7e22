import type { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { scopeOf } from '../namespaces.ts';
import type { Clock } from '../ports.ts';
import type { MemoryRecord } from '../store/memories.ts';
import type { Store } from '../store/store.ts';
import { fadedBelow } from '../store/upkeep.ts';
import type { Hit } from '../types.ts';
import { exclusionOf, type Exclusion } from './exclusion.ts';
import { hybridSearch, isNarrowed, prepareQuery, type SearchDependencies } from './hybrid-search.ts';
import { overviewScopes } from './overview.ts';
import { plainHit, type RankedHit, type Standing } from './rank.ts';
import { reasonFor } from './reason.ts';
import { checkedBudget, recallInput, toSearchInput } from './recall.ts';
import { select, type RecalledMemory } from './select.ts';
import { besideShown } from './recall-standing.ts';
import { readStanding, whyStanding } from './standing.ts';

export const explainInput = recallInput.omit({ preview: true }).extend({ memoryId: fields.id });
export type ExplainInput = z.input<typeof explainInput>;

export type Explanation = {
  verdict: 'injected' | 'over_budget' | Exclude<Standing, 'kept' | 'shown'> | Exclusion['verdict'];
  /** Why, in plain words and with figures. */
  reason: string;
  /** Null if it does not exist, or this project may not read it. */
  memory: MemoryRecord | null;
  /** Its figures for this question; null if it was never scored. */
  hit: Hit | null;
  /** Its place among the relevant memories, from 1; null if it is not among them. */
  place: number | null;
  degraded: string[];
};
type Verdict = Pick<Explanation, 'verdict' | 'reason'>;

type Dependencies = SearchDependencies & {
  store: SearchDependencies['store'] & Pick<Store, 'getMemory'>;
  clock: Clock;
};

/**
 * Explains why a memory is, or is not, in the prompt of a message: reads what every prompt shows, runs the same search
 * and selection as `recall`, then checks the state of the memory, then its figures. Changes nothing. Throws what the store throws, and
 * `invalid_input`.
 */
export async function explain(dependencies: Dependencies, input: ExplainInput): Promise<Explanation> {
  const { store, options, clock } = dependencies;
  const { project, agent, memoryId } = input;
  const budget = checkedBudget('budgetTokens', input.budgetTokens ?? options.retrieval.tokenBudget);
  const standing = await readStanding(store, input, {
    budget: checkedBudget('standingTokens', input.standingTokens ?? options.retrieval.standingTokens),
    milliseconds: options.retrieval.searchTimeout,
    timeZone: options.timeZone,
  });
  const shown = new Set(standing.told.map(({ id }) => id));
  const wanted = {
    ...toSearchInput(input, options.retrieval.limit),
    now: clock.now(),
    shown: Promise.resolve(shown),
  };
  const prepared = await prepareQuery(dependencies, wanted);
  const nothing = { memory: null, hit: null, place: null, degraded: prepared.embedded.degraded };

  const { hits, related, needed } = await hybridSearch(dependencies, prepared, wanted);
  const found = hits.find(({ memory }) => memory.id === memoryId);
  const said = [...standing.told, ...standing.lines.map((line) => line.memory)].find(
    ({ id }) => id === memoryId,
  );
  if (said) {
    const hit = found ? plainHit(found) : null;
    return { ...nothing, verdict: 'injected', reason: whyStanding(said), memory: said, hit };
  }
  const context = {
    ...{ project, now: clock.now(), timeZone: options.timeZone },
    exclude: new Set([...wanted.exclude, ...shown]),
  };
  const others = besideShown(hits, standing.told);
  const { memories, misses } = select({ hits: others, related }, budget, context);
  const recalled = [...memories, ...misses].find((one) => one.memory.id === memoryId);
  if (recalled) {
    return {
      ...nothing,
      ...verdictOf(recalled, found),
      memory: recalled.memory,
      hit: found ? plainHit(found) : null,
      place: found?.place ?? null,
    };
  }

  const memory = await store.getMemory(memoryId);
  const exclusion = exclusionOf(memory, { project, agent, now: clock.now(), fadedBelow });
  if (exclusion) {
    const { mayBeSeen, ...verdict } = exclusion;
    return { ...nothing, ...verdict, memory: mayBeSeen ? memory : null };
  }
  if (memory && prepared.overview !== null) {
    return { ...nothing, ...verdictInOverview(memory, overviewScopes(prepared.overview, project)), memory };
  }
  // search again for this memory alone, without thresholds
  const alone = await hybridSearch(dependencies, prepared, { ...wanted, needed, only: memoryId });
  const missed = alone.hits.find((hit) => hit.memory.id === memoryId);
  if (!missed && isNarrowed(wanted)) {
    const whole = { ...wanted, filter: {}, needed, only: memoryId };
    const { hits: unfiltered } = await hybridSearch(dependencies, prepared, whole);
    const left = unfiltered.find((hit) => hit.memory.id === memoryId);
    const reason = 'the filter leaves it out';
    if (left) return { ...nothing, verdict: 'excluded', reason, memory, hit: plainHit(left) };
  }
  return { ...nothing, ...verdictOfMissed(missed), memory, hit: missed ? plainHit(missed) : null };
}

/** The verdict on a memory that was found, or is related to one in the block. */
function verdictOf({ injected, legs, reason }: RecalledMemory, found: RankedHit | undefined): Verdict {
  if (injected) return { verdict: 'injected', reason };
  if (!found || found.standing === 'kept' || found.standing === 'shown' || legs.includes('related'))
    return { verdict: 'over_budget', reason };
  return { verdict: found.standing, reason };
}

/** The verdict for an overview, which shows only the most important memories of its subject. */
function verdictInOverview({ namespace, importance, strength }: MemoryRecord, scopes: string[]): Verdict {
  if (!scopes.includes(scopeOf(namespace))) {
    const reason = `all of ${scopes.join(', ')} was asked for, and it is filed elsewhere`;
    return { verdict: 'irrelevant', reason };
  }
  const figures = `importance ${importance}, strength ${strength.toFixed(2)}`;
  return { verdict: 'out_ranked', reason: `all of it was asked for, but out-ranked: ${figures}` };
}

function verdictOfMissed(hit: RankedHit | undefined): Verdict {
  if (!hit) {
    return { verdict: 'irrelevant', reason: 'no leg finds it: no similarity to go by, and no word shared' };
  }
  if (hit.standing !== 'kept' && hit.standing !== 'shown')
    return { verdict: hit.standing, reason: reasonFor(hit, undefined) };
  return { verdict: 'out_ranked', reason: 'relevant, but out-ranked: each leg found enough that is nearer' };
}
