import { withDayLast } from './day-last.ts';
import { areOfOtherKinds } from './rival-values.ts';
import { alternatives, dateWords, environments } from './statement-lexicon.ts';
import { isSameWord, tokensOf, type Token } from './statement-tokens.ts';
import { areOfDifferentPeople } from './who-is-meant.ts';

/** Share of the words of the shorter statement that the other must have too: of three words two. */
const leastOverlap = 0.4;

/** "the port of the API", "für Tests", "ของฐานข้อมูล": what follows says which one is meant. */
const qualifier =
  /(?<!\p{L})(?<!instead |because |out |kind |rather )(?:for|of|für|von|vom)\s+(?:the |a |an |our |my |all |den |die |das |der |dem |unser\w* |mein\w* )?(?<what>[^\s,.;:()]+)|(?:ของ|สำหรับ)\s*(?<thai>[^\s,.;:()]+)/giu;

/** "We use npm in taskforge": where or on what it holds stands at the end. */
const place =
  /(?<=\s)(?<preposition>in|on|at|under|with|auf|im|bei|beim|am|mit)\s+(?:the |our |my |der |dem |den |unser\w* )?(?<what>[^\s,.;:()]+(?:\s[^\s,.;:()]+)?)[.!]?$|(?<thai>ใน|ที่|บน)\s*(?<where>[^\s,.;:()]+)$/iu;

/** "npm is the package manager": the thing stands behind, and what stands before it is its value. */
const naming =
  /^\s*\S+\s+(?:is|was|ist|war)\s+(?:now |jetzt )?(?:the|our|my|der|die|das|unser\w*|mein\w*)\s|^\s*\S+\s*คือ/iu;

/**
 * The guard before every update and delete: whether two statements speak of the same thing, so that only its value
 * differs (a number, a version, a path, a negation, the last word). When in doubt they do not, and both stay: a
 * duplicate is seen and merged later, a memory that was wrongly retired is gone for its user. Symmetric.
 */
export function haveSameSubject(said: string, stored: string): boolean {
  const [one, other] = withDayLast(said, stored);
  const [a, b] = [tokensOf(one), tokensOf(other)];
  const [topicsA, topicsB] = [a.filter(isTopic), b.filter(isTopic)];
  if (!overlapEnough(topicsA, topicsB)) return false;
  const isNamed = naming.test(one) && naming.test(other) && haveSameRest(topicsA, topicsB);
  if (!isNamed && (beginDifferently(a, b) || areAboutDifferent(a, b) || sayDifferent(a, b))) return false;
  if (qualifyDifferently(one, other) || standDifferently(one, other)) return false;
  if (areOfDifferentPeople(one, other)) return false;
  return (
    !differTwice(a, b) &&
    !isOfOneEnvironment(a, b) &&
    !beginOnOtherDays(one, other) &&
    (isNamed || !areOnOtherDays(a, b)) &&
    !areOfOtherNumbers(a, b) &&
    !useOtherKinds(a, b) &&
    !areDeniedApart(a, b)
  );
}

const isTopic = ({ kind }: Token): boolean => kind === 'word' || kind === 'predicate';
const has = (tokens: readonly Token[], { text }: Token): boolean =>
  tokens.some((token) => isSameWord(token.text, text));

function overlapEnough(one: readonly Token[], other: readonly Token[]): boolean {
  const [a, b] = [distinct(one), distinct(other)];
  const size = Math.min(a.length, b.length);
  if (size === 0) return a.length === b.length;
  const shared = Math.min(
    a.filter((token) => has(b, token)).length,
    b.filter((token) => has(a, token)).length,
  );
  return shared >= Math.max(1, leastOverlap * size);
}

const distinct = (tokens: readonly Token[]): readonly Token[] => [
  ...new Map(tokens.map((token) => [token.text, token])).values(),
];

/** After the first word all is the same. */
const haveSameRest = (one: readonly Token[], other: readonly Token[]): boolean =>
  one.length === other.length && one.slice(1).every((token, index) => token.text === other[index + 1]?.text);

/** Both name something before the first word that they share: "task-api uses …", "user-api uses …". */
const beginDifferently = (one: readonly Token[], other: readonly Token[]): boolean =>
  begins(one, other) && begins(other, one);

function begins(one: readonly Token[], other: readonly Token[]): boolean {
  const firstShared = one.findIndex((token) => isTopic(token) && has(other, token));
  return one.slice(0, firstShared).some((token) => isNaming(token) && !has(other, token));
}

const isNaming = ({ kind }: Token): boolean => kind === 'word' || kind === 'name';

/** Both name something before their verb that the other does not speak of: "the users table has …", "the orders table has …". */
function areAboutDifferent(one: readonly Token[], other: readonly Token[]): boolean {
  const ownOf = (tokens: readonly Token[], rest: readonly Token[]): boolean =>
    beforeVerb(tokens).some((token) => isNaming(token) && !has(rest, token));
  return ownOf(one, other) && ownOf(other, one);
}

