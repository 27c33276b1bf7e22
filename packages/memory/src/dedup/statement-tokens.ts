import { commonWords } from '../common-words.ts';

/**
 * `word`: says what a statement is about; `predicate`: a verb that joins a thing to its value, in its basic form;
 * `number`: numbers, versions, dates, times with their unit; `name`: paths, addresses, what stands in quotes or back-ticks;
 * `negation`; `common`: how it is said.
 */
export type TokenKind = 'word' | 'predicate' | 'number' | 'name' | 'negation' | 'common';
export type Token = { kind: TokenKind; text: string };

const patterns: [TokenKind, string][] = [
  ['name', String.raw`https?:\/\/\S+`],
  ['name', '`[^`\n]{1,80}`|"[^"\n]{1,40}"|“[^”\n]{1,40}”|„[^“\n]{1,40}“|«[^»\n]{1,40}»'],
  ['name', String.raw`(?<![\p{L}\p{N}])(?:[~.]{0,2}\/)?[\p{L}\p{N}_.@-]+(?:\/[\p{L}\p{N}_.@-]+)+\/?`],
  ['number', String.raw`(?<![\p{L}\p{N}_.-])v?\d+(?:[.:,\/-]\d+)*(?:[%\p{L}]{1,3}(?![\p{L}\p{N}_-]))?`],
  ['word', String.raw`[\p{L}\p{M}\p{N}_]+(?:[-.'’@+#][\p{L}\p{M}\p{N}_]+)*[+#]*`],
];
const pattern = new RegExp(patterns.map(([, source]) => `(${source})`).join('|'), 'gu');

// A fixed locale: the dictionaries do not depend on it, and the result must not depend on the machine's.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const unspaced = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;

const negations = new Set(
  'not no never none without don’t doesn’t isn’t aren’t wasn’t won’t can’t cannot nicht kein keine keinen keinem keiner nie niemals ohne ไม่ ไม่ใช่ ไม่เคย อย่า ห้าม'.split(
    ' ',
  ),
);
/** Forms of the verbs that join a thing to its value, in English, German and Thai. */
const predicates: Record<string, string> = {
  prefer:
    'prefer prefers preferred like likes love loves want wants bevorzuge bevorzugt mag mögen liebe liebt ชอบ อยาก',
  use: 'use uses using used nutze nutzt nutzen verwende verwendet verwenden benutze benutzt benutzen ใช้',
  run: 'run runs running listen listens listening läuft laufen hört lauscht lauschen รัน ทำงาน',
  live: 'live lives stand stands stay stays lie lies located liegt liegen steht stehen wohnt wohne อยู่',
  need: 'need needs require requires must should braucht brauchen benötigt muss müssen soll sollen ต้อง ควร',
  call: 'call called named heißt heiße heißen lautet lauten ชื่อ',
};
const predicateOf = new Map(
  Object.entries(predicates).flatMap(([basic, forms]) =>
    forms.split(' ').map((form) => [form, basic] as const),
  ),
);
/** Joins without saying how. */
const copulas = new Set(
  'is are was were be been ist sind war waren sei คือ เป็น has have had hat haben hatte มี'.split(' '),
);
const common = new Set([
  ...commonWords,
  ...'user users nutzer benutzer nutzerin now jetzt currently aktuell always immer ตอนนี้ เสมอ please bitte also too'.split(
    ' ',
  ),
]);

/** The tokens of a statement in order, lower case. Identifiers stay whole: `task-api` and `user-api` are two things. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.normalize('NFKC').toLowerCase().matchAll(pattern)) {
    const kind = patterns[match.slice(1).findIndex((group) => group !== undefined)]?.[0] ?? 'word';
    const found = match[0];
    if (kind === 'name') tokens.push({ kind, text: found.replaceAll(/^["`“„«]|["`”“»]$|[.,;:]$/gu, '') });
    else if (kind === 'number') tokens.push({ kind, text: found });
    else if (unspaced.test(found)) tokens.push(...segmented(found).map(toToken));
    else tokens.push(toToken(found));
  }
  return tokens;
}

function segmented(text: string): string[] {
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

function toToken(text: string): Token {
  const word = text.replaceAll("'", '’');
  if (negations.has(word)) return { kind: 'negation', text: word };
  const predicate = predicateOf.get(word);
  if (predicate !== undefined) return { kind: 'predicate', text: predicate };
  if (common.has(word) || copulas.has(word)) return { kind: 'common', text: word };
  return /^\d+$/.test(word) ? { kind: 'number', text: word } : { kind: 'word', text: singular(word) };
}

/** English plurals and third persons as one form with their base. */
const singular = (word: string): string =>
  /^[a-z]{4,}s$/.test(word) && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;

/** Of the same thing: equal, or one names the other more closely (`database`, `staging-database`). */
export const isSameWord = (one: string, other: string): boolean =>
  one === other || one.endsWith(`-${other}`) || other.endsWith(`-${one}`);
