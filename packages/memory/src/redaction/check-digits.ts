/** How numbers prove themselves; each function takes a number without gaps. */

/** The sum of the products of digits and weights. */
export const weighted = (digits: string, weights: number[]): number =>
  weights.reduce((sum, weight, place) => sum + Number(digits[place]) * weight, 0);

/** `from`, `from - 1` … 2 or 1 */
export const falling = (from: number, to: number): number[] =>
  Array.from({ length: from - to + 1 }, (_, place) => from - place);

/** The digit of Luhn: cards, and numbers of persons in Canada and Sweden. */
export const isLuhn = (digits: string): boolean =>
  Array.from(digits)
    .toReversed()
    .reduce((sum, digit, place) => {
      const value = place % 2 === 0 ? Number(digit) : Number(digit) * 2;
      return sum + (value > 9 ? value - 9 : value);
    }, 0) %
    10 ===
  0;

/** The remainder of a number of any length; letters count from A = 10. */
export const remainder = (text: string, modulus: number): number =>
  Array.from(text).reduce((rest, character) => {
    const value = Number.parseInt(character, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % modulus;
  }, 0);

/** ISO 7064, MOD 11,10: the last digit checks the others. */
export function isMod11And10(digits: string): boolean {
  const product = Array.from(digits.slice(0, -1)).reduce((before, digit) => {
    const sum = (Number(digit) + before) % 10 || 10;
    return (2 * sum) % 11;
  }, 10);
  return (11 - product) % 10 === Number(digits.at(-1));
}

const turns = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];
const dihedral = (a: number, b: number): number =>
  a < 5 ? (b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5)) : b < 5 ? 5 + ((a - b + 10) % 5) : (a - b + 5) % 5;

/** The digit of Verhoeff. */
export const isVerhoeff = (digits: string): boolean =>
  Array.from(digits)
    .toReversed()
    .reduce((check, digit, place) => dihedral(check, Number(turns[place % 8]?.[Number(digit)])), 0) === 0;
