const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

const wordsOf = (text: string): Set<string> =>
  new Set(
    Array.from(words.segment(text)).flatMap(({ segment, isWordLike }) =>
      isWordLike ? segment.toLowerCase() : [],
    ),
  );

/**
 * Where in a passage the sentence is that shares the most words with a question and its answer, in characters; a word that many of the
 * passage's sentences have counts less. Null if the passage is one sentence, or none shares a word.
 */
export function fittingSentence(passage: string, about: string): { from: number; to: number } | null {
  const wanted = wordsOf(about);
  const read = Array.from(sentences.segment(passage), ({ segment, index }) => {
    const shared = [...wordsOf(segment)].filter((word) => wanted.has(word));
    return { from: index, to: index + segment.trimEnd().length, shared };
  });
  const spread = new Map<string, number>();
  for (const word of read.flatMap(({ shared }) => shared)) spread.set(word, (spread.get(word) ?? 0) + 1);
  const scored = read.map((one) => ({
    ...one,
    score: one.shared.reduce((sum, word) => sum + 1 / (spread.get(word) ?? 1), 0),
  }));
  const [best] = scored.toSorted((one, other) => other.score - one.score);
  return read.length > 1 && best && best.score > 0 ? { from: best.from, to: best.to } : null;
}
