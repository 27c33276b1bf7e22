/** The usual parameters (Robertson and Zaragoza 2009). */
const saturation = 1.2;
const lengthPart = 0.75;

/** The words of a text, each as often as it is there. */
export type Words = string[];

/** Scores texts by BM25. Returns the score of each for the words of a question. */
export function createBm25(texts: Words[]): (question: Words) => number[] {
  const counts = texts.map((words) => {
    const own = new Map<string, number>();
    for (const word of words) own.set(word, (own.get(word) ?? 0) + 1);
    return own;
  });
  const holders = new Map<string, number>();
  for (const own of counts) for (const word of own.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);
  const averageLength = texts.reduce((sum, words) => sum + words.length, 0) / Math.max(1, texts.length) || 1;

  return (question) =>
    counts.map((own, index) => {
      const length = texts[index]?.length ?? 0;
      const scale = saturation * (1 - lengthPart + (lengthPart * length) / averageLength);
      let score = 0;
      for (const word of new Set(question)) {
        const count = own.get(word) ?? 0;
        const having = holders.get(word) ?? 0;
        const rarity = Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
        score += (rarity * count * (saturation + 1)) / (count + scale);
      }
      return score;
    });
}
