import type { Topic } from '../types.ts';

/** From the surest: the same but for case and separators; one is the plural of the other; one is mistyped. */
const grades = ['same', 'plural', 'typo'] as const;
export type MatchGrade = (typeof grades)[number];

/** The topic that a name means, by the surest grade and, among equals, the first. Null when it is a new one. */
export function matchTopic<One extends Pick<Topic, 'topic'>>(name: string, topics: One[]): One | null {
  const graded = topics.map((topic) => ({ topic, grade: matchNames(name, topic.topic) }));
  for (const grade of grades) {
    const match = graded.find((one) => one.grade === grade);
    if (match) return match.topic;
  }
  return null;
}

/**
 * How surely two names mean the same topic; null when they do not. Case, separators and camel case do not count
 * (`Job Queue`, `job-queue`, `jobQueues`); plurals and one small typo in a long word are forgiven. Reflexive and symmetric.
 */
export function matchNames(one: string, other: string): MatchGrade | null {
  const [whole, otherWhole] = [nameKey(one), nameKey(other)];
  if (whole === otherWhole) return 'same';
  if (arePlural(whole, otherWhole)) return 'plural';
  const [words, otherWords] = [wordsOfName(one), wordsOfName(other)];
  return words.length === otherWords.length ? matchWords(words, otherWords) : null;
}

/** Word by word: any of them may be a plural, one may be mistyped. */
function matchWords(words: string[], others: string[]): MatchGrade | null {
  const different = words
    .map((word, index) => [word, others[index] ?? ''] as const)
    .filter(([word, other]) => word !== other && !arePlural(word, other));
  const [first, second] = different;
  if (!first) return words.length === 0 ? null : 'plural';
  return !second && oneTypoApart(withoutS(first[0]), withoutS(first[1])) ? 'typo' : null;
}

/** A plural's ending makes no word longer: contacts and contracts are told apart as contact and contract are. */
const withoutS = (word: string): string => word.replace(/(?<=[^s])s$/, '');

/** What two names have in common that are the same but for case and separators. */
export function nameKey(name: string): string {
  const words = wordsOfName(name);
  return words.length === 0 ? name : joined(words);
}

/** `+` and `#` are letters here: C++ and C# are not C. */
function wordsOfName(name: string): string[] {
  return name
    .normalize('NFKC')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}+#]+/u)
    .filter((word) => word !== '');
}

/** Without separators, but between two digits: 1.2 is not 12. */
const joined = (words: string[]): string => words.join(' ').replaceAll(/(?<!\p{N}) | (?!\p{N})/gu, '');

const arePlural = (one: string, other: string): boolean => isPluralOf(one, other) || isPluralOf(other, one);

function isPluralOf(plural: string, singular: string): boolean {
  if (singular.length < 3) return false;
  if (/(?:[sxz]|ch|sh)$/.test(singular)) return plural === `${singular}es`;
  if (/[^aeiou]y$/.test(singular) && plural === `${singular.slice(0, -1)}ies`) return true;
  return /\p{Script=Latin}$/u.test(singular) && plural === `${singular}s`;
}

const alphabetic = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}]+$/u;

/**
 * Whether two different words are most likely one, mistyped once. Letters that a word needs for that: 5 when a letter is
 * doubled or not, 6 when two neighbours are swapped, 8 when one is wrong, missing or added (contact and contract are two
 * words). The first letter is seldom mistyped and tells `encryption` from `decryption`. Symmetric.
 */
function oneTypoApart(one: string, other: string): boolean {
  const [short = [], long = []] = [Array.from(one), Array.from(other)].toSorted(
    (a, b) => a.length - b.length,
  );
  if (short[0] !== long[0] || !alphabetic.test(one) || !alphabetic.test(other)) return false;
  if (short.length >= 5 && long.length - short.length <= 1 && undoubled(one) === undoubled(other))
    return true;
  const at = long.findIndex((letter, index) => letter !== short[index]);
  const isLong = (letters: string[]): boolean => letters.join('') === long.join('');
  if (short.length >= 6 && isLong(short.toSpliced(at, 2, short[at + 1] ?? '', short[at] ?? ''))) return true;
  const replaced = short.length === long.length ? 1 : 0;
  return short.length >= 8 && isLong(short.toSpliced(at, replaced, long[at] ?? ''));
}

const undoubled = (word: string): string => word.replaceAll(/(.)\1+/gu, '$1');
