import type { EmbeddingThresholds } from '../ports.ts';
import { scopeOf } from '../namespaces.ts';
import { isOnlySecret } from '../redaction/only-secret.ts';
import type { Match } from '../store/matching.ts';
import type { Hit, Leg, Period } from '../types.ts';
import { newerFirst } from './newer-first.ts';
import { neededEvidence } from './needed-evidence.ts';
import { evidenceOfLegs, judge, type Judgement } from './relevance.ts';

/**
 * The outcome of a match. `kept`: among the best; `repeats`: a kept memory has the same text; `out_ranked`: relevant,
 * but beyond the limit; `far_below`: relevant, but far below the best; `irrelevant`: not enough evidence; `excluded`: left out by the
 * caller; `shown`: another part of the prompt shows it; `only_secret`: redaction left nothing of it.
 */
export type Standing =
  | 'kept'
  | 'repeats'
  | 'out_ranked'
  | 'far_below'
  | 'irrelevant'
  | 'excluded'
  | 'shown'
  | 'only_secret';

export type RankedHit = Hit & {
  judgement: Judgement;
  standing: Standing;
  /** How well it answers, before fading: its relevance, and what its session tells. */
  fit: number;
  /** 1 for the best of the relevant or pinned memories; null for the others. */
  place: number | null;
};

/** Returns the hit without the fields that only the ranking needs. */
export const plainHit = ({ memory, similarity, wordScore, legs, score }: RankedHit): Hit => ({
  memory,
  similarity,
  wordScore,
  legs,
  score,
});

export type RankInput = {
  thresholds: EmbeddingThresholds | null;
  /** The number of words of the question, as in `Query`. */
  wordCount: number;
  /** The maximum number of kept memories besides the pinned ones. */
  limit: number;
  /** The times asked for, as in `Query`. */
  times?: readonly Period[];
  /** Whether nothing but them is asked for. */
  asksOnlyTimes?: boolean;
  /** Ids of memories that are not kept. */
  exclude: ReadonlySet<string>;
  /** Ids of memories that other parts of the prompt show. */
  shown?: ReadonlySet<string>;
  /**
   * Also keeps matches that are not relevant, if they share a word or are above the noise floor. For searches by
   * people and tools.
   */
  keepsAll?: boolean;
  /** Whether all of something is asked for, or their number. */
  asksForSeveral?: boolean;
  /** Keeps pinned memories, whatever the question. */
  keepPinned: boolean;
  /** The evidence needed, if an earlier search determined it; otherwise it is computed from these matches. */
  needed?: number | undefined;
  /** The scopes of an overview; null: an ordinary search. */
  overviewScopes?: string[] | null;
};

export type Ranking = {
  /** All matches, the kept ones first. */
  hits: RankedHit[];
  /** The evidence that each match needed. */
  needed: number;
};

// Chosen on all questions of public conversations; docs/search.md has the ablation.

/**
 * The weight of the best other memory of the same session, relative to the memory's own: what was learnt on one occasion is about one
 * thing, and an answer seldom repeats the question's words.
 */
const sessionPart = 0.3;
/** Memories whose scores differ by less are near-equal. */
const nearEqual = 0.9;
/** Where the score falls off: a memory comes that fits at least this share as well as the best. */
const fallOff = 0.45;
/** The same where all of something is asked for, of which each memory tells one. */
const fallOffOfSeveral = 0.25;

/**
 * Fuses the legs: sorts by fit × current strength, near-equal memories by recency, and those of the same time by importance; an overview by
 * importance, then by recency. Pinned memories come first and do not count towards the limit. If one memory is relevant, those come with it
 * that fit nearly as well, down to where the score falls off. Pure and deterministic.
 */
