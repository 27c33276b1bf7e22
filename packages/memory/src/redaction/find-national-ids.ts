import type { Finding } from './find-by-patterns.ts';

/** Characters before a number in which a word may name it, and after it. */
const longestBefore = 60;
const longestAfter = 40;

type NationalId = {
  pattern: RegExp;
  isValid: (id: string) => boolean;
  /** A form that no other number has, so that no word has to name it. */
  isClear: (text: string) => boolean;
  named: RegExp;
};

/** The boundaries of a number: neither part of a word, nor of a longer number. */
const alone = (form: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}_/+#-]|\p{N}[.,: ])(?:${form})(?![\p{L}\p{N}_/-]|[.,: ]\p{N})`, 'giu');
const named = (words: string): RegExp =>
  new RegExp(String.raw`(?<!\p{L})(?:${words})|(?:รหัส|เลข|บัตร)(?:บัตร)?(?:ประจำตัว)?ประชาชน`, 'iu');

const otherNumber =
  /(?<!\p{L})(?:call|phone|tel|fax|mobile|order|invoice|part|ticket|model|serial|sku|item|case|article|bestellung|rechnung|artikel)(?!\p{L})/iu;

const ids: NationalId[] = [
  {
    // United States
    pattern: alone(String.raw`\d{3}([-. ]?)\d\d\1\d{4}`),
    isValid: (id) => !/^(?:000|666|9)|^...00|0000$/u.test(id),
    isClear: (text) => text.includes('-'),
    named: named(
      String.raw`ssn(?!\p{L})|social security|social(?:\s(?:number|no\.?|#))?(?=\s(?:is|was)\s|:|\s*$)`,
    ),
  },
  {
    // Germany: pension insurance
    pattern: alone(String.raw`\d\d ?\d{6} ?[A-Z] ?\d{3}`),
    isValid: isPensionNumber,
    isClear: () => true,
    named: named('(?:sozial|renten)?versicherungsnummer'),
  },
  {
    // Germany: tax
    pattern: alone(String.raw`\d\d ?\d{3} ?\d{3} ?\d{3}`),
    isValid: isTaxNumber,
    isClear: () => false,
    named: named(
      String.raw`steuer-?(?:id|nummer|nr)|steuerliche identifikation|steueridentifikation|id-?nr|(?:german )?tax[- ]?(?:id|number|identification)|tin(?!\p{L})`,
    ),
  },
  {
    // Thailand
    pattern: alone(String.raw`\d([- ]?)\d{4}\1\d{5}\1\d\d\1\d`),
    isValid: (id) => weighted(id.slice(0, 12), (place) => 13 - place, 11) === Number(id[12]),
    isClear: (text) => text.length > 13,
    named: named(
      String.raw`thai (?:national )?id|national id|citizen id|id[- ]card|id (?:number|no)|personalausweis|ausweisnummer`,
    ),
  },
];

/** Finds numbers of persons by their form and check digit, and by the words around them if other numbers look the same. */
export function findNationalIds(text: string): Finding[] {
  return ids.flatMap(({ pattern, isValid, isClear, named: word }) =>
    Array.from(text.matchAll(pattern)).flatMap(({ 0: written, index }) => {
      const end = index + written.length;
      const around = (): string =>
        `${text
          .slice(Math.max(0, index - longestBefore), index)
          .split('\n')
          .at(-1)} ${text.slice(end, end + longestAfter).split('\n')[0]}`;
      const id = written.replaceAll(/[-. ]/gu, '');
      const isId = isValid(id) && (word.test(around()) || (isClear(written) && !otherNumber.test(around())));
      return isId ? [{ start: index, end, kind: 'national-id' }] : [];
    }),
  );
}

function weighted(digits: string, weight: (place: number) => number, modulus: number): number {
  const sum = Array.from(digits).reduce((total, digit, place) => total + Number(digit) * weight(place), 0);
  return (modulus - (sum % modulus)) % 10;
}

/** A birth date, a letter as two digits, and the sum of the digits of the products as check digit. */
function isPensionNumber(id: string): boolean {
  const [, day = '', month = '', letter = ''] = /^\d\d(\d\d)(\d\d)\d\d([A-Z])\d{3}$/iu.exec(id) ?? [];
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 99) return false;
  const number = String(letter.toUpperCase().charCodeAt(0) - 64).padStart(2, '0');
  const digits = id.slice(0, 8) + number + id.slice(9, 11);
  const weights = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1];
  const sum = Array.from(digits).reduce((total, digit, place) => {
    const product = Number(digit) * (weights[place] ?? 0);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return sum % 10 === Number(id.at(-1));
}

/** ISO 7064, MOD 11,10; one of the first ten digits stands there more than once. */
function isTaxNumber(id: string): boolean {
  if (id.startsWith('0') || new Set(id.slice(0, 10)).size > 9) return false;
  const product = Array.from(id.slice(0, 10)).reduce((before, digit) => {
    const sum = (Number(digit) + before) % 10 || 10;
    return (2 * sum) % 11;
  }, 10);
  return (11 - product) % 10 === Number(id[10]);
}
