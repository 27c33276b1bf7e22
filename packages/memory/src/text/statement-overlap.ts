import { atFirstUse } from './at-first-use.ts';
import { commonWords } from './common-words.ts';
import { wholeWords, wordOccurrences, wordsOf } from './words.ts';

/** The parts of a statement that can be compared with another text. */
export type Statement = {
  /** Its distinct content words; a name or path is one word. */
  words: string[];
  /** The words that do not match by chance: figures, paths, addresses. */
  values: string[];
  isNegated: boolean;
};

/** Words with which models phrase a preference: "the user prefers …". */
const frame =
  "user users user's user’s agent agent's assistant prefers prefer preferred likes dislikes wants nutzer nutzerin benutzer benutzerin bevorzugt mag möchte wünscht ผู้ใช้ ชอบ";
/** How statements call the user. */
export const nounForUser = /^(?:users?|(?:be)?nutzer(?:in)?|ผู้ใช้)$/iu;
const skipped = atFirstUse(
  () => new Set([...commonWords, ...frame.split(' ')].flatMap((word) => wordsOf(word))),
);
const negations =
  /(?<!\p{L})(?:not|no|never|none|nobody|nothing|without|stop|avoid|don['’]?t|cannot|nicht|kein\p{L}*|nie|niemals|ohne)(?!\p{L})|n['’]t(?!\p{L})|ไม่|อย่า(?!ง)|ห้าม/iu;
const value = /\p{N}|[./\\:@_]/u;
/** Scripts without spaces: the dictionary splits the same word differently in another sentence. */
const unspaced = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;

/** Two forms of a word ("apologise", "apologising") share at least this many letters, and this share of the longer one. */
const leastStem = 6;
const stemShare = 0.6;

export const isNegated = (text: string): boolean => negations.test(text);

export function readStatement(content: string): Statement {
  const words = [...new Set(wholeWords(content))].filter((word) => !skipped().has(word));
  return { words, values: words.filter((word) => value.test(word)), isNegated: isNegated(content) };
}

/** A text that many words are looked for in. */
export type ReadText = { lower: string; words: ReadonlySet<string> };

export const readText = (text: string): ReadText => ({
  lower: text.normalize('NFKC').toLowerCase(),
  words: new Set(wordOccurrences(text)),
});

/** Returns those of `words` that a text contains, in any form. */
export function saidIn(text: string | ReadText, words: string[]): string[] {
  if (words.length === 0) return [];
  const read = typeof text === 'string' ? readText(text) : text;
  return words.filter((word) =>
    unspaced.test(word)
      ? read.lower.includes(word)
      : isSaid(word, read.words) || partsAreSaid(word, read.words),
  );
}

/** The share of a statement's words that a text contains, 0 to 1. */
export function shareSaid(text: string | ReadText, { words }: Statement): number {
  return words.length === 0 ? 0 : saidIn(text, words).length / words.length;
}

/** Whether a text has all content words of a sentence, of which there are some. */
export function saysAll(text: string | ReadText, sentence: string): boolean {
  const { words } = readStatement(sentence);
  return words.length > 0 && saidIn(text, words).length === words.length;
}

const partsOf = (word: string): string[] => wordsOf(word).filter((part) => part !== word);

const isSaid = (word: string, said: ReadonlySet<string>): boolean =>
  said.has(word) || (word.length >= leastStem && [...said].some((other) => areForms(word, other)));

/** "task api" matches "task-api", but the parts of a path or an address do not match the whole. */
function partsAreSaid(word: string, said: ReadonlySet<string>): boolean {
  return (
    /^[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)+$/u.test(word) && partsOf(word).every((part) => isSaid(part, said))
  );
}

/** Matches a German participle with its verb: "geduzt", "duzen". */
const participle = /^ge(?<verb>\p{L}{3,}?)(?:en|t)$/u;
const verbOf = (word: string): string =>
  participle.exec(word)?.groups?.['verb'] ?? word.replace(/(?:en|st|e|t|n)$/u, '');
const isParticipleOf = (one: string, other: string): boolean =>
  // without the first test, most of the time of a comparison would go into the second
  one.startsWith('ge') && participle.test(one) && !participle.test(other) && verbOf(one) === verbOf(other);

function areForms(one: string, other: string): boolean {
  if (isParticipleOf(one, other) || isParticipleOf(other, one)) return true;
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  const isLong = shared >= leastStem && shared >= stemShare * Math.max(one.length, other.length);
  // a figure has no other forms
  return isLong && !value.test(one) && !value.test(other);
}
