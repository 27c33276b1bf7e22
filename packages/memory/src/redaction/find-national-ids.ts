import { atFirstUse } from '../text/at-first-use.ts';
import { falling, isLuhn, isMod11And10, isVerhoeff, remainder, weighted } from './check-digits.ts';
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
/** Abbreviations, which are no beginnings of words. */
const short = (words: string): string => String.raw`(?:${words})(?!\p{L})`;
const never = (): boolean => false;
const always = (): boolean => true;

const otherNumber =
  /(?<!\p{L})(?:call|phone|tel|fax|mobile|order|invoice|part|ticket|model|serial|sku|item|case|article|bestellung|rechnung|artikel)(?!\p{L})/iu;
/** What several countries call such a number. */
const insurance = 'sozialvers|versicherungs-?(?:nummer|nr)|sv-?(?:nummer|nr)';
const taxNumber = `tax[- ]?(?:id|number|no|identification)|${short('tin')}`;

const ids = atFirstUse((): NationalId[] => [
  {
    // United States
    pattern: alone(String.raw`\d{3}([-. ]?)\d\d\1\d{4}`),
    isValid: (id) => !/^(?:000|666|9)|^...00|0000$/u.test(id),
    isClear: (text) => text.includes('-'),
    named: named(
      String.raw`${short('ssn')}|social security|social(?:\s(?:number|no\.?|#))?(?=\s(?:is|was)\s|:|\s*$)`,
    ),
  },
  {
    // Germany: pension insurance
    pattern: alone(String.raw`\d\d ?\d{6} ?[A-Z] ?\d{3}`),
    isValid: isPensionNumber,
    isClear: always,
    named: named('(?:sozial|renten)?versicherungsnummer'),
  },
  {
    // Germany: tax
    pattern: alone(String.raw`\d\d ?\d{3} ?\d{3} ?\d{3}`),
    // one of the first ten digits stands there more than once
    isValid: (id) => !id.startsWith('0') && new Set(id.slice(0, 10)).size < 10 && isMod11And10(id),
    isClear: never,
    named: named(
      String.raw`steuer-?(?:id|nummer|nr)|steuerliche identifikation|steueridentifikation|id-?nr|(?:german )?${taxNumber}`,
    ),
  },
  {
    // Germany: health
    pattern: alone(String.raw`[A-Z] ?\d{3} ?\d{3} ?\d{3}`),
    isValid: (id) => isLuhn(letterAsDigits(id)),
    isClear: never,
    named: named('(?:kranken)?versicherten-?(?:nummer|nr)|krankenvers|kvnr'),
  },
  {
    // Thailand
    pattern: alone(String.raw`\d([- ]?)\d{4}\1\d{5}\1\d\d\1\d`),
    isValid: (id) => (11 - (weighted(id, falling(13, 2)) % 11)) % 10 === Number(id[12]),
    isClear: (text) => text.length > 13,
    named: named(
      String.raw`thai (?:national )?id|national id|citizen id|id[- ]card|id (?:number|no)|personalausweis|ausweisnummer`,
    ),
  },
  {
    // Switzerland
    pattern: alone(String.raw`756([. ]?)\d{4}\1\d{4}\1\d\d`),
    isValid: (id) => weighted(id, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
    isClear: (text) => text.includes('.'),
    named: named(`ahv|${short('avs|oasi')}|${insurance}`),
  },
  {
    // Austria
    pattern: alone(String.raw`\d{4}[- /]?(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-5])\d\d`),
    isValid: (id) => weighted(id, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === Number(id[3]),
    isClear: never,
    named: named(`svnr|e-?card|social security|social insurance|${insurance}`),
  },
  {
    // United Kingdom: health
    pattern: alone(String.raw`\d{3}([- ]?)\d{3}\1\d{4}`),
    isValid: (id) => weighted(id, [...falling(10, 2), 1]) % 11 === 0,
    isClear: never,
    named: named(`${short('nhs')}|health service`),
  },
  {
    // United Kingdom: insurance; without a check digit
    pattern: alone(String.raw`[A-CEGHJ-PR-TW-Z]{2}([- ]?)\d\d\1\d\d\1\d\d\1[A-D]`),
    isValid: (id) => !/^(?:BG|GB|NK|KN|TN|NT|ZZ)/iu.test(id),
    isClear: never,
    named: named(String.raw`national insurance|ni[- ]?(?:number|no)|${short('nino')}`),
  },
  {
    // Canada
    pattern: alone(String.raw`\d{3}([- ]?)\d{3}\1\d{3}`),
    isValid: isLuhn,
    isClear: never,
    named: named(
      String.raw`social insurance|assurance sociale|sin(?=\s(?:number|no|is|card)|\s?[:#]|\s\s)|${short('nas')}`,
    ),
  },
  {
    // Netherlands
    pattern: alone(String.raw`\d{4}([. ]?)\d\d\1\d{3}|\d{9}|\d{3}[. ]\d{3}[. ]\d{3}`),
    isValid: (id) => weighted(id, [...falling(9, 2), -1]) % 11 === 0,
    isClear: never,
    named: named(`${short('bsn')}|burgerservice-?nummer|sofi-?nummer|citizen service number`),
  },
  {
    // France
    pattern: alone(
      String.raw`[12][ .]?\d\d[ .]?(?:0[1-9]|1[0-2])[ .]?(?:\d\d|2[AB])[ .]?\d{3}[ .]?\d{3}[ .]?\d\d`,
    ),
    isValid: (id) =>
      97 - remainder(id.slice(0, 13).replace(/2a/iu, '19').replace(/2b/iu, '18'), 97) ===
      Number(id.slice(13)),
    isClear: (text) => text.length > 17,
    named: named(`sécu|insee|french social|${short('nir|ssn')}`),
  },
  {
    // Italy
    pattern: alone(String.raw`[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z]`),
    isValid: isFiscalCode,
    isClear: always,
    named: named('codice fiscale'),
  },
  {
    // Spain
    pattern: alone(String.raw`(?:[XYZ][- ]?\d{7}|\d{8}|\d{2}\.\d{3}\.\d{3})[- ]?[A-Z]`),
    isValid: (id) =>
      'TRWAGMYFPDXBNJZSQVHLCKE'[
        Number(id.slice(0, -1).replace(/^[xyz]/iu, (letter) => String('XYZ'.indexOf(letter.toUpperCase())))) %
          23
      ] === id.at(-1)?.toUpperCase(),
    isClear: never,
    named: named(`${short('dni|nie|nif')}|documento nacional|identidad`),
  },
  {
    // Portugal
    pattern: alone(String.raw`[1-9]\d{2}([ .]?)\d{3}\1\d{3}`),
    isValid: (id) => isMod11(id, falling(9, 2)),
    isClear: never,
    named: named(`${short('nif')}|contribuinte|número fiscal`),
  },
  {
    // Brazil
    pattern: alone(String.raw`\d{3}\.\d{3}\.\d{3}-\d\d|\d{11}`),
    isValid: (id) => isMod11(id, falling(10, 2)) && isMod11(id, falling(11, 2)) && new Set(id).size > 1,
    isClear: (text) => text.includes('-'),
    named: named(short('cpf')),
  },
  {
    // Poland
    pattern: alone(String.raw`\d{11}`),
    isValid: (id) => weighted(id, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0,
    isClear: never,
    named: named(short('pesel')),
  },
  {
    // Belgium
    pattern: alone(String.raw`\d\d[. ]?\d\d[. ]?\d\d[- ]?\d{3}[. ]?\d\d`),
    isValid: (id) =>
      ['', '2'].some((century) => 97 - remainder(century + id.slice(0, 9), 97) === Number(id.slice(9))),
    isClear: never,
    named: named(`rijksregister|registre national|national number|${short('insz|niss')}`),
  },
  {
    // Sweden
    pattern: alone(String.raw`(?:19|20)?\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])[-+]?\d{4}`),
    isValid: (id) => isLuhn(id.slice(-10)),
    isClear: never,
    named: named('personnummer|pers-?nr|personal (?:identity )?number'),
  },
  {
    // Norway
    pattern: alone(String.raw`\d{6} ?\d{5}`),
    isValid: (id) =>
      weighted(id, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
      weighted(id, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
    isClear: never,
    named: named(`fødselsnummer|personnummer|${short('fnr')}`),
  },
  {
    // Denmark; without a check digit
    pattern: alone(String.raw`(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d\d[- ]?\d{4}`),
    isValid: always,
    isClear: never,
    named: named(`cpr-?n|${short('cpr')}`),
  },
  {
    // Finland
    pattern: alone(String.raw`(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d\d[-+A-FU-Y]\d{3}[\dA-Y]`),
    isValid: (id) =>
      '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(id.replaceAll(/[^\d]/gu, '').slice(0, 9)) % 31] ===
      id.at(-1)?.toUpperCase(),
    isClear: always,
    named: named('hetu|henkilötunnus'),
  },
  {
    // Turkey
    pattern: alone(String.raw`[1-9]\d{10}`),
    isValid: (id) =>
      Array.from(id.slice(0, 10)).reduce((sum, digit) => sum + Number(digit), 0) % 10 === Number(id[10]),
    isClear: never,
    named: named(`kimlik|tckn|${short('tc')}`),
  },
  {
    // Australia: tax
    pattern: alone(String.raw`\d{3}([- ]?)\d{3}\1\d{3}`),
    isValid: (id) => weighted(id, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0,
    isClear: never,
    named: named(`${short('tfn')}|tax file`),
  },
  {
    // India
    pattern: alone(String.raw`[2-9]\d{3}([- ]?)\d{4}\1\d{4}`),
    isValid: isVerhoeff,
    isClear: never,
    named: named('aadh?aa?r|uidai|आधार'),
  },
  {
    // China
    pattern: alone(String.raw`\d{6}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{3}[\dX]`),
    isValid: (id) =>
      '10X98765432'[weighted(id, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11] ===
      id.at(-1)?.toUpperCase(),
    isClear: always,
    named: named('身份证|身分證'),
  },
  {
    // Singapore
    pattern: alone(String.raw`[STFG]\d{7}[A-Z]`),
    isValid: (id) => {
      const shift = /^[TG]/iu.test(id) ? 4 : 0;
      const letters = /^[ST]/iu.test(id) ? 'JZIHGFEDCBA' : 'XWUTRQPNMLK';
      return (
        letters[(weighted(id.slice(1), [2, 7, 6, 5, 4, 3, 2]) + shift) % 11] === id.at(-1)?.toUpperCase()
      );
    },
    isClear: never,
    named: named(`identity card|${short('nric|fin|ic')}`),
  },
]);

/** Finds numbers of persons by their form and check digit, and by the words around them if other numbers look the same. */
export function findNationalIds(text: string): Finding[] {
  if (!/\d\d/u.test(text)) return [];
  return ids().flatMap(({ pattern, isValid, isClear, named: word }) =>
    Array.from(text.matchAll(pattern)).flatMap(({ 0: written, index }) => {
      const end = index + written.length;
      const around = (): string =>
        `${text
          .slice(Math.max(0, index - longestBefore), index)
          .split('\n')
          .at(-1)} ${text.slice(end, end + longestAfter).split('\n')[0]}`;
      const id = written.replaceAll(/[-. /]/gu, '');
      const isId = isValid(id) && (word.test(around()) || (isClear(written) && !otherNumber.test(around())));
      return isId ? [{ start: index, end, kind: 'national-id' }] : [];
    }),
  );
}

/** The digit behind the weighted ones is 11 less the rest, or 0. */
function isMod11(id: string, weights: number[]): boolean {
  const check = 11 - (weighted(id, weights) % 11);
  return (check > 9 ? 0 : check) === Number(id[weights.length]);
}

/** "A123" → "01123" */
const letterAsDigits = (id: string): string =>
  id.replace(/[A-Z]/iu, (letter) => String(Number.parseInt(letter, 36) - 9).padStart(2, '0'));

/** A birth date, a letter as two digits, and the sum of the digits of the products as check digit. */
function isPensionNumber(id: string): boolean {
  const [, day = '', month = ''] = /^\d\d(\d\d)(\d\d)\d\d[A-Z]\d{3}$/iu.exec(id) ?? [];
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 99) return false;
  const digits = letterAsDigits(id).slice(0, -1);
  const weights = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1];
  const sum = Array.from(digits).reduce((total, digit, place) => {
    const product = Number(digit) * (weights[place] ?? 0);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return sum % 10 === Number(id.at(-1));
}

const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** The sum of what letters and digits count, by their place, as last letter. */
function isFiscalCode(id: string): boolean {
  const sum = Array.from(id.slice(0, 15)).reduce((total, character, place) => {
    const value = Number.parseInt(character, 36);
    const number = value > 9 ? value - 10 : value;
    return total + (place % 2 === 0 ? (odd[number] ?? 0) : number);
  }, 0);
  return sum % 26 === Number.parseInt(id.slice(-1), 36) - 10;
}
