import { textOf } from './other-value.ts';
import { isTelling, stem, tokensOf, type Token } from './statement-tokens.ts';

/** "We use pnpm as our package manager", "เราใช้ PostgreSQL เป็นฐานข้อมูล" */
const usedAs = /(?<!\p{L})(?:as|als)(?!\p{L})|ใช้.+เป็น/iu;
/** "Our package manager is pnpm", "ฐานข้อมูลของเราคือ PostgreSQL" */
const isThat = /(?<!\p{L})(?:is|are|ist|sind)(?!\p{L})|คือ/iu;
/** "TLS is terminated by Nginx" */
const passive =
  /(?<!\p{L})(?:is|are|was|were|be|been|wird|werden|wurde)(?!\p{L}).*(?<!\p{L})(?:by|von|durch)(?!\p{L})|ถูก.*โดย/iu;
/** What follows is said beside what stands before it. */
const conjunction = /^\s*,?\s*(?:and|und)\s|^\s*และ/iu;
/** Words from which a statement is one that another can be a part of. */
const leastPart = 3;

/** Capitals, punctuation and filling words aside the same words in the same order. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [textOf(telling(one)), textOf(telling(other))];
  return a === b && a !== '';
}

/**
 * The same in another construction: what is used as something is that thing; what is done by somebody, she does. All that
 * is said must be in both.
 */
export function isTurnedRound(one: string, other: string): boolean {
  const isNamed = (a: string, b: string): boolean => usedAs.test(a) && isThat.test(b) && !usedAs.test(b);
  if (isNamed(one, other) || isNamed(other, one)) {
    const isNoUse = ({ text }: Token): boolean => text !== 'use';
    return haveSameWords(telling(one).filter(isNoUse), telling(other).filter(isNoUse));
  }
  return passive.test(one) !== passive.test(other) && haveSameWords(telling(one), telling(other));
}

/** "Deployments go through CI" is a part of "Deployments go through CI and need an approval". */
export function isPartOf(part: string, whole: string): boolean {
  const [a, b] = [telling(part), telling(whole)];
  if (a.length < leastPart || a.length >= b.length || textOf(a) !== textOf(b.slice(0, a.length)))
    return false;
  // "… and sessions no longer" takes back what stands before it
  const rest = b.slice(a.length);
  if (rest.some(isNegation) && !rest.some(({ kind }) => kind === 'predicate')) return false;
  const last =
    part
      .trim()
      .split(/\s+/u)
      .at(-1)
      ?.replaceAll(/[.!]+$/gu, '') ?? '';
  const end = whole.toLowerCase().indexOf(last.toLowerCase());
  return end >= 0 && conjunction.test(whole.slice(end + last.length));
}

/** The same is said of the same words, once with a negation and once without. */
export function isDenied(one: string, other: string): boolean {
  const [a, b] = [telling(one), telling(other)];
  if (a.some(isNegation) === b.some(isNegation)) return false;
  const [shorter = [], longer = []] = [a, b]
    .map((tokens) => tokens.filter((token) => !isNegation(token)).map(({ text }) => stem(text)))
    .toSorted((left, right) => left.length - right.length);
  return shorter.length > 0 && shorter.every((word) => longer.includes(word));
}

const isNegation = ({ kind }: Token): boolean => kind === 'negation';

const telling = (text: string): readonly Token[] => tokensOf(text).filter(isTelling);

function haveSameWords(one: readonly Token[], other: readonly Token[]): boolean {
  const sorted = (tokens: readonly Token[]): string =>
    tokens
      .map(({ text }) => stem(text))
      .toSorted()
      .join(' ');
  return sorted(one) === sorted(other) && one.length > 1;
}
