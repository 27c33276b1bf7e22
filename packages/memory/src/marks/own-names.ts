import { sentenceParts } from './sentence-parts.ts';

const word = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{M}\p{N}])?/gu;
/** Characters of a name, and of a number that is as good as one. */
const shortest = 3;

/**
 * Returns the words of texts that name something: they begin with a capital letter inside a sentence, or hold a figure. Which of
 * them are rare is not known here.
 */
export function namesIn(texts: string[]): string[] {
  const names = texts
    .flatMap((text) => sentenceParts(text))
    .flatMap(({ text }) =>
      [...text.matchAll(word)].flatMap(([found], index) => (isName(found, index) ? [found] : [])),
    );
  return [...new Set(names)];
}

const isName = (found: string, index: number): boolean =>
  found.length >= shortest && (/\p{N}/u.test(found) || (index > 0 && /^\p{Lu}/u.test(found)));
