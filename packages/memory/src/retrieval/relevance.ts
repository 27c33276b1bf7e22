import type { EmbeddingThresholds } from '../ports.ts';
import type { Match } from '../store/store.ts';

// The figures below were chosen on the offline embedder, with 77 questions that have an answer and 30 that have none (English,
// German, Thai, also wrapped in small talk) to stores of 80, 600 and 3,000 statements, and on the tuning questions of the recall eval.

/** Part of the cosine in the fused relevance; the rest is the word match. Of 0 to 1, 0.6 and 0.7 ranked best. */
const vectorPart = 0.6;
/** Word match that makes relevant by itself: half of what the question asks about, rare words counting most. */
const sufficientWords = 0.5;
/** What an unknown similarity counts as, of 1 that makes relevant: words have to show the rest. */
const unknownSimilarity = 0.4;
/** What any similarity counts as beside a word: that a vector sees nothing in common takes little from what words show. */
const leastVectorEvidence = 0.3;
/** Evidence that a memory of high importance needs, of 1 for all others. */
const neededWhenImportant = 0.8;
export const highImportance = 8;
/** Words up to which a question has to be met in full proportion. */
const typicalQuestion = 4;
/** Of n words about n to the power of 1 - 0.75 have to be met: 2 of 4, 3 of 26, 5 of 100. */
const lengthExponent = 0.75;

/** What each leg shows, in units of what is enough by itself in a small store. */
export type Evidence = { vectorEvidence: number; wordEvidence: number };

export type Judgement = Evidence & {
  /** 0 to 1: cosine above the noise floor and word match, fused by score. */
  relevance: number;
  /** The sum that is needed. */
  needed: number;
  isRelevant: boolean;
};

export type Question = {
  thresholds: EmbeddingThresholds | null;
  /** Words of the question, as `Query` counts them. */
  wordCount: number;
};

/** What a match shows. Each leg is measured against what would be enough by itself. */
export function evidenceOf(
  { similarity, wordShare }: Pick<Match, 'similarity' | 'wordShare'>,
  { thresholds, wordCount }: Question,
): Evidence {
  const least = wordShare === null ? 0 : leastVectorEvidence;
  return {
    vectorEvidence:
      similarity === null || thresholds === null
        ? unknownSimilarity
        : Math.max(least, vectorEvidence(similarity, thresholds)),
    wordEvidence: wordMatch(wordShare, wordCount) / sufficientWords,
  };
}

/**
 * Whether and how far a match has to do with the question. What the legs show together must reach `needed`: with 1, a cosine just
 * below the threshold needs a word beside it, a single rare word a cosine above the noise floor. Both scales are
 * absolute, so a weak best match stays weak.
 */
export function judge(
  match: Pick<Match, 'similarity' | 'wordShare'> & { memory: Pick<Match['memory'], 'importance'> },
  question: Question & { needed: number },
): Judgement {
  const { similarity } = match;
  const { thresholds } = question;
  const words = wordMatch(match.wordShare, question.wordCount);
  const evidence = evidenceOf(match, question);
  const needed = question.needed * (match.memory.importance >= highImportance ? neededWhenImportant : 1);
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

/** 0 to 1: the share of the question that is met, less strictly the longer the question is. */
function wordMatch(share: number | null, wordCount: number): number {
  const leniency = Math.max(1, wordCount / typicalQuestion) ** lengthExponent;
  return Math.min(1, (share ?? 0) * leniency);
}

/** Goes on growing above the threshold: in a large store more than 1 is needed. */
function vectorEvidence(similarity: number, { retrieval, noiseFloor }: EmbeddingThresholds): number {
  // a threshold that was set below the noise floor
  if (retrieval <= noiseFloor) return similarity >= retrieval ? 1 : 0;
  return Math.max(0, (similarity - noiseFloor) / (retrieval - noiseFloor));
}

function aboveFloor(similarity: number, noiseFloor: number): number {
  return Math.max(0, Math.min(1, (similarity - noiseFloor) / (1 - noiseFloor)));
}
