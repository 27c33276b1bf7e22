import type { Hit } from '../types.ts';
import { fitToBudget, type Placement } from './budget.ts';
import type { RelatedMatch } from '../store/matching.ts';
import { plainHit, type RankedHit } from './rank.ts';
import { reasonFor, reasonForRelated } from './reason.ts';
import { addRelated } from './related-lines.ts';
import { relatedTo, type Related } from './related.ts';

/** A memory that a leg found, and whether and why it was injected. */
export type RecalledMemory = Hit & { injected: boolean; reason: string };

export type Selection = {
  /** '' if nothing is injected. */
  block: string;
  /** Tokens of the block. */
  tokens: number;
  /** The kept hits, then the memories related to them. */
  memories: RecalledMemory[];
  /** The other hits, in the given order. */
  misses: RecalledMemory[];
};

/**
 * Fits the kept hits into the budget (tokens), then the memories related to them into what is left, and gives each
 * its reason.
 */
export function select(
  { hits, related }: { hits: RankedHit[]; related: RelatedMatch[] },
  budget: number,
  context: { project: string | null; now: Date; timeZone: string; exclude: ReadonlySet<string> },
): Selection {
  const kept = hits.filter(({ standing }) => standing === 'kept');
  const found = fitToBudget(
    kept.map(({ memory }) => memory),
    budget,
    context,
  );
  const inBlock = new Set(found.lines.map(({ id }) => id));
  const brought = relatedTo(
    kept.flatMap(({ memory }) => (inBlock.has(memory.id) ? [memory] : [])),
    related,
    hits,
    context.exclude,
  );
  const { block, tokens, placements } = addRelated(found, brought, budget, context);
  const isBrought = new Set(brought.map(({ memory }) => memory.id));
  const rest = hits.filter(({ memory }) => !isBrought.has(memory.id));
  const recalled = (isKept: boolean) =>
    rest
      .filter(({ standing }) => (standing === 'kept') === isKept)
      .map((hit) => toRecalled(hit, placements.get(hit.memory.id)));
  return {
    block,
    tokens,
    memories: [
      ...recalled(true),
      ...brought.map((one) => toBrought(one, hits, placements.get(one.memory.id))),
    ],
    misses: recalled(false),
  };
}

function toBrought(related: Related, hits: RankedHit[], placement: Placement = 'no_room'): RecalledMemory {
  const { memory } = related;
  const hit = hits.find((one) => one.memory.id === memory.id);
  const figures = hit ? plainHit(hit) : { memory, similarity: null, wordScore: null, legs: [], score: 0 };
  return {
    ...figures,
    legs: [...figures.legs, 'related'],
    injected: placement === 'content' || placement === 'title',
    reason: reasonForRelated(related, placement),
  };
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
