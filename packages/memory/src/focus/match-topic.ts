import type { Topic } from '../store/topics.ts';

/**
 * Returns the topic that a name means: one with the same name, otherwise one with a typo; the first of several. Null
 * for a new topic.
 */
export function matchTopic<One extends Pick<Topic, 'topic'>>(name: string, topics: One[]): One | null {
  const graded = topics.map((topic) => ({ topic, grade: matchNames(name, topic.topic) }));
  const match = graded.find(({ grade }) => grade === 'same') ?? graded.find(({ grade }) => grade !== null);
  return match?.topic ?? null;
}

/**
 * Returns how certain it is that two names mean the same topic; null if they do not. Case, separators, camel case and
 * plurals do not count (`Job Queue`, `job-queue`, `jobQueues`); one small typo in a long word is tolerated. Reflexive
 * and symmetric.
 */
export function matchNames(one: string, other: string): 'same' | 'typo' | null {
  if (nameKey(one) === nameKey(other)) return 'same';
  const [words, others] = [wordsOfName(one), wordsOfName(other)];
  if (words.length !== others.length) return null;
  const pairs = words.map((word, index) => [word, others[index] ?? ''] as const);
  const [first, second] = pairs.filter(([word, otherWord]) => word !== otherWord);
  return first && !second && oneTypoApart(...first) ? 'typo' : null;
}

/**
 * Returns a key that is equal for names which differ only in case, separators or plural. A separator between digits
 * counts: 1.2 is not 12.
 */
export function nameKey(name: string): string {
  const words = wordsOfName(name);
  return words.length === 0 ? name : singular(words.join(' ').replaceAll(/(?<!\p{N}) | (?!\p{N})/gu, ''));
}

/** Returns the words in lower case and singular. `+` and `#` count as letters: C++ and C# are not C. */
const wordsOfName = (name: string): string[] =>
  name
    .normalize('NFKC')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}+#]+/u)
    .filter((word) => word !== '')
    .map(singular);

/**
 * Returns the form that the singular and the plural of an English word share: `cach` for cache and caches, `memory`
 * for memories.
 */
const singular = (word: string): string =>
  word
    .replace(/(?<=.(?:[sxz]|ch|sh))es?$/, '')
    .replace(/(?<=..[^s])s$/, '')
    .replace(/(?<=..)ie$/, 'y');

const alphabetic = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}]+$/u;

/**
 * Whether two different words are most likely one word with a typo. A word needs at least 5 letters for a doubled or
 * undoubled letter, 6 for two swapped neighbours, 8 for a wrong, missing or added letter (contact and contract are
 * two words). The first letter must be the same: it is seldom mistyped, and distinguishes `encryption` from
 * `decryption`. Symmetric.
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
