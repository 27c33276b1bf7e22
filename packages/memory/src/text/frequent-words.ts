import { tokenizer } from './tokenizer.ts';
import { wordsOf } from './words.ts';

/**
 * Below this, a token is a frequent word. The tokenizer learnt its tokens from texts in some 100 languages by byte pair encoding (Sennrich
 * et al., ACL 2016), which makes the most frequent ones first, so that the number of a token is a rank by frequency.
 */
const frequentTokens = 20_000;
/** The same for words of the letters a to z, because most of the texts were English. */
const frequentLatinTokens = 4_000;
const latin = /^[a-z]+$/;

// a fixed locale, so that the result does not depend on the machine
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Returns the index words of a text that are frequent in a language, such as "de", "wie" or "что". Of scripts without spaces, words of the
 * dictionary only.
 */
export function frequentWordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFC').toLowerCase())) {
    if (!isWordLike) continue;
    // a frequent word with its n-grams; of "user_id", only the parts that are frequent
    const isWhole = isFrequent(segment);
    for (const word of wordsOf(segment)) if (isWhole || isFrequent(word)) words.add(word);
  }
  return [...words];
}

/** Whether the tokenizer has one token for the word, inside a sentence or at the beginning of a line, and an early one. */
const isFrequent = (word: string): boolean =>
  [` ${word}`, word].some((form) => {
    const [token = Infinity, ...others] = tokenizer().encode(form);
    return others.length === 0 && token < (latin.test(word) ? frequentLatinTokens : frequentTokens);
  });
