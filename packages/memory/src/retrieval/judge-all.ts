import type { Nearness } from '../store/matching.ts';
import { neededEvidence } from './needed-evidence.ts';
import { evidenceIn, evidenceOfLegs, judge, type Judgement, type Question } from './relevance.ts';

/** A search result with its judgement. */
export type Judged<Match> = { match: Match; judgement: Judgement };

/**
 * Judges all results of a search together, because the evidence that each needs depends on the others. Keeps their
 * order. Pure.
 */
export function judgeAll<Match extends Nearness & { searched: number }>(
  matches: Match[],
  question: Question,
): Judged<Match>[] {
  const searched = Math.max(0, ...matches.map((match) => match.searched));
  const evidence = matches.map((match) => evidenceOfLegs(match, question));
  const needed = neededEvidence(searched, evidence, question.wordCount);
  return matches.map((match) => ({ match, judgement: judge(match, { ...question, needed }) }));
}

/** Describes the figures behind a judgement. */
export function judgedBy({ match: { similarity, wordShare }, judgement }: Judged<Nearness>): string {
  const vector = similarity === null ? 'no similarity to go by' : `similarity ${similarity.toFixed(2)}`;
  const words = wordShare === null ? 'no word shared' : `word share ${wordShare.toFixed(2)}`;
  return `${vector}, ${words}; ${evidenceText(judgement)}`;
}

export const evidenceText = (judgement: Judgement): string =>
  `evidence ${evidenceIn(judgement).toFixed(2)} of ${judgement.needed.toFixed(2)} needed`;