/**
 * Of one thing two things: behind what they share at the beginning nothing is the same, and it is another verb with more than
 * a word behind it, or behind the same verb once a number and once a description. Two numbers are two values of one thing.
 */
function sayDifferent(one: readonly Token[], other: readonly Token[]): boolean {
  const [a, b] = [one.filter(says), other.filter(says)];
  const first = a.findIndex((token, index) => token.text !== b[index]?.text);
  const [restA, restB] = [a.slice(first), b.slice(first)];
  if (first < 1 || restA.some((token) => has(restB, token))) return false;
  const [countA, countB] = [restA, restB].map((rest) => rest.filter(isNumber).length > 0);
  if (countA && countB) return false;
  if (!a.slice(0, first).some(isVerb)) return restA.length > 1 && restB.length > 1;
  return countA !== countB && (countA ? restB : restA).length > 1;
}

const isNumber = ({ kind }: Token): boolean => kind === 'number';
const says = ({ kind }: Token): boolean => kind !== 'common';

/** Nothing, when there is no verb that is known. */
const beforeVerb = (tokens: readonly Token[]): readonly Token[] =>
  tokens.slice(0, Math.max(0, tokens.findIndex(isVerb)));

const isVerb = ({ kind }: Token): boolean => kind === 'predicate' || kind === 'copula';

/** Both say of what or for what they hold, and it is not the same. */
function qualifyDifferently(one: string, other: string): boolean {
  const [a, b] = [qualifiersOf(one), qualifiersOf(other)];
  return a.length > 0 && b.length > 0 && !a.some((token) => has(b, token));
}

function qualifiersOf(text: string): readonly Token[] {
  return Array.from(text.matchAll(qualifier))
    .flatMap(({ groups }) => tokensOf(groups?.['what'] ?? groups?.['thai'] ?? '').slice(0, 1))
    .filter(isNaming);
}

/** Both end with where they hold, which is not the same, and something else differs before it: that is the value. */
function standDifferently(one: string, other: string): boolean {
  const [a, b] = [place.exec(one), place.exec(other)];
  if (!a || !b || prepositionOf(a) !== prepositionOf(b)) return false;
  if (placesOf(a).some((token) => has(placesOf(b), token))) return false;
  const [restA, restB] = [tokensOf(one.slice(0, a.index)), tokensOf(other.slice(0, b.index))];
  // there the place is the value
  if ([...restA, ...restB].some(({ text }) => verbsOfPlace.has(text))) return false;
  const ownOf = (tokens: readonly Token[], rest: readonly Token[]): boolean =>
    tokens.some((token) => (isNaming(token) || isNumber(token)) && !has(rest, token));
  return ownOf(restA, restB) && ownOf(restB, restA);
}

const verbsOfPlace = new Set(['run', 'live', 'keep', 'put', 'send']);
const prepositionOf = ({ groups }: RegExpExecArray): string | undefined =>
  (groups?.['preposition'] ?? groups?.['thai'])?.toLowerCase();
const placesOf = ({ groups }: RegExpExecArray): readonly Token[] =>
  tokensOf(groups?.['what'] ?? groups?.['where'] ?? '').filter(says);

/** One speaks of an environment, the other of none, and the value differs: "the database is MySQL", "the staging database is Postgres". */
function isOfOneEnvironment(one: readonly Token[], other: readonly Token[]): boolean {
  const environmentsIn = (tokens: readonly Token[]): readonly Token[] =>
    tokens.filter(({ text }) => environments.has(text));
  if (environmentsIn(one).length > 0 === environmentsIn(other).length > 0) return false;
  const ownOf = (tokens: readonly Token[], rest: readonly Token[]): boolean =>
    tokens.some(
      (token) => (isNaming(token) || isNumber(token)) && !environments.has(token.text) && !has(rest, token),
    );
  return ownOf(one, other) && ownOf(other, one);
}

/** "the Monday standup", "on Fridays the standup …": the day tells which one is meant, not when it is. */
const dayOfMany =
  /(?<!\p{L})(?:the|our|my|der|die|das|den|dem|unser\w*)\s+(?<first>\p{L}+)[-\s]\p{L}|^(?:on\s+)?(?<start>\p{L}+s)(?!\p{L})/giu;

function beginOnOtherDays(one: string, other: string): boolean {
  const [a, b] = [daysOfMany(one), daysOfMany(other)];
  return a.length > 0 && b.length > 0 && !a.some((token) => has(b, token));
}

const daysOfMany = (text: string): readonly Token[] =>
  Array.from(text.matchAll(dayOfMany))
    .flatMap(({ groups }) => tokensOf(groups?.['first'] ?? groups?.['start'] ?? ''))
    .filter(({ text: day }) => dateWords.has(day));

