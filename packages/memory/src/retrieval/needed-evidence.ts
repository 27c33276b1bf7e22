// Tuned on the recall eval, in stores of 412 to 100,000 memories; docs/benchmarks.md has the results.

/** In a store of up to this many memories, no extra evidence is needed. */
const smallStore = 400;
/** Extra evidence for each tenfold growth of the store. */
const growth = 0.5;
/** The match at this place, by evidence, counts as background: a real answer has fewer matches beside it that are as good. */
const backgroundPlace = 16;
/** Twice the evidence is enough in any store, and whatever stands beside it: a subject may have many memories. */
const beyondDoubt = 2;

/** For a message without content words, whose vector is of small talk too: chance matches seldom reach this, "How old am I?" does. */
export const neededWithoutWords = 1.4;

/**
 * The evidence that a match needs to be relevant; 1 is enough in a small store. The best of many unrelated memories gets closer
 * to a question the more of them there are: the maximum of N draws from a distribution with an exponential tail grows with
 * log N (extreme value theory, Gumbel), and so does the evidence needed. Many equally good matches are background (they all share
 * a word with the question) rather than answers, so in a large store an answer must stand out from them.
 *
 * `evidence` holds one figure per statement, in any order.
 */
export function neededEvidence(searched: number, evidence: number[]): number {
  const factor = 1 + growth * Math.max(0, Math.log10(searched / smallStore));
  const background = evidence.toSorted((a, b) => b - a)[backgroundPlace - 1] ?? 0;
  return Math.min(beyondDoubt, factor * (factor > 1 ? Math.max(1, background) : 1));
}
