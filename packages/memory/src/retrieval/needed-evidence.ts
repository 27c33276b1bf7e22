// Tuned on the recall eval, in stores of 412 to 100,000 memories; docs/search.md has the results.

/** Up to this many memories, a store requires no extra evidence. */
const smallStore = 400;
/** Extra evidence for each tenfold growth of the store. */
const growth = 0.65;
/**
 * The match at this place, sorted by evidence, is the background: fewer memories than that are usually as good as a
 * real answer.
 */
const backgroundPlace = 16;
/** This evidence is sufficient in a store of any size, unless the background has nearly as much. */
const beyondDoubt = 1.8;
/** With this many times the evidence of the background, a match stands out from it. */
const standingOut = 1.2;

/**
 * The least evidence needed for a message without content words, whose vector is mostly that of small talk. Chance matches
 * seldom reach it; "How old am I?" does.
 */
const neededWithoutWords = 1.4;

/**
 * Returns the evidence that a match needs to be relevant; 1 in a small store. The more unrelated memories there are,
 * the closer the best of them gets to a question: the maximum of N draws from a distribution with an exponential tail
 * grows with log N (extreme value theory, Gumbel), and so does the evidence needed. Many equally good matches are
 * background (they all share a word with the question) rather than answers, so in a large store an answer must stand
 * out from them. The background counts only up to the factor of growth, so that in a store of thousands a subject with
 * many memories is not silenced.
 *
 * `evidence` has one figure per statement, in any order. `wordCount`: as in `Query`.
 */
export function neededEvidence(searched: number, evidence: number[], wordCount: number): number {
  return Math.max(neededAmong(searched, evidence), wordCount === 0 ? neededWithoutWords : 0);
}

function neededAmong(searched: number, evidence: number[]): number {
  const factor = 1 + growth * Math.max(0, Math.log10(searched / smallStore));
  const background = evidence.toSorted((a, b) => b - a)[backgroundPlace - 1] ?? 0;
  if (factor === 1) return 1;
  const beyondBackground = standingOut * Math.min(factor, background);
  return beyondBackground > beyondDoubt
    ? beyondBackground
    : Math.min(beyondDoubt, factor * Math.max(1, background));
}
