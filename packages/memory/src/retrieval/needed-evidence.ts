// The figures below were chosen on the tuning questions of the recall eval, in stores of 412, 3,000, 10,000 and 100,000 memories, on
// the offline embedder; docs/benchmarks.md has what came of them.

/** Up to so many memories, what is enough by itself is enough. */
const smallStore = 400;
/** More evidence for each ten times as many memories. */
const growth = 0.25;
/** The place, by evidence, of the match that counts as background: an answer has fewer beside it that show as much. */
const backgroundPlace = 11;
/** What shows twice what is enough needs no margin over the background: a subject may have many memories. */
const beyondDoubt = 2;

/**
 * The evidence (1: enough by itself in a small store) that a match needs to be relevant. The best of many unrelated memories comes
 * closer the more there are: the largest of N independent draws from a distribution with an exponential tail lies at the logarithm of N
 * (extreme value theory, Gumbel). So what is needed grows with the logarithm of the number of memories searched. And many matches alike are rather
 * background (a word that they all share with the question) than answers: in a large store an answer has to stand out of them.
 *
 * `evidence` is what each match shows, in any order, each statement once.
 */
export function neededEvidence(searched: number, evidence: number[]): number {
  const factor = 1 + growth * Math.max(0, Math.log10(searched / smallStore));
  const background = evidence.toSorted((a, b) => b - a)[backgroundPlace - 1] ?? 0;
  return Math.max(factor, Math.min(beyondDoubt, factor * (factor > 1 ? background : 0)));
}
