import { commonWords } from '../text/common-words.ts';
import { findByPatterns, type Finding, type SecretPattern } from './find-by-patterns.ts';
import { isPlaceholder } from './placeholder.ts';

/** Names what the secret belongs to: "for the office", "der EC-Karte", "ของบัตร". */
const whose = String.raw`(?:\s{1,2}(?:for|of|to|on|at|in|für|von|vom|zum|zur|der|des|auf|im|am|meine[rs]|unsere[rs])(?:\s{1,2}[^\s.:=]{1,30}){1,4}?|\s?(?=[ก-๛])[^\s=:]{1,30}?)?`;
/** "is", "lautet", "คือ", a colon. */
const says = String.raw`(?:\s{1,2}(?:is|are|was|ist|sind|war|lautet|lauten)(?:\s{1,2}(?:now|jetzt))?:?\s{1,2}|\s{0,2}(?:คือ|เป็น)\s{0,2}|\s{0,2}[:=]\s{0,2})`;

const number = String.raw`\d{4,6}[#*]?(?![\p{L}\d%/:]|[.,]\d)`;
/** "my PIN is 4821", "the door code: 4711#", "รหัส PIN บัตรคือ 5512" */
const pin = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:[\p{L}-]{1,20}-)?pin(?:[- ]?(?:code|number|nummer))?|(?:door|gate|alarm|entry|access|security|safe|lock|unlock)[- ]code|\p{L}{0,20}(?:tür|tor|alarm|zugangs|sicherheits|tresor|entsperr)-?code|code (?:for|of|to|für|vom|zum|zur) (?:\p{L}{2,12} ){0,2}(?:safe|door|gate|alarm|lock|vault|garage|tür|tor|tresor|schloss|alarmanlage)|geheimzahl|passcode|รหัส(?:\s?pin|ประตู|บัตร|atm|ตู้เซฟ)|พิน)(?![\p{L}\d-])${whose}${says}(?<secret>${number})`,
  'dgiu',
);
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

/** "the wifi password is correct horse battery staple": plain words up to the end of the clause. */
const phrase = new RegExp(
  String.raw`(?:password|passphrase|passwort|kennwort)${whose}\s{1,2}(?<verb>is|was|ist|war|lautet)(?:\s{1,2}(?:now|jetzt))?:?\s{1,2}(?:["'“„‘\x60](?<quoted>[^"'“”’‘\x60\n]{4,80})["'“”’‘\x60]|(?<words>\p{L}{2,20}(?: \p{L}{2,20}){0,9})(?=[.!;,]?(?:\s|$)))`,
  'dgiu',
);
/** The minimum number of letters of a passphrase. */
const shortestWord = 5;
const common = new Set(commonWords);
/** Words that describe a password instead of being one. */
const describing =
  /^(?:too|very|still|always|never|just|again|immer|nie|sehr|leider|schon|wieder|bitte|please|case|same|plain|worden|\p{L}{3,}(?:ed|ing|ly|able|ible|lich|bar|iert|ig|isch|los)|(?:ge|ver|be|ab)\p{L}{3,}(?:t|en))$/iu;
/**
 * In at most two words, these words describe a password; a longer phrase may contain them ("correct horse battery
 * staple").
 */
const longestState = 2;
const states = new Set(
  (
    'given shown blank true false none empty valid invalid missing unknown known optional mandatory correct incorrect right wrong secret secure insecure unsafe weak ' +
    'strong short public private personal temporary permanent unique different identical hidden broken stolen there sensitive insensitive present absent ' +
    'active inactive ready random default plaintext cleartext simple complex obsolete falsch sicher unsicher geheim gleich bekannt unbekannt pflicht schwach ' +
    'stark einfach privat anders komplex korrekt inkorrekt nirgends irgendwo überall somewhere everywhere nowhere elsewhere meanwhile'
  ).split(' '),
);

const patterns: SecretPattern[] = [
  { kind: 'pin', pattern: pin },
  { kind: 'card', pattern: cardCode },
  { kind: 'code', pattern: onceCodes },
  { kind: 'seed-phrase', pattern: seedWords },
  ...cards.map((pattern) => ({ kind: 'card', pattern, accepts: isCardNumber })),
];

/**
 * Finds passwords, PINs, codes, seed phrases and card numbers in plain sentences, without quotes or other marks
 * around them.
 */
export const findStatedSecrets = (text: string): Finding[] => [
  ...findByPatterns(text, patterns),
  ...findPhrases(text),
];

function findPhrases(text: string): Finding[] {
  return Array.from(text.matchAll(phrase)).flatMap((match) => {
    const { quoted, words = '', verb } = match.groups ?? {};
    const [start, end] = match.indices?.groups?.[quoted === undefined ? 'words' : 'quoted'] ?? [0, 0];
    if (quoted !== undefined) {
      const isWord = isPlaceholder(quoted) || describing.test(quoted);
      return isWord ? [] : [{ start, end, kind: 'password' }];
    }
    const told = words.split(/ (?:and|but|or|und|aber|oder) /iu)[0] ?? '';
    const isSecret = verb === 'lautet' || isPhrase(told.split(' '));
    return isSecret ? [{ start, end: start + told.length, kind: 'password' }] : [];
  });
}

const isPhrase = (words: string[]): boolean =>
  words.join('').length >= shortestWord &&
  words.every((word) => !common.has(word.toLowerCase()) && !describing.test(word)) &&
  (words.length > longestState || !words.some((word) => states.has(word.toLowerCase())));

/** Checks the Luhn digit. */
function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').split('').map(Number).toReversed();
  const sum = digits.reduce((total, digit, index) => {
    const value = index % 2 === 0 ? digit : digit * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
