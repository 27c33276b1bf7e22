import { contentWords } from '../text/common-words.ts';
import { sentenceParts } from './sentence-parts.ts';

const word = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{M}\p{N}])?/gu;
/** Characters of a name, and of a number that is as good as one. */
const shortest = 3;

/**
 * Returns the words of texts that name something: they begin with a capital letter inside a sentence, or as its subject, or hold a figure. Which of
 * them are rare is not known here.
 */
export function namesIn(texts: string[]): string[] {
  const names = texts
    .flatMap((text) => sentenceParts(text))
    .flatMap(({ text }) =>
      Array.from(text.matchAll(word), ([found]) => found).filter((found, index, all) =>
        isName(found, index === 0 && !isSubject(found, all[1])),
      ),
    );
  return [...new Set(names)];
}

const isName = (found: string, isBeginning: boolean): boolean =>
  found.length >= shortest && (/\p{N}/u.test(found) || (!isBeginning && /^\p{Lu}/u.test(found)));

/** What is said of somebody or something: "Zanzibar is …", unlike "Prefers tea". */
const predicate =
  /^(?:is|was|has|had|lives|works|likes|says|ist|war|hat|hatte|heißt|wohnt|arbeitet|mag|sagt)$/iu;
const isSubject = (found: string, next = ''): boolean =>
  predicate.test(next) && contentWords(found).length > 0;
