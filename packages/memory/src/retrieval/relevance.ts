import type { EmbeddingThresholds } from '../ports.ts';
import type { Match } from '../store/matching.ts';
import type { HeldTime, Period } from '../types.ts';

// These constants were tuned with the offline embedder on 77 answerable and 30 unanswerable questions (English,
// German, Thai, some wrapped in small talk) over stores of 80 to 3,000 statements, and on the tuning questions of the
// recall eval.

/**
 * Weight of the cosine in the fused relevance; the word match gets the rest. This value is best for sentence models
 * on public conversations.
 */
const defaultVectorPart = 0.6;
/** The word match that is sufficient alone: about half of the question's words, weighted by rarity. */
const sufficientWords = 0.55;
/** The vector evidence of a match whose similarity is unknown. */
const unknownVectorEvidence = 0.3;
/** For questions of up to this many words, a match counts with its full share of the question. */
const typicalQuestion = 4;
/** Of n words, about n^(1 - 0.75) must match: 2 of 4, 3 of 26, 5 of 100. */
const lengthExponent = 0.75;

/** What the time of a match that was asked for adds to its relevance … */
const timePart = 0.3;
/** … and to its evidence: nearly what suffices alone, because few ask for a day on which nothing was said; if they ask for nothing else, all of it. */
const timeEvidence = 0.7;
/** Milliseconds: a longer time tells less, in proportion. */
const tellingTime = 31 * 86_400_000;
/** The share of both of what is true since or until some time: that fits most times that are asked for. */
const openPart = 0.3;

/** The evidence of each leg; in a small store, 1 is sufficient alone. */
export type Evidence = { vectorEvidence: number; wordEvidence: number };

export type Judgement = Evidence & {
  /** That it is of a time asked for. */
  timeEvidence: number;
  /** The weighted mean of the cosine above the noise floor and the word match, 0 to 1, and more if it is of a time asked for. */
  relevance: number;
  /** The sum of evidence that the match must reach. */
  needed: number;
  isRelevant: boolean;
};

export type Question = {
  thresholds: EmbeddingThresholds | null;
  /** The number of words of the question, as in `Query`. */
  wordCount: number;
  /** The times asked for, as in `Query`. */
  times?: readonly Period[];
  /** Whether it asks for nothing but them. */
  asksOnlyTimes?: boolean;
};

/** The evidence of a match: for each leg, relative to what would be sufficient alone. */
function evidenceOf(
  { similarity, wordShare }: Pick<Match, 'similarity' | 'wordShare'>,
  { thresholds, wordCount }: Question,
): Evidence {
  const least = wordShare === null ? 0 : (thresholds?.leastBesideWords ?? 0);
  return {
    vectorEvidence:
      similarity === null || thresholds === null
        ? unknownVectorEvidence
        : Math.max(least, vectorEvidence(similarity, thresholds)),
    wordEvidence: wordMatch(wordShare, wordCount) / sufficientWords,
  };
}

/** The evidence of both legs together, which other matches are compared with. */
export function evidenceOfLegs(match: Pick<Match, 'similarity' | 'wordShare'>, question: Question): number {
  const evidence = evidenceOf(match, question);
  return evidence.vectorEvidence + evidence.wordEvidence;
}

/**
 * Decides whether a match is relevant to the question, and how relevant. The evidence of both legs together must
 * reach `needed`: if that is 1, a cosine just below the threshold also needs a shared word, and a single rare word
 * needs a cosine above the noise floor. Both scales are absolute, so a weak match stays weak even if it is the best.
 */
export function judge(
  match: Pick<Match, 'similarity' | 'wordShare'>,
  question: Question & { needed: number },
  at: Date | null = null,
  held: HeldTime = { holdsFrom: null, holdsUntil: null },
): Judgement {
  const { similarity } = match;
  const { thresholds, needed } = question;
  const vectorPart = thresholds?.vectorPart ?? defaultVectorPart;
  const words = wordMatch(match.wordShare, question.wordCount);
  const evidence = evidenceOf(match, question);
  const fit = at !== null && isOfTime(at, question) ? 1 : heldFit(held, question);
  const telling = fit * tellingOf(question);
  const ofTime = question.asksOnlyTimes && fit === 1 ? needed : telling * timeEvidence;
  const judgement = { ...evidence, timeEvidence: ofTime, needed };
  const likeness =
    similarity === null || thresholds === null
      ? words
      : vectorPart * aboveFloor(similarity, thresholds.noiseFloor) + (1 - vectorPart) * words;
  return {
    ...judgement,
    relevance: likeness + telling * timePart,
    isRelevant: evidenceIn(judgement) >= needed,
  };
}

/** How much it tells that something is of the times asked for, 0 to 1: much of what is known is of "this year". */
function tellingOf({ times = [] }: Pick<Question, 'times'>): number {
  const longest = Math.max(0, ...times.map(({ since, until }) => until.getTime() - since.getTime()));
  return Math.min(1, tellingTime / longest);
}

/** Whether a moment is in a time asked for. */
export const isOfTime = (at: Date, { times = [] }: Pick<Question, 'times'>): boolean =>
  times.some(({ since, until, isAhead = false }) => !isAhead && since <= at && at < until);

/** How well an event time fits those asked for: 1 if it has two ends, or one of its ends is in them. */
function heldFit({ holdsFrom, holdsUntil }: HeldTime, { times = [] }: Pick<Question, 'times'>): number {
  if (holdsFrom === null && holdsUntil === null) return 0;
  const overlapping = times.filter(
    ({ since, until }) =>
      (holdsFrom === null || holdsFrom < until) && (holdsUntil === null || since < holdsUntil),
  );
  if (overlapping.length === 0) return 0;
  const isClosed = holdsFrom !== null && holdsUntil !== null;
  const endsThen = overlapping.some(
    ({ since, until }) =>
      (holdsFrom ?? since) > since ||
      (holdsUntil ?? until) < until ||
      holdsFrom?.getTime() === since.getTime() ||
      holdsUntil?.getTime() === until.getTime(),
  );
  return isClosed || endsThen ? 1 : openPart;
}

/** The sum of the evidence. */
export const evidenceIn = (
  judgement: Pick<Judgement, 'vectorEvidence' | 'wordEvidence' | 'timeEvidence'>,
): number => judgement.vectorEvidence + judgement.wordEvidence + judgement.timeEvidence;

/** 0 to 1: the share of the question that matches, scaled up for long questions. */
function wordMatch(share: number | null, wordCount: number): number {
  const leniency = Math.max(1, wordCount / typicalQuestion) ** lengthExponent;
  return Math.min(1, (share ?? 0) * leniency);
}

/** Exceeds 1 above the threshold, because a large store requires more than 1. */
function vectorEvidence(similarity: number, { retrieval, noiseFloor }: EmbeddingThresholds): number {
  // an operator may have set the threshold below the noise floor
  if (retrieval <= noiseFloor) return similarity >= retrieval ? 1 : 0;
  return Math.max(0, (similarity - noiseFloor) / (retrieval - noiseFloor));
}

function aboveFloor(similarity: number, noiseFloor: number): number {
  return Math.max(0, Math.min(1, (similarity - noiseFloor) / (1 - noiseFloor)));
}