const isDay = ({ text }: Token): boolean => dateWords.has(text);

/**
 * "วันจันทร์ประชุม 10 โมง", "the meeting on Friday is at 9": a day before what is said tells which one is meant. So does a day behind it, when
 * there is no verb of which it is the value, and another value differs too.
 */
function areOnOtherDays(one: readonly Token[], other: readonly Token[]): boolean {
  const [daysA, daysB] = [one.filter(isDay), other.filter(isDay)];
  if (daysA.length === 0 || daysB.length === 0 || daysA.some((token) => has(daysB, token))) return false;
  if (leadingDays(one).length > 0 && leadingDays(other).length > 0) return true;
  const isWithoutVerb = !one.some(isVerb) && !other.some(isVerb);
  const withoutDays = (tokens: readonly Token[]): readonly Token[] => tokens.filter((token) => !isDay(token));
  return isWithoutVerb && haveOwn(withoutDays(one), withoutDays(other));
}

/** Words that a day stands with: "every Monday", "วันจันทร์". */
const withDays = new Set('every each jeden jede วัน ทุก'.split(' '));

/** The days before the verb; where no verb is known, before the first thing that is named. */
function leadingDays(tokens: readonly Token[]): readonly Token[] {
  const ahead = beforeVerb(tokens);
  if (ahead.length > 0) return ahead.filter(isDay);
  const thing = tokens.findIndex((token) => isTopic(token) && !withDays.has(token.text));
  return tokens.slice(0, Math.max(0, thing)).filter(isDay);
}

const isSomething = (token: Token): boolean => isNaming(token) || isNumber(token);
const haveOwn = (one: readonly Token[], other: readonly Token[]): boolean =>
  one.some((token) => isSomething(token) && !has(other, token)) &&
  other.some((token) => isSomething(token) && !has(one, token));

/** "v2 of the API uses JWT", "v1 of the API uses sessions": a number before the verb tells which, when another value stands behind it. */
function areOfOtherNumbers(one: readonly Token[], other: readonly Token[]): boolean {
  const [startA, startB] = [beforeVerb(one), beforeVerb(other)];
  const [numbersA, numbersB] = [startA.filter(isNumber), startB.filter(isNumber)];
  if (numbersA.length === 0 || numbersB.length === 0) return false;
  if (numbersA.some((token) => has(numbersB, token))) return false;
  return haveOwn(one.slice(startA.length), other.slice(startB.length));
}

/** "task-api uses Fastify", "task-api uses zod": the same uses both. */
function useOtherKinds(one: readonly Token[], other: readonly Token[]): boolean {
  const [a, b] = [one.filter(says), other.filter(says)];
  if (
    a.length !== b.length ||
    a.some((token, index) => token.text !== b[index]?.text && index < a.length - 1)
  )
    return false;
  return a.at(-2)?.text === 'use' && areOfOtherKinds(a.at(-1)?.text ?? '', b.at(-1)?.text ?? '');
}

/** "I no longer use Vim at work", "I use Vim at home": what is denied of one thing still holds for the other. */
const areDeniedApart = (one: readonly Token[], other: readonly Token[]): boolean =>
  one.some(isNegation) !== other.some(isNegation) && haveOwn(one, other);

const isNegation = ({ kind }: Token): boolean => kind === 'negation';

/**
 * Beside the value something else differs that tells one thing from another: another environment with another port, or
 * another word before another number.
 */
function differTwice(one: readonly Token[], other: readonly Token[]): boolean {
  const differ = (kind: Token['kind']): boolean =>
    textsOf(one, kind).join(' ') !== textsOf(other, kind).join(' ') &&
    textsOf(one, kind).length > 0 &&
    textsOf(other, kind).length > 0;
  const onlyIn = (tokens: readonly Token[], rest: readonly Token[]): readonly Token[] =>
    tokens.filter((token) => isTopic(token) && !has(rest, token));
  const [extraA, extraB] = [onlyIn(one, other), onlyIn(other, one)];
  const isOtherAlternative = alternatives.some(
    (group) => extraA.some(({ text }) => group.has(text)) && extraB.some(({ text }) => group.has(text)),
  );
  const isOtherValue = differ('number') || differ('name');
  if (isOtherAlternative) return isOtherValue || extraA.length > 1 || extraB.length > 1;
  if (!differ('number')) return false;
  return onlyIn(beforeNumber(one), other).length > 0 && onlyIn(beforeNumber(other), one).length > 0;
}

const textsOf = (tokens: readonly Token[], kind: Token['kind']): string[] =>
  tokens.filter((token) => token.kind === kind).map(({ text }) => text);

const beforeNumber = (tokens: readonly Token[]): readonly Token[] =>
  tokens.slice(
    0,
    tokens.findIndex(({ kind }) => kind === 'number'),
  );
