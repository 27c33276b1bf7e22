import { onlySecretReason } from '../redaction/only-secret.ts';
import { oneLine } from '../text/one-line.ts';
import type { Placement } from './budget.ts';
import type { RankedHit, Standing } from './rank.ts';
import type { Related } from './related.ts';
import { evidenceIn, type Judgement } from './relevance.ts';

/** Explains why a hit was or was not injected. `placement` is undefined for a hit that was not kept. */
export function reasonFor(hit: RankedHit, placement: Placement | undefined): string {
  return hit.standing === 'kept' ? whenKept[placement ?? 'no_room'](hit) : whenNotKept[hit.standing](hit);
}

const whenNotKept: Record<Exclude<Standing, 'kept'>, (hit: RankedHit) => string> = {
  excluded: () => 'excluded from this session',
  shown: (hit) => `in another part of the prompt: ${cause(hit)}`,
  only_secret: () => onlySecretReason,
  irrelevant: (hit) => `below the threshold: ${evidenceFor(hit)}`,
  repeats: () => 'says the same as a memory that ranks higher or stands in every prompt',
  far_below: (hit) => `relevant, but far below the best: ${evidenceFor(hit)}`,
  out_ranked: ({ place }) => `relevant, but out-ranked: place ${place}`,
};

const whenKept: Record<Placement, (hit: RankedHit) => string> = {
  content: (hit) => `injected: ${cause(hit)}`,
  title: (hit) => `injected by its title, the text did not fit the budget: ${cause(hit)}`,
  no_room: ({ place }) => `relevant (place ${place}), but over the budget`,
  repeats: () => 'reads like a memory that ranks higher',
  illegible: () => 'nothing legible is left of its text',
};

/** Explains why a related memory was or was not injected. */
export function reasonForRelated(related: Related, placement: Placement): string {
  return whenRelated[placement](relationOf(related));
}

const whenRelated: Record<Placement, (relation: string) => string> = {
  content: (relation) => `injected: ${relation}`,
  title: (relation) => `injected by its title, the text did not fit the budget: ${relation}`,
  no_room: (relation) => `related (${relation}), but over the budget`,
  repeats: (relation) => `related (${relation}), but reads like another memory in the block`,
  illegible: () => 'nothing legible is left of its text',
};

/** Characters that stand for the title of a memory without one. */
const shortest = 60;

function relationOf({ of, kind, direction }: Related): string {
  const name = JSON.stringify(oneLine(of.title ?? of.content.slice(0, shortest).toWellFormed()));
  return direction === 'to' ? `${kind} of ${name}` : `${name} is its ${kind}`;
}

/** Explains why a hit counts as relevant: an overview, its figures, or a pin. */
export function cause(hit: RankedHit): string {
  if (hit.legs.includes('overview')) {
    const { importance, strength } = hit.memory;
    return `all of it was asked for: importance ${importance}, strength ${strength.toFixed(2)}`;
  }
  if (hit.legs.includes('pinned') && !hit.judgement.isRelevant) return 'pinned';
  return hit.judgement.isRelevant ? evidenceFor(hit) : `beside what is relevant: ${evidenceFor(hit)}`;
}

/** Describes the figures behind a judgement: similarity, word score, and the sum of evidence. */
export function evidenceFor({ similarity, wordScore, judgement }: RankedHit): string {
  const vector = similarity === null ? 'no similarity to go by' : `similarity ${similarity.toFixed(2)}`;
  const words = wordScore === null ? 'no word shared' : `word score ${wordScore.toFixed(2)}`;
  const time = judgement.timeEvidence > 0 ? ', of the time asked for' : '';
  return `${vector}, ${words}${time}; evidence ${sum(judgement)} of ${neededOf(judgement)} needed`;
}

/** Rounded up, so that insufficient evidence never reads as sufficient. */
const neededOf = ({ needed }: Judgement): string => (Math.ceil(needed * 100 - 1e-6) / 100).toFixed(2);

const sum = (judgement: Judgement): string =>
  // rounded down, for the same reason
  (Math.floor(evidenceIn(judgement) * 100) / 100).toFixed(2);
