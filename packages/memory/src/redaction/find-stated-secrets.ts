import { findByPatterns, type Finding, type SecretPattern } from './find-by-patterns.ts';

/** Names what the secret belongs to: "for the office", "der EC-Karte", "ของบัตร". */
export const whose = String.raw`(?:\s{1,2}(?:for|of|to|on|at|in|für|von|vom|zum|zur|der|des|auf|im|am|meine[rs]|unsere[rs])(?:\s{1,2}[^\s.:=]{1,30}){1,4}?|\s?(?=[ก-๛])[^\s=:]{1,30}?)?`;
/** "is", "lautet", "คือ", a colon. */
const says = String.raw`(?:\s{1,2}(?:is|are|was|ist|sind|war|lautet|lauten)(?:\s{1,2}(?:now|jetzt))?:?\s{1,2}|\s{0,2}(?:คือ|เป็น)\s{0,2}|\s{0,2}[:=]\s{0,2})`;

/** "cvv 123" */
const cardCode =
  /(?<!\p{L})(?:cvv|cvc|csc)2?(?:[ -]?code)?(?:\s(?:is|ist)\s|\s?[:=]\s?|\s)(?<secret>\d{3,4})(?!\d)/dgiu;
/** "the 2FA backup codes: 8842-1193, 2239-0044" */
const onceCodes = new RegExp(
  String.raw`(?<!\p{L})(?:(?:backup|recovery|emergency|one-time)[- ]codes?|(?:wiederherstellungs|einmal|notfall|backup)-?codes?)(?!\p{L})${whose}${says}(?<secret>[\w-]{0,30}\d[\w-]{3,30}(?:(?:,|;|\s(?:and|und|or)|)\s{1,2}[\w-]{0,30}\d[\w-]{3,30}){0,20})`,
  'dgiu',
);
/** The seed phrase of a wallet: 12 to 24 words. */
const seedWords = new RegExp(
  String.raw`(?<!\p{L})(?:(?:seed|recovery|secret|mnemonic)[- ]phrase|mnemonic|seed|wiederherstellungsphrase)${whose}${says}["'„“]?(?<secret>(?:\p{Ll}{3,8}[, ]{1,2}){11,23}\p{Ll}{3,8})(?![\p{L}])`,
  'dgu',
);
/** `4111 1111 1111 1111`; without gaps only after a word such as "card". */
const cards: RegExp[] = [
  /(?<![\d-])(?<secret>[3-6]\d{3}([ -])\d{4}\2\d{4}\2\d{4})(?![\d-])/dg,
  /(?<![\d-])(?<secret>3[47]\d{2}([ -])\d{6}\2\d{5})(?![\d-])/dg,
  /(?:card|karte|visa|mastercard|amex|บัตร)[^\d\n]{0,30}(?<![\d-])(?<secret>[3-6]\d{12,18})(?!\d)/dgiu,
];

const patterns: SecretPattern[] = [
  { kind: 'card', pattern: cardCode },
  { kind: 'code', pattern: onceCodes },
  { kind: 'seed-phrase', pattern: seedWords },
  ...cards.map((pattern) => ({ kind: 'card', pattern, accepts: isCardNumber })),
];

/**
 * Finds backup codes, seed phrases and card numbers in plain sentences, without quotes or other marks around them.
 */
export const findStatedSecrets = (text: string): Finding[] => findByPatterns(text, patterns);

/** Checks the Luhn digit. */
function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').split('').map(Number).toReversed();
  const sum = digits.reduce((total, digit, index) => {
    const value = index % 2 === 0 ? digit : digit * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
