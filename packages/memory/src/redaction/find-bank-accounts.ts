import { remainder } from './check-digits.ts';
import type { Finding } from './find-by-patterns.ts';

/** Countries and the length of their account numbers. */
const registry =
  'AD24AE23AL28AT20AZ28BA20BE16BG22BH22BR29BY28CH21CR22CY28CZ24DE22DK18DO28EE20EG29ES24FI18FO18FR27GB22GE22GI23GL18GR27GT28HR21HU28' +
  'IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MR27MT31MU30NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22' +
  'SA24SC31SD18SE24SI19SK24SM27ST25SV28TL23TN24TR26UA29VA22VG24XK20';
const lengths = new Map(
  Array.from(registry.matchAll(/([A-Z]{2})(\d\d)/gu), ([, country = '', length]) => [
    country,
    Number(length),
  ]),
);
const start = /(?<![\p{L}\p{N}])[A-Z]{2}\d\d[ -]?(?=[A-Z0-9])/giu;
const gap = /[\s-]/u;
/** With a gap before each character. */
const longest = 68;

/** Finds international bank account numbers (IBAN) by country, length and check digits. */
export const findBankAccounts = (text: string): Finding[] =>
  Array.from(text.matchAll(start)).flatMap(({ index }) => {
    const end = endOf(text, index, lengths.get(text.slice(index, index + 2).toUpperCase()) ?? 0);
    const id = text
      .slice(index, end)
      .replaceAll(/[ \u00a0-]/gu, '')
      .toUpperCase();
    const isAccount =
      end > index && /^[A-Z0-9]+$/u.test(id) && remainder(id.slice(4) + id.slice(0, 4), 97) === 1;
    return isAccount ? [{ start: index, end, kind: 'iban' }] : [];
  });

/** Where the characters of a number end that may be written in groups; `start` if it goes on. */
function endOf(text: string, index: number, length: number): number {
  const run = text.slice(index, index + longest);
  let count = 0;
  let place = 0;
  while (count < length && place < run.length) {
    if (!gap.test(run[place] ?? '')) count += 1;
    place += 1;
  }
  return length > 0 && count === length && !/^[\p{N}]/u.test(text.slice(index + place, index + place + 1))
    ? index + place
    : index;
}
