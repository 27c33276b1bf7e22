import type { EmbeddingThresholds } from '../ports.ts';
import { scopeOf } from '../namespaces.ts';
import type { Match } from '../store/store.ts';
import type { Hit, Leg } from '../types.ts';
import { neededEvidence } from './needed-evidence.ts';
import { evidenceOf, highImportance, judge, type Judgement } from './relevance.ts';

/**
 * What became of a match. `kept`: among the best; `repeats`: another kept memory says the same; `out_ranked`: relevant, but
 * behind the limit; `irrelevant`: its evidence is below what is needed; `excluded`: the caller left it out.
 */
export type Standing = 'kept' | 'repeats' | 'out_ranked' | 'irrelevant' | 'excluded';

export type RankedHit = Hit & {
  judgement: Judgement;
  standing: Standing;
  /** 1 for the best of those that are relevant (or pinned); null for the others. */
  place: number | null;
};

/** Without what the ranking needs beside it. */
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
  /** How many are kept beside the pinned ones. */
  limit: number;
  /** Ids that must not be kept. */
  exclude: ReadonlySet<string>;
  /** Pinned memories are kept whatever the question is. */
  keepPinned: boolean;
  /** The evidence that is needed, where another search showed it; without it these matches do. */
  needed?: number | undefined;
  /** Whose memories are all asked for; null: the question is searched for. */
  overviewScopes?: string[] | null;
};

export type Ranking = {
  /** All matches, the kept ones first. */
  hits: RankedHit[];
  /** The evidence that a memory of no high importance needed. */
  needed: number;
};

/**
 * Fuses what the legs found: relevance × strength now, ties by importance, then recency. Pinned ones come first
 * and beside the limit. Deterministic; changes nothing it is given.
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

/** What a message of talk alone needs, whose vector is one of talk too: what it meets by chance seldom reaches it, "How old am I?" does. */
const neededWithoutWords = 1.4;

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
  const isWanted = judgement.isRelevant || isOverview || (input.keepPinned && match.memory.pinned);
  // of an overview nothing is more relevant than the rest, only more important
  const weight = isOverview ? match.memory.importance / highestImportance : judgement.relevance;
  return {
    memory: match.memory,
    similarity: match.similarity,
    wordScore: match.wordScore,
    legs: [...legsOf(match, input), ...(isOverview ? (['overview'] as const) : [])],
    // three places are more than the figures mean, and let importance and recency decide between equals
    score: Math.round(weight * match.memory.strength * 1_000) / 1_000,
    judgement,
    standing: input.exclude.has(match.memory.id) ? 'excluded' : isWanted ? 'kept' : 'irrelevant',
    place: null,
  };
}

/** What an overview brought, but for what is pinned elsewhere. */
const isOfOverview = (
  { namespace, pinned }: Match['memory'],
  { overviewScopes, keepPinned }: RankInput,
): boolean =>
  Boolean(overviewScopes) &&
  (overviewScopes?.includes(scopeOf(namespace)) === true || !(keepPinned && pinned));

const highestImportance = 10;

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
