import type { EmbeddingThresholds } from '../ports.ts';
import type { Match } from '../store/matching.ts';

// These figures were tuned with the offline embedder: on 77 answerable and 30 unanswerable questions (English, German, Thai, some
// wrapped in small talk) over stores of 80 to 3,000 statements, and on the tuning questions of the recall eval.

/** Weight of the cosine in the fused relevance; the word match has the rest. Best for sentence models on public conversations. */
const defaultVectorPart = 0.6;
/** The word match that suffices by itself: half of the question's words, weighted by rarity. */
const sufficientWords = 0.55;
/** The vector evidence of a match whose similarity is unknown. */
const unknownVectorEvidence = 0.3;
/** Up to this many words, the full share of the question counts. */
const typicalQuestion = 4;
/** Of n words, about n^(1 - 0.75) must match: 2 of 4, 3 of 26, 5 of 100. */
const lengthExponent = 0.75;

/** The evidence of each leg; 1 suffices by itself in a small store. */
export type Evidence = { vectorEvidence: number; wordEvidence: number };

export type Judgement = Evidence & {
  /** 0 to 1: the cosine above the noise floor and the word match, fused by score. */
  relevance: number;
  /** The sum of evidence needed. */
  needed: number;
  isRelevant: boolean;
};

export type Question = {
  thresholds: EmbeddingThresholds | null;
  /** Words of the question, as `Query` counts them. */
  wordCount: number;
};

/** The evidence of a match, each leg relative to what would suffice by itself. */
export function evidenceOf(
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

/**
 * Whether a match is relevant to the question, and how much. The evidence of both legs together must reach `needed`: with 1, a
 * cosine just below the threshold also needs a shared word, and a single rare word needs a cosine above the noise floor. Both
 * scales are absolute, so a weak match stays weak even when it is the best.
 */
export function judge(
  match: Pick<Match, 'similarity' | 'wordShare'>,
  question: Question & { needed: number },
): Judgement {
  const { similarity } = match;
  const { thresholds, needed } = question;
  const vectorPart = thresholds?.vectorPart ?? defaultVectorPart;
  const words = wordMatch(match.wordShare, question.wordCount);
  const evidence = evidenceOf(match, question);
  return {
    ...evidence,
    relevance:
      similarity === null || thresholds === null
        ? words
        : vectorPart * aboveFloor(similarity, thresholds.noiseFloor) + (1 - vectorPart) * words,
    needed,
    isRelevant: evidence.vectorEvidence + evidence.wordEvidence >= needed,
  };
}

/** 0 to 1: the share of the question that matches, more lenient for longer questions. */
function wordMatch(share: number | null, wordCount: number): number {
  const leniency = Math.max(1, wordCount / typicalQuestion) ** lengthExponent;
  return Math.min(1, (share ?? 0) * leniency);
}

/** Exceeds 1 above the threshold, because a large store needs more than 1. */
function vectorEvidence(similarity: number, { retrieval, noiseFloor }: EmbeddingThresholds): number {
  // an operator may have set the threshold below the noise floor
  if (retrieval <= noiseFloor) return similarity >= retrieval ? 1 : 0;
  return Math.max(0, (similarity - noiseFloor) / (retrieval - noiseFloor));
}

function aboveFloor(similarity: number, noiseFloor: number): number {
  return Math.max(0, Math.min(1, (similarity - noiseFloor) / (1 - noiseFloor)));
}
