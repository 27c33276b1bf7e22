import { copula, findAnnouncements, type AnnouncedKind } from './announcing-words.ts';
import type { Finding } from './find-by-patterns.ts';
import { isMixed, isWordAbout } from './looks-secret.ts';

/** Characters after an announcing word within which the value must begin. */
const longestDistance = 100;
/** Words within which the value must come. */
const mostWords = 12;
/** Characters of a value. */
const longestValue = 256;

/** Text between quotes, cells, tags and characters of scripts without spaces, none of which a value contains. */
const unspaced = String.raw`[\p{sc=Thai}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー]`;
const word = new RegExp(String.raw`[[^\s\|<>"'\x60´“”„«»‘’\(\)：，。；]--${unspaced}]+|${unspaced}+`, 'gv');
const isUnspaced = new RegExp(`^${unspaced}`, 'v');
const link = /[:：=|>/→–—-]\s*["'`´“”„«»‘’(]*$/u;
/** Says that "key" means a credential rather than a column or the field of a form. */
const opening =
  /(?<![\p{L}])(?:api|wi-?fi|wlan|vpn|ssh|webhook|licen[cs]e|access|secret|private|encryption|signing|psk)(?![\p{L}])/iu;

/** Thai words that say what a password opens, rather than what is done with it. */
const thaiOwner = /^\p{sc=Thai}+(?<!ใน|ของ|ให้|กับ|ที่|ใช้|ด้วย|จาก|โดย|แบบ|มี)$/u;

const shortest: Record<AnnouncedKind, number> = { password: 6, login: 6, token: 12, key: 12 };

/**
 * Finds values announced by a word such as "password", in any language of `announcing-words.ts`. Directly after a
 * copula ("is"), a colon or the edge of a cell, anything with letters and digits counts; elsewhere in the clause,
 * only what no word or name looks like.
 */
export function findAnnouncedSecrets(text: string): Finding[] {
  const announced = findAnnouncements(text).filter(
    ({ kind, start, end }) => kind !== 'key' || opening.test(text.slice(Math.max(0, start - 20), end + 20)),
  );
  /**
   * The next announcement of each kind, which finds the values after it; so in a run of announcements no text is read
   * twice.
   */
  const next: Partial<Record<AnnouncedKind, Announced>> = {};
  return announced.toReversed().flatMap((one) => {
    const finding = valueBehind(text, one, next[one.kind]);
    next[one.kind] = one;
    return finding ?? [];
  });
}

type Announced = { kind: AnnouncedKind; start: number; end: number };

function valueBehind(text: string, { kind, end: start }: Announced, next?: Announced): Finding | null {
  const clause = clauseBehind(text, start, next);
  let before = '';
  let count = 0;
  for (const { 0: found, index } of clause.matchAll(word)) {
    const gap = clause.slice(before === '' ? 0 : clause.lastIndexOf(before, index) + before.length, index);
    if (index > longestDistance || count > mostWords || gap.includes('\n')) return null;
    if (/[.!]$/u.test(before) && count > 0) return null;
    // an assignment or an address, which other finders read
    if (index === 0 && /^[=@&/.$_-]/.test(found)) return null;
    const value = found.replaceAll(/^[*_~]{1,3}|(?:[.,;:?*_~]|(?<=!)!)+$/gu, '');
    if (mayBeSecret(value, kind) && isSecret(value, kind, isLinked(before, gap, count, kind))) {
      const at = start + index + found.indexOf(value);
      return {
        start: at,
        end: at + value.length,
        kind: kind === 'login' ? 'password' : kind === 'key' ? 'api-key' : kind,
      };
    }
    if (next !== undefined && start + index + found.length >= next.end) return null;
    before = found;
    count += 1;
  }
  return null;
}

/** Returns the text up to the next announcement, if that ends a word, which it only does in scripts without spaces. */
function clauseBehind(text: string, start: number, next: Announced | undefined): string {
  const end = start + longestDistance + longestValue;
  const isWord = next !== undefined && isUnspaced.test(text.slice(next.start, next.end));
  return text.slice(start, isWord ? Math.min(next.end, end) : end);
}

/** Whether something says that the value follows. A login names the user first, so only a value after a slash counts. */
function isLinked(before: string, gap: string, count: number, kind: AnnouncedKind): boolean {
  if (kind === 'login') return before === '/' && count > 1;
  if (count === 0 || (count === 1 && thaiOwner.test(before))) return true;
  return link.test(before + gap) || copula.test(before) || before.endsWith('?');
}

const isChosen = (kind: AnnouncedKind): boolean => kind === 'password' || kind === 'login';

const mayBeSecret = (value: string, kind: AnnouncedKind): boolean =>
  value.length >= shortest[kind] &&
  !/^[@=&/]/.test(value) &&
  ((isChosen(kind) && (isNumber(value) || isJoined(value))) ||
    (isMixed(value, isChosen(kind) ? 'password' : 'token') && !isWordAbout(value)));

/** "Forelle_blau": words that somebody joined. */
const isJoined = (value: string): boolean =>
  /^\p{Lu}?\p{Ll}+(?:_\p{Lu}?\p{Ll}+)+$/u.test(value) && /\p{Lu}/u.test(value);

const isNumber = (value: string): boolean => /^\d{6,}$/.test(value);

const isSecret = (value: string, kind: AnnouncedKind, isTold: boolean): boolean =>
  isTold ? isChosen(kind) || !isName(value) : isRandom(value);

/** Parts of letters with digits at their end, as in `auth-service-v2` or `v2.3.1+build5`. */
const isName = (value: string): boolean =>
  value.split(/[-_.:/@+=&]/u).every((part) => /^(?:\p{L}*\d{0,4}|\d+\p{L}{0,5})$/u.test(part));

/** Digits between the words of a name, as in `OAuth2Client`. */
const isIdentifier = (value: string): boolean => /^\p{L}+\d+\p{L}+$/u.test(value) && /\p{Ll}{4}/u.test(value);

/** Special characters among letters and digits, or digits between letters of both cases. */
const isRandom = (value: string): boolean =>
  /^(?=.*\p{L})(?=.*\d).{7,}$/u.test(value) &&
  !isName(value) &&
  !isIdentifier(value) &&
  (/[!#$%&*+?^~]/u.test(value) ||
    (/\p{Ll}/u.test(value) && /\p{Lu}/u.test(value) && /\p{L}\d+\p{L}/u.test(value)));
