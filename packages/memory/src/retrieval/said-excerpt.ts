import { oneLine } from '../text/one-line.ts';
import { sentencesOf } from '../text/sentences.ts';
import { saidIn } from '../text/statement-overlap.ts';

/** Characters of a message that are shown. */
const longestExcerpt = 400;
/** An excerpt ends before a word that it would cut, unless the word has more characters than this before the cut. */
const longestCutWord = 40;
// a fixed locale, so that the result does not depend on the machine
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Returns a short message whole, and of a longer one the sentences around the one with the most of the question's words. Where
 * that sentence alone is too long (Thai, or chat without full stops), returns the part of it with the most of these words.
 */
export function excerptOf(content: string, words: string[]): string {
  if (content.length <= longestExcerpt) return oneLine(content);
  const sentences = content.split('\n').flatMap(sentencesOf);
  let first = placeOfMost(countsOf(sentences, words));
  let last = first;
  const length = (from: number, to: number): number => sentences.slice(from, to + 1).join(' ').length;
  for (;;) {
    if (last + 1 < sentences.length && length(first, last + 1) <= longestExcerpt) last += 1;
    else if (first > 0 && length(first - 1, last) <= longestExcerpt) first -= 1;
    else break;
  }
  const text = sentences.slice(first, last + 1).join(' ');
  const { from, to } = partOf(text, words);
  const isCutBefore = first > 0 || from > 0;
  const isCutAfter = last + 1 < sentences.length || to < text.length;
  const shown = text.slice(from, to).toWellFormed();
  return oneLine(`${isCutBefore ? '… ' : ''}${shown}${isCutAfter ? ' …' : ''}`);
}

/** Returns how many of the words each text holds. */
const countsOf = (texts: string[], words: string[]): number[] =>
  texts.map((text) => saidIn(text, words).length);

/** Returns the first index of the highest count. A loop, because a message may have more lines than a call takes arguments. */
const placeOfMost = (counts: number[]): number =>
  counts.reduce((best, count, index) => (count > (counts[best] ?? 0) ? index : best), 0);

/** Returns where the part with the most of the words begins and ends, with the words in its middle; a short text whole. */
function partOf(text: string, words: string[]): { from: number; to: number } {
  if (text.length <= longestExcerpt) return { from: 0, to: text.length };
  const stepsInPart = 4;
  const step = longestExcerpt / stepsInPart;
  const parts = Array.from({ length: Math.ceil(text.length / step) }, (_, index) =>
    text.slice(index * step, index * step + longestExcerpt),
  );
  const counts = countsOf(parts, words);
  const first = placeOfMost(counts);
  let last = first;
  if ((counts[first] ?? 0) > 0) {
    while (last + 1 < first + stepsInPart && counts[last + 1] === counts[first]) last += 1;
  }
  const segments = segmenter.segment(text);
  const wordStart = (at: number): number => {
    const start = segments.containing(at)?.index ?? at;
    return at - start <= longestCutWord ? start : at;
  };
  const from = wordStart(Math.floor((first + last) / 2) * step);
  return { from, to: wordStart(from + longestExcerpt) };
}