export function rank(matches: Match[], input: RankInput): Ranking {
  const needed = input.needed ?? neededBy(matches, input);
  const hits = withSessions(matches.map((match) => toHit(match, { ...input, needed })));
  if (input.keepsAll !== true && !input.overviewScopes)
    cutOff(hits, input.asksForSeveral === true ? fallOffOfSeveral : fallOff);
  const ranked = hits.toSorted(byRank);
  const sorted = input.overviewScopes ? ranked : withNewerFirst(ranked);
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

/** What was learnt within a day is equally new: there, importance decides. */
const dayOf = ({ createdAt }: Match['memory']): Date =>
  new Date(createdAt.getTime() - (createdAt.getTime() % 86_400_000));

/** Leaves the pinned memories first. */
function withNewerFirst(hits: RankedHit[]): RankedHit[] {
  const isFirst = ({ legs }: RankedHit): boolean => legs.includes('pinned');
  return [
    ...hits.filter(isFirst),
    ...newerFirst(
      hits.filter((hit) => !isFirst(hit)),
      { nearEqual, scoreOf: ({ score }) => score, at: ({ memory }) => dayOf(memory) },
    ),
  ];
}

/** Returns the hits with what their sessions tell added to their fit and score. */
function withSessions(hits: RankedHit[]): RankedHit[] {
  const bySession = Map.groupBy(hits, ({ memory }) => memory.sessionId);
  const bestOfOthers = ({ memory }: RankedHit): number | null => {
    const others = memory.sessionId === null ? [] : (bySession.get(memory.sessionId) ?? []);
    const fits = others.flatMap((other) => (other.memory.id === memory.id ? [] : [other.fit]));
    return fits.length === 0 ? null : Math.max(...fits);
  };
  return hits.map((hit) => {
    const best = hit.legs.includes('overview') ? null : bestOfOthers(hit);
    const fit = best === null ? hit.fit : (hit.fit + sessionPart * best) / (1 + sessionPart);
    return { ...hit, fit, score: scoreOf(fit, hit.memory) };
  });
}

/** Keeps what fits nearly as well as the best relevant memory, and leaves out what is far below it. */
function cutOff(hits: RankedHit[], fall: number): void {
  const relevant = hits.filter(({ standing, judgement }) => standing === 'kept' && judgement.isRelevant);
  if (relevant.length === 0) return;
  const least = fall * Math.max(...relevant.map(({ fit }) => fit));
  for (const hit of hits) {
    if (hit.standing === 'irrelevant' && hit.fit >= least) hit.standing = 'kept';
    if (hit.standing === 'kept' && hit.fit < least && !hit.legs.includes('pinned'))
      hit.standing = 'far_below';
  }
}

function neededBy(matches: Match[], input: RankInput): number {
  const byStatement = new Map(
    matches.map((match) => [match.memory.contentHash, evidenceOfLegs(match, input)]),
  );
  return neededEvidence(matches[0]?.searched ?? 0, [...byStatement.values()], input.wordCount);
}

function toHit(match: Match, input: RankInput & { needed: number }): RankedHit {
  const judgement = judge(match, input, match.memory.createdAt, match.memory);
  const isOverview = isOfOverview(match.memory, input);
  const isWanted =
    judgement.isRelevant ||
    isOverview ||
    (input.keepPinned && match.memory.pinned) ||
    (input.keepsAll === true && isAboveNoise(match, input.thresholds));
  // everything in an overview is equally relevant, so importance decides
  const weight = isOverview ? match.memory.importance / highestImportance : judgement.relevance;
  return {
    memory: match.memory,
    similarity: match.similarity,
    wordScore: match.wordScore,
    legs: [...legsOf(match, input), ...(isOverview ? (['overview'] as const) : [])],
    score: scoreOf(weight, match.memory),
    judgement,
    fit: weight,
    standing: standingOf(match.memory, isWanted, input),
    place: null,
  };
}

/** Rounded, so that importance and recency decide between near equals. */
const scoreOf = (fit: number, { strength }: Match['memory']): number =>
  Math.round(fit * strength * 1_000) / 1_000;

const isAboveNoise = ({ similarity, wordScore }: Match, thresholds: EmbeddingThresholds | null): boolean =>
  wordScore !== null || (similarity !== null && thresholds !== null && similarity >= thresholds.noiseFloor);

function standingOf(
  { id, content }: Match['memory'],
  isWanted: boolean,
  { exclude, shown }: RankInput,
): Standing {
  if (shown?.has(id)) return 'shown';
  if (exclude.has(id)) return 'excluded';
  if (isOnlySecret(content)) return 'only_secret';
  return isWanted ? 'kept' : 'irrelevant';
}

/** Whether a match belongs to the overview itself, rather than only being pinned. */
const isOfOverview = (
  { namespace, pinned }: Match['memory'],
  { overviewScopes, keepPinned }: RankInput,
): boolean =>
  Boolean(overviewScopes) &&
  (overviewScopes?.includes(scopeOf(namespace)) === true || !(keepPinned && pinned));

const highestImportance = 10;

/** From this importance on, a memory also has the leg `importance`. */
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
