import { commonWords } from '../text/common-words.ts';
import { copula } from './announcing-words.ts';
import type { Finding } from './find-by-patterns.ts';
import { isPlaceholder } from './placeholder.ts';
import { whose } from './whose.ts';

const phraseWords = String.raw`\p{L}[\p{L}'’-]{0,19}(?: \p{L}[\p{L}'’-]{0,19}){0,9}`;
/** "the wifi password is correct horse battery staple": plain words up to the end of the clause. */
const phrase = new RegExp(
  String.raw`(?<net>(?:wi-?fi|wlan|w-lan|guest|gäste|nas|router)[- ]?)?(?<noun>password|(?<!\p{L})pwd?|pass ?phrase|secret phrase|passwort|kennwort|(?<foreign>mot de passe|contraseña|wachtwoord|senha|parola|lösenord(?:et)?|hasło|пароль))(?:['’]s)?${whose}(?:\s{1,2}(?:(?<verb>is|was|ist|war|lautet|to)|est|es|è|é|är)(?:\s{1,2}(?:now|still|jetzt|nun|immer noch))?:?\s{1,2}|(?<mark>\s{0,2}[:=]|\s[–—-])\s{1,2})(?:["'“„‘«\x60]\s?(?<quoted>[^"'“”’‘»\x60\n]{4,80}?)\s?["'“”’‘»\x60]|(?<words>${phraseWords})(?=[.!;,]?(?:\s|$)))`,
  'dgiu',
);
/** "รหัสไวไฟคือ…" */
const thaiPhrase =
  /(?:รหัส(?:ผ่าน|ไวไฟ|ไวฟาย|วายฟาย|เน็ต|\s?wi-?fi)|พาสเวิร์ด)(?:\s?wi-?fi\s?)?[^\s:=]{0,40}?(?:คือ|\s?:)\s{0,2}["“]?(?<words>\p{sc=Thai}{6,60}(?: \p{sc=Thai}{2,40}){0,4})/dgiu;
/** The minimum number of letters of a passphrase. */
const shortestWord = 5;
const common = new Set(commonWords);
/** Words that describe a password instead of being one. */
const describing =
  /^(?:too|very|super|really|quite|pretty|rather|so|still|always|never|just|again|immer|nie|sehr|leider|schon|wieder|bitte|please|case|same|plain|worden|\p{L}{3,}(?:ed|ing|ly|able|ible|lich|bar|iert|ig|isch|los)|(?:ge|ver|be|ab)\p{L}{3,}(?:t|en))$/iu;
/** Whether a word tells what a secret is like. */
export const isDescribing = (word: string): boolean =>
  common.has(word.toLowerCase()) ||
  describing.test(word) ||
  states.has(word.toLowerCase()) ||
  about.test(word);
/** Words between the words of a phrase that a description has as well. */
const joints = new Set(
  'under over above below behind between into onto up down out off upon beneath near along across through unter hinter neben zwischen entlang'.split(
    ' ',
  ),
);
/**
 * In at most two words, these words describe a password; a longer phrase may contain them ("correct horse battery
 * staple").
 */
const longestState = 2;
const states = new Set(
  (
    'given shown blank true false none empty valid invalid missing unknown known optional mandatory correct incorrect right wrong secret secure insecure unsafe weak ' +
    'good fine okay enough nothing strong short public private personal temporary permanent unique different identical hidden broken stolen there sensitive insensitive present absent ' +
    'active inactive ready random default plaintext cleartext simple complex obsolete falsch sicher unsicher geheim gleich bekannt unbekannt pflicht schwach ' +
    'stark einfach privat anders komplex korrekt inkorrekt nirgends irgendwo überall somewhere everywhere nowhere elsewhere meanwhile'
  ).split(' '),
);

/** What a sentence about passwords is about. */
const about =
  /^(?:users?|usernames?|accounts?|logins?|signin|e?mails?|addresse?s?|fields?|strings?|texts?|values?|inputs?|forms?|pages?|(?:web)?sites?|servers?|databases?|admins?|administrators?|owners?|names?|numbers?|letters?|characters?|digits?|length|hash(?:es)?|minimum|maximum|passwords?|passphrases?|passwort|passwörter|kennwort|keys?|tokens?|secrets?|reset|manager|policy|authentication|auth|services?|systems?|clients?|files?|configs?|configuration|settings?|environment|variables?|see|enter|use|type|your|set|sent|kept|shown|part|data|options?|parameters?|wiki|vault|keepass|bitwarden|siehe|nutzer|benutzer|konto|konten|zeichen|ziffern|datei|eingabe|eingeben|feld|anmeldung|mindestens|länge)$/iu;

/** Finds passphrases of plain words, told with or without quotes. */
export const findPassphrases = (text: string): Finding[] => [
  ...Array.from(text.matchAll(phrase)).flatMap((match) => told(match) ?? []),
  ...Array.from(text.matchAll(thaiPhrase)).flatMap((match) => toldInThai(match) ?? []),
];

function told(match: RegExpExecArray): Finding | null {
  const { net, foreign, noun = '', quoted, words = '', verb, mark } = match.groups ?? {};
  const [start, end] = match.indices?.groups?.[quoted === undefined ? 'words' : 'quoted'] ?? [0, 0];
  if (quoted !== undefined) {
    const isWord =
      isPlaceholder(quoted) ||
      describing.test(quoted) ||
      (mark !== undefined && !isPhrase(quoted.split(' '), 3));
    return isWord ? null : { start, end, kind: 'password' };
  }
  if (foreign !== undefined || (verb ?? mark) === undefined) return null;
  const said = words.split(/ (?:and|but|or|und|aber|oder) /iu)[0] ?? '';
  const isNamed = net !== undefined || /phrase/iu.test(noun);
  const least = isNamed ? 2 : 3;
  const list = said.split(' ');
  const isSecret =
    verb === 'lautet' ||
    (mark === undefined && verb !== 'to' && isPhrase(list, 1)) ||
    (mark === undefined ? isWordy(list, least) : isPhrase(list, least));
  return isSecret ? { start, end: start + said.length, kind: 'password' } : null;
}

/** Words without grammar. */
const isPhrase = (words: string[], least: number): boolean =>
  words.length >= least &&
  words.join('').length >= shortestWord &&
  (words.length > longestState || !/['’-]/u.test(words.join(''))) &&
  words.every(
    (word) =>
      /^\p{L}/u.test(word) &&
      !common.has(word.toLowerCase()) &&
      !describing.test(word) &&
      !copula.test(word) &&
      !(words.length > 1 && about.test(word)),
  ) &&
  (words.length > longestState || !words.some((word) => states.has(word.toLowerCase())));

/** Words with prepositions and articles between them: "blue kettle under the stairs". */
function isWordy(words: string[], least: number): boolean {
  const isJoint = (word: string): boolean => common.has(word.toLowerCase()) || joints.has(word.toLowerCase());
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (words.some((word) => /^(?:than|als|as|wie)$/iu.test(word))) return false;
  const content = words.filter((word) => !isJoint(word));
  return (
    content.length >= least &&
    ![first, last].some((word) => isJoint(word) || states.has(word.toLowerCase())) &&
    !content.some((word) => describing.test(word) || about.test(word))
  );
}

// a fixed locale, so that the result does not depend on the machine
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
/** Words that tell what a password is like, or from whom it is. */
const thaiAbout =
  /^(?:สิ่ง|สำคัญ|ตัวอักษร|ตัวเลข|วันเกิด|เกิด|วัน|ชื่อ|เบอร์|เดิม|เดียว|เดียวกัน|ข้อมูล|ชุด|คำ|รหัส|ผ่าน|กุญแจ|ความลับ|เครื่องมือ|อย่าง|ส่วน|เกี่ยว|ไหม|มั้ย|เปล่า|ระบบ|ผู้ใช้|บัญชี)$/u;
const thaiEnd = /\s?(?:นะ|ครับ|ค่ะ|คะ|จ้า|จ้ะ)+$/u;

function toldInThai(match: RegExpExecArray): Finding | null {
  const [start] = match.indices?.groups?.['words'] ?? [0];
  const said = (match.groups?.['words'] ?? '').replace(thaiEnd, '').replace(thaiEnd, '');
  const words = Array.from(segmenter.segment(said), ({ segment }) => segment.trim()).filter(Boolean);
  const content = words.filter((word) => !common.has(word));
  const isSecret =
    content.length > 1 &&
    content.length * 2 > words.length &&
    content[0] === words[0] &&
    !words.some((word) => thaiAbout.test(word));
  return isSecret ? { start, end: start + said.length, kind: 'password' } : null;
}
