import type { Hit } from '../types.ts';
import { fitToBudget, type Placement } from './budget.ts';
import { plainHit, type RankedHit } from './rank.ts';
import { reasonFor } from './reason.ts';

/** A memory that a leg found, and what became of it. */
export type RecalledMemory = Hit & { injected: boolean; reason: string };

export type Selection = {
  /** '' when nothing is injected. */
  block: string;
  /** Of the block. */
  tokens: number;
  /** All hits, in the given order. */
  memories: RecalledMemory[];
};

/** Fits the kept hits into the budget (tokens) and gives each hit its reason. */
export function select(
  ranked: RankedHit[],
  budget: number,
  context: { project: string | null; now: Date },
): Selection {
  const kept = ranked.filter(({ standing }) => standing === 'kept').map(({ memory }) => memory);
  const { block, tokens, placements } = fitToBudget(kept, budget, context);
  return { block, tokens, memories: ranked.map((hit) => toRecalled(hit, placements.get(hit.memory.id))) };
}

function toRecalled(hit: RankedHit, placement: Placement | undefined): RecalledMemory {
  // a repeated id comes after the kept one and shares its placement
  const own = hit.standing === 'kept' ? placement : undefined;
  return {
    ...plainHit(hit),
    injected: own === 'content' || own === 'title',
    reason: reasonFor(hit, own),
  };
}
