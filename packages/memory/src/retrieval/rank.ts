import type { EmbeddingThresholds } from '../ports.ts';
import { scopeOf } from '../namespaces.ts';
import { isOnlySecret } from '../redaction/only-secret.ts';
import type { Match } from '../store/matching.ts';
import type { Hit, Leg } from '../types.ts';
import { neededEvidence, neededWithoutWords } from './needed-evidence.ts';
import { evidenceOf, judge, type Judgement } from './relevance.ts';

/**
 * What became of a match. `kept`: among the best; `repeats`: a kept memory has the same text; `out_ranked`: relevant, but
 * beyond the limit; `irrelevant`: not enough evidence; `excluded`: left out by the caller; `only_secret`: redaction left nothing of it.
 */
export type Standing = 'kept' | 'repeats' | 'out_ranked' | 'irrelevant' | 'excluded' | 'only_secret';

export type RankedHit = Hit & {
  judgement: Judgement;
  standing: Standing;
  /** 1 for the best of the relevant or pinned memories; null for the others. */
  place: number | null;
};

/** The hit without what only the ranking needs. */
export const plainHit = ({ memory, similarity, wordScore, legs, score }: RankedHit): Hit => ({
  memory,
  similarity,
  wordScore,
  legs,
  score,
});

export type RankInput = {
  thresholds: EmbeddingThresholds | null;
  /** Words of the question, as `Query` counts them. */
  wordCount: number;
  /** How many are kept besides the pinned ones. */
  limit: number;
  /** Ids that must not be kept. */
  exclude: ReadonlySet<string>;
  /** Keeps also what is not relevant, as long as it shares a word or is above the noise floor: a search by people. */
  keepsAll?: boolean;
  /** Pinned memories are kept whatever the question. */
  keepPinned: boolean;
  /** The evidence needed, when an earlier search determined it; else it is computed from these matches. */
  needed?: number | undefined;
  /** The scopes of an overview; null: an ordinary search. */
  overviewScopes?: string[] | null;
};

export type Ranking = {
  /** All matches, the kept ones first. */
  hits: RankedHit[];
  /** The evidence that each needed. */
  needed: number;
};

/**
 * Fuses the legs: relevance × current strength, ties by importance, then recency. Pinned memories come first and do not
 * count towards the limit. Deterministic and pure.
 */
export function rank(matches: Match[], input: RankInput): Ranking {
  const needed = input.needed ?? neededBy(matches, input);
  const sorted = matches.map((match) => toHit(match, { ...input, needed })).toSorted(byRank);
  const statements = new Set<string>();
  let place = 0;
  let others = 0;
  for (const hit of sorted) {
    if (hit.standing !== 'kept') continue;
    if (statements.has(hit.memory.contentHash)) {
      hit.standing = 'repeats';
      continue;
    }
    statements.add(hit.memory.contentHash);
    place += 1;
    hit.place = place;
    if (hit.legs.includes('pinned')) continue;
    others += 1;
    if (others > input.limit) hit.standing = 'out_ranked';
  }
  return {
    hits: sorted.toSorted((a, b) => Number(b.standing === 'kept') - Number(a.standing === 'kept')),
    needed,
  };
}

function neededBy(matches: Match[], input: RankInput): number {
  const byStatement = new Map(
    matches.map((match) => {
      const { vectorEvidence, wordEvidence } = evidenceOf(match, input);
      return [match.memory.contentHash, vectorEvidence + wordEvidence];
    }),
  );
  const needed = neededEvidence(matches[0]?.searched ?? 0, [...byStatement.values()]);
  return input.wordCount === 0 ? Math.max(neededWithoutWords, needed) : needed;
}

function toHit(match: Match, input: RankInput & { needed: number }): RankedHit {
  const judgement = judge(match, input);
  const isOverview = isOfOverview(match.memory, input);
  const isWanted =
    judgement.isRelevant ||
    isOverview ||
    (input.keepPinned && match.memory.pinned) ||
    (input.keepsAll === true && isAboveNoise(match, input.thresholds));
  // in an overview everything is equally relevant, so importance decides
  const weight = isOverview ? match.memory.importance / highestImportance : judgement.relevance;
  return {
    memory: match.memory,
    similarity: match.similarity,
    wordScore: match.wordScore,
    legs: [...legsOf(match, input), ...(isOverview ? (['overview'] as const) : [])],
    // rounded, so that importance and recency decide between near equals
    score: Math.round(weight * match.memory.strength * 1_000) / 1_000,
    judgement,
    standing: standingOf(match.memory, isWanted, input),
    place: null,
  };
}

const isAboveNoise = ({ similarity, wordScore }: Match, thresholds: EmbeddingThresholds | null): boolean =>
  wordScore !== null || (similarity !== null && thresholds !== null && similarity >= thresholds.noiseFloor);

function standingOf({ id, content }: Match['memory'], isWanted: boolean, { exclude }: RankInput): Standing {
  if (exclude.has(id)) return 'excluded';
  if (isOnlySecret(content)) return 'only_secret';
  return isWanted ? 'kept' : 'irrelevant';
}

/** Whether a match belongs to the overview itself, and is not just pinned elsewhere. */
const isOfOverview = (
  { namespace, pinned }: Match['memory'],
  { overviewScopes, keepPinned }: RankInput,
): boolean =>
  Boolean(overviewScopes) &&
  (overviewScopes?.includes(scopeOf(namespace)) === true || !(keepPinned && pinned));

const highestImportance = 10;

/** From here on a memory comes by its importance too. */
const highImportance = 8;

function legsOf(match: Match, { thresholds, keepPinned }: RankInput): Leg[] {
  const { memory, similarity, wordScore, sharesRareWord } = match;
  const known = similarity !== null && thresholds !== null;
  const legs: Leg[] = [];
  if (known && similarity >= thresholds.retrieval) legs.push('vector');
  if (wordScore !== null) legs.push('words');
  if (
    memory.importance >= highImportance &&
    ((known && similarity >= thresholds.noiseFloor) || sharesRareWord)
  ) {
    legs.push('importance');
  }
  if (keepPinned && memory.pinned) legs.push('pinned');
  return legs;
}

function byRank(a: RankedHit, b: RankedHit): number {
  return (
    Number(b.legs.includes('pinned')) - Number(a.legs.includes('pinned')) ||
    b.score - a.score ||
    b.memory.importance - a.memory.importance ||
    b.memory.createdAt.getTime() - a.memory.createdAt.getTime() ||
    (a.memory.id < b.memory.id ? -1 : 1)
  );
}
