import { commonWords } from './common-words.ts';
import { wordsOf } from './words.ts';

const common = new Set(commonWords.flatMap((word) => wordsOf(word)));

/** The index words of a text that say what it is about. */
export const contentWords = (text: string): string[] => wordsOf(text).filter((word) => !common.has(word));
