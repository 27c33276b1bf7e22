import { dayNames } from '../text/day-names.ts';
import { nounForUser, readStatement } from '../text/statement-overlap.ts';

type Token = { kind: 'word' | 'value' | 'negation'; text: string };
/** What one statement has in place of a part of the other. Either side may be empty. */
type Difference = { said: Token[]; stored: Token[]; before: number };

/**
 * - `same`: the same words in the same order.
 *
 * - `value`: the same statement with another value, or it denies something and names something else: "tests run on
 * Vitest, not Jest".
 *
 * - `denied`: the same statement with or without a negation.
 *
 * - `more`: the whole stored statement, and more words.
 *
 * - `other`: anything else; the two may be about different things.
 */
export type Comparison = 'same' | 'value' | 'denied' | 'more' | 'other';

const pieces = /(?<quoted>`[^`]{1,80}`|"[^"]{1,60}"|“[^”]{1,60}”|„[^“”]{1,60}[“”]|«[^»]{1,60}»)|\S+/gu;
/** Without symbols: "$5" is not "€5". */
const punctuation = /^[[\p{P}\p{Sk}]--[.\/@#\-]]+|[[\p{P}\p{Sk}]--[#\/%]]+$/gv;
const unspaced = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;
const value = /[\p{N}/@]/u;
const negation =
  /^(?:not|no|never|cannot|.+n't|nicht|nie|kein(?:e[mnrs]?)?|ne|pas|non|nunca|不|没|ไม่(?:ใช่)?|อย่า)$/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Compares two statements word by word, in any language: aligns them by their longest common subsequence and
 * classifies the differences. Numbers, versions, paths, addresses and quotations are values. A value only counts as
 * exchanged if more shared words precede it than follow it: "issue 18 is fixed" does not replace "issue 17 is fixed".
 * Pure; the time grows with the product of both lengths.
 */
export function compareStatements(said: string, stored: string): Comparison {
  const [saying, known] = [tokensOf(said), tokensOf(stored)];
  if (corrects(saying, known)) return 'value';
  const { differences, shared } = align(saying, known);
  const tokens = differences.flatMap((one) => [...one.said, ...one.stored]);
  const isEvery = (kind: Token['kind']): boolean => tokens.every((token) => token.kind === kind);
  if (tokens.length === 0) return 'same';
  if (isEvery('negation')) return 'denied';
  const [first] = differences;
  const isExchange = first && differences.length === 1 && first.said.length > 0 && first.stored.length > 0;
  if (isExchange && isEvery('value') && 2 * first.before > shared) return 'value';
  const isAddition = differences.every((one) => one.stored.length === 0);
  return isAddition && tokens.every(({ kind }) => kind !== 'negation') ? 'more' : 'other';
}

/** Whether a statement ends by denying what the other says in one place, and says something else there. */
function corrects(said: Token[], stored: Token[]): boolean {
  const negated = said.findLastIndex(({ kind }) => kind === 'negation');
  if (negated === -1) return false;
  const { differences, shared } = align(said.slice(0, negated), stored);
  const [first] = differences;
  if (!first || differences.length > 1 || shared === 0) return false;
  if (first.said.length === 0 || first.stored.length === 0) return false;
  const denied = said.slice(negated + 1);
  const end = first.before + first.stored.length;
  const given = stored.slice(Math.max(0, end - denied.length), end);
  return denied.length >= first.stored.length && textOf(denied) === textOf(given);
}

const textOf = (tokens: Token[]): string => tokens.map(({ text }) => text).join(' ');

/**
 * Whether a statement says something else than another in one place only: a value or day for a value or day, a word for one
 * content word, or the end of what the other says. More of what they share stands before that place than after it, unless the statement
 * names what it replaces ("… instead of Jonas"). It may add something at its end, and leave out one content word. Pure.
 */
export function changesOnePlace(said: string, stored: string): boolean {
  const [saying, known] = [tokensOf(said), tokensOf(stored)];
  const { differences, common } = align(saying, known);
  const shared = common.filter(isContent).length;
  const names = new Set(saying.map(({ text }) => text));
  const parts = differences.map((one) => ({
    said: one.said.filter(isNamed),
    stored: one.stored.filter((token) => isNamed(token) && !names.has(token.text)),
    replaced: one.stored.filter(isNamed).length,
    before: common.slice(0, one.before).filter(isContent).length,
    isAddition: !one.stored.some(isNamed) && one.before < common.length,
    next: common[one.before],
  }));
  const exchanged = parts.filter((one) => one.said.length > 0 && one.stored.length > 0);
  const leftOut = parts.filter((one) => one.said.length === 0).flatMap((one) => one.stored);
  // "at 4:00 instead of 2:00" adds only the new value
  const isAdding = parts.some(
    (one) =>
      one.said.length > 0 && one.isAddition && !(one.next && isDatum(one.next) && one.said.some(isDatum)),
  );
  const [first] = exchanged;
  if (shared === 0 || exchanged.length > 1 || leftOut.length > 1 || isAdding) return false;
  if (!first) return true;
  const namesReplaced = parts.some((one) => one.said.length > 0 && one.stored.length < one.replaced);
  const isOfOneKind =
    namesReplaced ||
    first.stored.length === 1 ||
    [first.said, first.stored].every((tokens) => tokens.some(isDatum)) ||
    isDenied(saying) !== isDenied(known);
  return isOfOneKind && 2 * first.before >= shared;
}

const isDenied = (tokens: Token[]): boolean => tokens.some(({ kind }) => kind === 'negation');

/** A value, or a name of a month or weekday. */
const isDatum = ({ kind, text }: Token): boolean =>
  kind === 'value' || dayNames.has(text) || dayNames.has(text.replace(/s$/u, ''));

const isContent = ({ kind, text }: Token): boolean =>
  kind === 'value' || readStatement(text).words.length > 0;

/** "The user" says little, but is another person than Anna. */
const isNamed = (token: Token): boolean => isContent(token) || nounForUser.test(token.text);

/** Whether a statement contains a value that the other does not. */
export function namesAnotherValue(said: string, stored: string): boolean {
  const known = new Set(tokensOf(stored).map(({ text }) => text));
  return tokensOf(said).some(({ kind, text }) => kind === 'value' && !known.has(text));
}

function tokensOf(text: string): Token[] {
  const normal = text.normalize('NFKC').toLowerCase().replaceAll('’', "'");
  return Array.from(normal.matchAll(pieces)).flatMap(({ 0: piece, groups }): Token[] => {
    const bare = piece.replaceAll(punctuation, '');
    if (bare === '') return [];
    if (groups?.['quoted'] !== undefined) return [{ kind: 'value', text: bare }];
    const words = unspaced.test(bare) ? segmentsOf(bare) : [bare];
    return words.map((word) => ({ kind: kindOf(word), text: word }));
  });
}

const segmentsOf = (text: string): string[] =>
  [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []));

function kindOf(word: string): Token['kind'] {
  if (negation.test(word)) return 'negation';
  return value.test(word) ? 'value' : 'word';
}

function align(
  said: Token[],
  stored: Token[],
): { differences: Difference[]; shared: number; common: Token[] } {
  const lengths = commonLengths(said, stored);
  const differences: Difference[] = [];
  const common: Token[] = [];
  let open: Difference | null = null;
  for (let i = 0, j = 0; i < said.length || j < stored.length;) {
    const [a, b] = [said[i], stored[j]];
    if (a && b && a.text === b.text) {
      open = null;
      common.push(a);
      i += 1;
      j += 1;
      continue;
    }
    if (open === null) differences.push((open = { said: [], stored: [], before: common.length }));
    if (a && (!b || (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))) {
      open.said.push(a);
      i += 1;
    } else if (b) {
      open.stored.push(b);
      j += 1;
    }
  }
  return { differences, shared: common.length, common };
}

/** Returns the length of the longest common subsequence from each pair of positions on. */
function commonLengths(said: Token[], stored: Token[]): number[][] {
  const lengths: number[][] = [];
  for (const { text } of said.toReversed()) {
    const [next = []] = lengths;
    const row = stored.map(() => 0);
    for (let j = stored.length - 1; j >= 0; j -= 1) {
      row[j] = text === stored[j]?.text ? 1 + (next[j + 1] ?? 0) : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
    lengths.unshift(row);
  }
  return lengths;
}
