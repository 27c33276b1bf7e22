import type { StoredCandidate } from '../store/store.ts';
import type { Decision } from '../types.ts';
import { namesReplaced } from './names-replaced.ts';
import { haveSameSubject } from './same-subject.ts';
import { tokensOf, type Token } from './statement-tokens.ts';

/** Things that have one value at a time, so that another value is a change. */
const functional =
  /(?:^|\s|[\p{L}-])(?:name|favou?rite|preferred|default|port|version|url|address|host|branch|editor|shell|language|framework|database|owner|deadline|time ?zone|folder|directory|lieblings\p{L}*|standard\p{L}*|adresse|zweig|sprache|datenbank|besitzer|frist|zeitzone|ordner|verzeichnis)(?!\p{L})|ชื่อ|พอร์ต|เวอร์ชัน|ภาษา|ฐานข้อมูล|โปรด/iu;
const copula = /(?<!\p{L})(?:is|are|ist|sind|heißt|lautet)(?!\p{L})|คือ|เป็น/iu;
/** Words of a value; what is longer describes. */
const longestValue = 3;

/** A candidate, or what it is compared with: a memory, or an earlier candidate of the batch. */
type Comparable = Pick<StoredCandidate, 'id' | 'content' | 'memoryType' | 'source'>;
type Verdict = Pick<Decision, 'action' | 'targetId' | 'reason'>;

/**
 * Decides without a model: the same words are known; the same statement with another value, and what says itself what it
 * replaces, is an update; all else is new. What happened (episodic) is never changed by what happened later.
 */
export function decideByRules(candidate: Comparable, known: Comparable[]): Verdict {
  for (const memory of known) {
    const target = { targetId: memory.id };
    if (isSameText(candidate.content, memory.content))
      return { ...target, action: 'noop', reason: 'the same words' };
    if (candidate.memoryType === 'episodic' || memory.memoryType === 'episodic') continue;
    if (candidate.source === 'user_stated' && namesReplaced(candidate.content, memory.content)) {
      return { ...target, action: 'update', reason: 'the user says what it replaces' };
    }
    if (hasOtherValue(candidate.content, memory.content)) {
      return { ...target, action: 'update', reason: 'the same subject with another value' };
    }
  }
  return { action: 'add', targetId: null, reason: 'nothing stored says the same' };
}

const textOf = (tokens: Token[]): string => tokens.map(({ text }) => text).join(' ');

/** Capitals, punctuation and filling words aside. */
function isSameText(one: string, other: string): boolean {
  const said = (text: string) => textOf(tokensOf(text).filter(({ kind }) => kind !== 'common'));
  return said(one) === said(other) && said(one) !== '';
}

function hasOtherValue(one: string, other: string): boolean {
  return (
    haveSameSubject(one, other) &&
    (differsInOneValue(one, other) || isOrderOnly(one, other) || isRenamed(one, other))
  );
}

/** All is the same but one number, one path or name, or a negation. */
function differsInOneValue(one: string, other: string): boolean {
  const [a, b] = [tokensOf(one).filter(isTelling), tokensOf(other).filter(isTelling)];
  const isPolar = ({ kind }: Token): boolean => kind === 'negation';
  const [plainA, plainB] = [a.filter((token) => !isPolar(token)), b.filter((token) => !isPolar(token))];
  if (plainA.length !== plainB.length) return false;
  const different = plainA.filter((token, index) => token.text !== plainB[index]?.text);
  const areValues = plainA.every((token, index) => {
    const counterpart = plainB[index];
    return (
      token.text === counterpart?.text ||
      (isValue(token) && counterpart !== undefined && isValue(counterpart))
    );
  });
  const isNegated = a.some(isPolar) !== b.some(isPolar);
  return areValues && (different.length === 1 || (different.length === 0 && isNegated));
}

const isTelling = ({ kind }: Token): boolean => kind !== 'common';
const isValue = ({ kind }: Token): boolean => kind === 'number' || kind === 'name';

/** "tabs over spaces", "spaces over tabs" */
function isOrderOnly(one: string, other: string): boolean {
  const [a, b] = [tokensOf(one).filter(isTelling), tokensOf(other).filter(isTelling)];
  return textOf(a) !== textOf(b) && textOf(a.toSorted(byText)) === textOf(b.toSorted(byText));
}

const byText = (one: Token, other: Token): number => (one.text < other.text ? -1 : 1);

/** "My favourite editor is Vim", "My favourite editor is Emacs": a thing that has one value, and two short values. */
function isRenamed(one: string, other: string): boolean {
  const [thingA, valueA] = split(one);
  const [thingB, valueB] = split(other);
  if (thingA === '' || thingA !== thingB) return false;
  return (
    functional.test(one) &&
    [valueA, valueB].every((value) => value.length > 0 && value.length <= longestValue)
  );
}

function split(text: string): [thing: string, value: Token[]] {
  const found = copula.exec(text);
  if (!found) return ['', []];
  const value = tokensOf(text.slice(found.index + found[0].length)).filter(isTelling);
  return [textOf(tokensOf(text.slice(0, found.index)).filter(isTelling)), value];
}
