/** Letters that a word must have for a wrong, missing or added one to be a slip: among shorter ones too many are words of their own (contact, contract). */
const longEnoughForAnyTypo = 8;
const longEnoughForSwap = 6;
const longEnoughForDoubling = 5;

/**
 * Whether two different words are most likely one, mistyped once: two neighbours swapped, a letter doubled or not, or,
 * in long words, one letter wrong, missing or added. The first letter is seldom mistyped and tells `encryption` from
 * `decryption`. Words with digits are never typos: `v1` is not `v2`. Alphabets only. Symmetric.
 */
export function oneTypoApart(one: string, other: string): boolean {
  const [short, long] = [Array.from(one), Array.from(other)].toSorted((a, b) => a.length - b.length);
  if (!short || !long || long.length - short.length > 1 || short[0] !== long[0]) return false;
  if (!isAlphabetic(one) || !isAlphabetic(other)) return false;
  if (short.length >= longEnoughForDoubling && undouble(one) === undouble(other)) return true;
  if (short.length >= longEnoughForSwap && areSwapped(short, long)) return true;
  return short.length >= longEnoughForAnyTypo && areOneEditApart(short, long);
}

const isAlphabetic = (word: string): boolean =>
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}]+$/u.test(word);

const undouble = (word: string): string => word.replaceAll(/(.)\1+/gu, '$1');

function areSwapped(one: string[], other: string[]): boolean {
  if (one.length !== other.length) return false;
  const at = one.findIndex((letter, index) => letter !== other[index]);
  return (
    one[at] === other[at + 1] &&
    one[at + 1] === other[at] &&
    one.slice(at + 2).join('') === other.slice(at + 2).join('')
  );
}

function areOneEditApart(short: string[], long: string[]): boolean {
  const at = long.findIndex((letter, index) => letter !== short[index]);
  const rest = long.slice(at + 1).join('');
  return rest === short.slice(short.length === long.length ? at + 1 : at).join('');
}
