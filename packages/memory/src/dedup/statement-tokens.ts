import {
  contractedNegation,
  copulaOf,
  dateWords,
  fillers,
  negations,
  predicateOf,
  speakers,
  synonymOf,
} from './statement-lexicon.ts';

/**
 * `word`: says what a statement is about; `predicate`: a verb that joins a thing to its value, in its basic form;
 * `number`: numbers, versions, dates, days, times with their unit; `name`: paths, addresses, what stands in quotes or
 * back-ticks; `negation`; `copula`: joins without saying how; `common`: how it is said.
 */
export type TokenKind = 'word' | 'predicate' | 'number' | 'name' | 'negation' | 'copula' | 'common';
export type Token = { kind: TokenKind; text: string };

const patterns: [TokenKind, string][] = [
  ['name', String.raw`https?:\/\/\S+`],
  ['name', '`[^`\n]{1,80}`|"[^"\n]{1,40}"|“[^”\n]{1,40}”|„[^“\n]{1,40}“|«[^»\n]{1,40}»'],
  ['name', String.raw`(?<![\p{L}\p{N}])(?:[~.]{0,2}\/)?[\p{L}\p{N}_.@-]+(?:\/[\p{L}\p{N}_.@-]+)+\/?`],
  ['number', String.raw`(?<![\p{L}\p{N}_.-])v?\d+(?:[.:,\/-]\d+)*(?:[%\p{L}]{1,3}(?![\p{L}\p{N}_-]))?`],
  ['word', String.raw`[\p{L}\p{M}\p{N}_]+(?:[-.'’@+#][\p{L}\p{M}\p{N}_]+)*[+#]*`],
];
const pattern = new RegExp(patterns.map(([, source]) => `(${source})`).join('|'), 'gu');

/** "not … any more": what is left of it is the negation. */
const endOfNegation =
  /\s(?:any ?more|any longer|mehr|länger)\b(?<=(?:\bnot|n['’]t|\bnicht|\bkeine?[nrms]?)\b.*)/gu;
/** "Friday (2026-03-06)", "tomorrow (2026-03-06)": the date is the value. */
const datedDay =
  /(?:(?:next|last|this|nächste\p{L}*|kommende\p{L}*|letzte\p{L}*|diese\p{L}*)\s)?[\p{L}\p{M}]+\s\((\d{4}-\d\d-\d\d)\)/gu;
/** "project A": no article. */
const letterA = /(?<=[\p{L}\p{M}\p{N}]\s)A(?![\p{L}\p{N}'’])/gu;
/** "mustn't": a verb and a negation. */
const negatedModal = /\b(must|should|need)n['’]t\b/gu;
const noLonger = /\bno (?:longer|more)\b/gu;

// A fixed locale: the dictionaries do not depend on it, and the result must not depend on the machine's.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const unspaced = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;

/** Each candidate of a batch is held against each other one, several times: their tokens are kept. */
const known = new Map<string, Token[]>();
const mostKnown = 1_000;

/** The tokens of a statement in order, lower case. Identifiers stay whole: `task-api` and `user-api` are two things. */
export function tokensOf(text: string): readonly Token[] {
  const kept = known.get(text);
  if (kept) return kept;
  if (known.size >= mostKnown) known.clear();
  const tokens = readTokens(text);
  known.set(text, tokens);
  return tokens;
}

function readTokens(text: string): Token[] {
  const plain = text
    .normalize('NFKC')
    // NFKC takes Thai AM apart, which neither the dictionary nor the lists know
    .replaceAll(/\u0E4D([\u0E48-\u0E4B]?)\u0E32/gu, '$1\u0E33')
    .replaceAll(letterA, 'letter-a')
    .toLowerCase()
    .replaceAll(datedDay, ' $1 ')
    .replaceAll(noLonger, 'not')
    .replaceAll(negatedModal, '$1 not')
    .replaceAll(endOfNegation, '')
    // the dictionary would take them apart
    .replaceAll('ผู้ใช้', ' user ')
    .replaceAll(/ตอนนี้|เดี๋ยวนี้/gu, ' ');
  const tokens: Token[] = [];
  for (const match of plain.matchAll(pattern)) {
    const kind = patterns[match.slice(1).findIndex((group) => group !== undefined)]?.[0] ?? 'word';
    const found = match[0];
    if (kind === 'name') tokens.push({ kind, text: found.replaceAll(/^["`“„«]|["`”“»]$|[.,;:]$/gu, '') });
    else if (kind === 'number') tokens.push({ kind, text: found });
    else if (unspaced.test(found)) tokens.push(...segmented(found).map(toToken));
    else tokens.push(toToken(found));
  }
  return tokens.map((token, index) =>
    isSpeaker(token, tokens[index - 1], tokens[index + 1]) ? { ...token, kind: 'common' } : token,
  );
}

function segmented(text: string): string[] {
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

function toToken(text: string): Token {
  const word = text.replaceAll("'", '’');
  if (negations.has(word)) return { kind: 'negation', text: word };
  // "don’t" is "do not"
  if (contractedNegation.test(word)) return { kind: 'negation', text: 'not' };
  const predicate = predicateOf.get(word);
  if (predicate !== undefined) return { kind: 'predicate', text: predicate };
  const copula = copulaOf.get(word);
  if (copula !== undefined) return { kind: 'copula', text: copula };
  if (fillers.has(word)) return { kind: 'common', text: word };
  if (dateWords.has(word)) return { kind: 'number', text: singular(word) };
  if (/^\d+$/.test(word)) return { kind: 'number', text: word };
  return { kind: 'word', text: synonymOf.get(word) ?? singular(word) };
}

/** "The user prefers …", neither "the user table" nor "table users". */
const isSpeaker = ({ text }: Token, previous: Token | undefined, next: Token | undefined): boolean =>
  (speakers.has(text) || speakers.has(`${text}s`)) && previous?.kind !== 'word' && next?.kind !== 'word';

/** English plurals and third persons as one form with their base. */
const singular = (word: string): string =>
  /^[a-z]{4,}s$/.test(word) && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;

/** Says something: not how it is said, and not that it is. */
export const isTelling = ({ kind }: Token): boolean => kind !== 'common' && kind !== 'copula';

/** Of the same thing: equal, or one names the other more closely (`database`, `staging-database`). */
export const isSameWord = (one: string, other: string): boolean =>
  one === other || one.endsWith(`-${other}`) || other.endsWith(`-${one}`);

/** Enough to compare two forms of an English verb when all else is the same. */
export const stem = (word: string): string =>
  /^[a-z]{4,}$/.test(word) ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word;
