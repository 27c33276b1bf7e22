import { scopeOf } from '../namespaces.ts';
import type { MemoryOptions } from '../options.ts';
import type { Clock } from '../ports.ts';
import type { Store } from '../store/store.ts';
import type { Hit, Memory } from '../types.ts';
import { findRanked, prepareQuery, type FindDependencies, type FindInput, type Prepared } from './find.ts';
import { objectionTo, type Objection } from './objection.ts';
import { overviewScopes } from './overview.ts';
import type { RankedHit, Standing } from './rank.ts';
import { reasonFor } from './reason.ts';
import { checkedBudget, toFindInput, type RecallInput } from './recall.ts';
import { select } from './select.ts';

export type ExplainInput = RecallInput & { memoryId: string };

export type Explanation = {
  verdict: 'injected' | 'over_budget' | Exclude<Standing, 'kept'> | Objection['verdict'];
  /** The verdict in plain words, with its figures. */
  reason: string;
  /** Null when there is none, or none that may be read for this project. */
  memory: Memory | null;
  /** Its figures for this question; null when it never came to that. */
  hit: Hit | null;
  /** Its place among what is relevant, from 1; null when no leg brought it that far. */
  place: number | null;
  degraded: string[];
};

type Dependencies = FindDependencies & {
  store: FindDependencies['store'] & Pick<Store, 'getMemory'>;
  clock: Clock;
  options: MemoryOptions;
};

/**
 * Why a memory is, or is not, in the prompt of a message: the same search and selection as `recall`, then the state of
 * the memory itself, then its figures. Touches nothing. Throws what the store throws, and `invalid_input`.
 */
export function createExplain(dependencies: Dependencies) {
  const { store, options, clock } = dependencies;

  return async function explain(input: ExplainInput): Promise<Explanation> {
    const budget = checkedBudget(input.budgetTokens ?? options.retrieval.tokenBudget);
    const wanted = toFindInput(input, options.retrieval.limit);
    const prepared = await prepareQuery(dependencies, wanted);
    const { degraded } = prepared.embedded;
    const { hits: ranked, needed } = await findRanked(dependencies, prepared, wanted);
    const found = ranked.find(({ memory }) => memory.id === input.memoryId);
    if (found) return { ...explainFound(found, ranked, budget, input.project), degraded };
    const memory = await store.getMemory(input.memoryId);
    const objection = objectionTo(memory, {
      project: input.project,
      now: clock.now(),
      fadedBelow: options.decay.threshold,
    });
    if (memory === null || objection !== null) return { ...withoutFigures(memory, objection), degraded };
    if (prepared.overview !== null) {
      return { ...explainLeftOut(memory, overviewScopes(prepared.overview, input.project)), degraded };
    }
    return { ...explainMissed(memory, await figuresOf(memory, prepared, { ...wanted, needed })), degraded };
  };

  /** Searches once more for the memory alone, without thresholds. */
  async function figuresOf(
    memory: Memory,
    prepared: Prepared,
    wanted: FindInput,
  ): Promise<RankedHit | undefined> {
    const { hits } = await findRanked(dependencies, prepared, { ...wanted, only: memory.id });
    return hits.find((hit) => hit.memory.id === memory.id);
  }
}

type WithoutDegraded = Omit<Explanation, 'degraded'>;

function explainFound(
  hit: RankedHit,
  ranked: RankedHit[],
  budget: number,
  project: string | null,
): WithoutDegraded {
  const selected = select(ranked, budget, project).memories[ranked.indexOf(hit)];
  const verdict = hit.standing !== 'kept' ? hit.standing : selected?.injected ? 'injected' : 'over_budget';
  return {
    verdict,
    reason: selected?.reason ?? reasonFor(hit, undefined),
    memory: hit.memory,
    hit: toPlainHit(hit),
    place: hit.place,
  };
}

/** Of an overview: it has room for the most important ones of what it is about. */
function explainLeftOut(memory: Memory, scopes: string[]): WithoutDegraded {
  return scopes.includes(scopeOf(memory.namespace))
    ? {
        verdict: 'out_ranked',
        reason: `all of it was asked for, but out-ranked: importance ${memory.importance}, strength ${memory.strength.toFixed(2)}`,
        memory,
        hit: null,
        place: null,
      }
    : {
        verdict: 'irrelevant',
        reason: `all of ${scopes.join(', ')} was asked for, and it is filed elsewhere`,
        memory,
        hit: null,
        place: null,
      };
}

function explainMissed(memory: Memory, hit: RankedHit | undefined): WithoutDegraded {
  if (hit === undefined) {
    const reason = 'no leg finds it: no similarity to go by, and no word shared';
    return { verdict: 'irrelevant', reason, memory, hit: null, place: null };
  }
  if (hit.standing !== 'kept') {
    const reason = reasonFor(hit, undefined);
    return { verdict: hit.standing, reason, memory, hit: toPlainHit(hit), place: null };
  }
  const reason = 'relevant, but out-ranked: each leg found enough that is nearer';
  return { verdict: 'out_ranked', reason, memory, hit: toPlainHit(hit), place: null };
}

function withoutFigures(memory: Memory | null, objection: Objection | null): WithoutDegraded {
  const { verdict, reason, mayBeSeen } = objection ?? { verdict: 'not_found', reason: '', mayBeSeen: false };
  return { verdict, reason, memory: mayBeSeen ? memory : null, hit: null, place: null };
}

const toPlainHit = ({ memory, similarity, wordScore, legs, score }: RankedHit): Hit => ({
  memory,
  similarity,
  wordScore,
  legs,
  score,
});
