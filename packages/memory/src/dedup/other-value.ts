import { withDayLast } from './day-last.ts';
import { hasOtherName } from './other-name.ts';
import { areRivals } from './rival-values.ts';
import { haveSameSubject } from './same-subject.ts';
import { isTelling, tokensOf, type Token } from './statement-tokens.ts';

/** Things that have one value at a time, so that another value is a change. */
const functional =
  /(?:^|\s|[\p{L}-])(?:name|favou?rite|preferred|default|port|version|url|address|host|branch|editor|shell|language|framework|database|owner|deadline|time ?zone|folder|directory|region|lieblings\p{L}*|standard\p{L}*|adresse|zweig|sprache|datenbank|besitzer|frist|zeitzone|ordner|verzeichnis)(?!\p{L})|ชื่อ|พอร์ต|เวอร์ชัน|ภาษา|ฐานข้อมูล|โปรด/iu;
const copula = /(?<!\p{L})(?:is|are|ist|sind|heißt|lautet)(?!\p{L})|คือ|เป็น/iu;
/** Says what is chosen among several: preferred, or taken without exception. */
const choice =
  /(?<!\p{L})(?:prefer\p{L}*|always|only|exclusively|from now on|favou?rite|bevorzug\p{L}*|immer|nur|ausschließlich|ab jetzt|ab sofort|am liebsten|lieber|antworte\p{L}*|answer|reply)(?!\p{L})|ชอบ|เสมอ|เท่านั้น|ทุกครั้ง|ตลอด|ตอบ/iu;
/** "for tests": a thing of which one serves the purpose. */
const purpose = /(?<!\p{L})(?:for|für)\s+\p{L}|สำหรับ/iu;
/** Words of a value; what is longer describes. */
const longestValue = 3;

/** Whether two statements say the same but for one value, so that the later takes the place of the earlier. */
export function hasOtherValue(said: string, stored: string): boolean {
  const [one, other] = withDayLast(said, stored);
  return (
    haveSameSubject(one, other) &&
    (differsInOneValue(one, other) ||
      isOrderOnly(one, other) ||
      isRenamed(one, other) ||
      isOtherOfOneself(one, other) ||
      hasOtherName(one, other) ||
      isOtherChoice(withoutNeutral(one), withoutNeutral(other)))
  );
}

const telling = (text: string): readonly Token[] => tokensOf(text).filter(isTelling);
export const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join(' ');

/** All is the same but one number, one path or name, or a negation. */
export function differsInOneValue(one: string, other: string): boolean {
  const [a, b] = [telling(one), telling(other)];
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

const isValue = ({ kind }: Token): boolean => kind === 'number' || kind === 'name';

/** "tabs over spaces", "spaces over tabs"; not "the API calls the worker", "the worker calls the API": two facts. */
function isOrderOnly(one: string, other: string): boolean {
  const [a, b] = [telling(one), telling(other)];
  const isCopula = ({ kind }: Token): boolean => kind === 'copula';
  const areSwapped = a[0]?.text === b.at(-1)?.text && b[0]?.text === a.at(-1)?.text;
  if (areSwapped && !tokensOf(one).some(isCopula) && !tokensOf(other).some(isCopula)) return false;
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

/** Where somebody lives and what she is called: there is one of each at a time. */
const ofOneself = [
  /^(?:i|the user|she|he)(?: now| currently)? (?:lives?|am living|is living) (?:in|near) (?<value>\S+(?: \p{Lu}\S+)?)(?: now)?$/iu,
  /^(?:ich|der nutzer|die nutzerin) (?:wohne|wohnt|lebe|lebt)(?: jetzt)? (?:in|bei) (?<value>\S+(?: \p{Lu}\S+)?)$/iu,
  /^(?:ผม|ฉัน|ดิฉัน|ผู้ใช้)(?:อาศัย)?อยู่(?:ที่|ใน|จังหวัด)?\s*(?<value>[^\s]+)$/iu,
  /^(?:(?:i am|i['’]m|the user is) called|(?:my|the user['’]s) name is|i go by) (?<value>\S+(?: \p{Lu}\S+)?)$/iu,
  /^(?:(?:ich|der nutzer|die nutzerin) (?:heiße|heißt)|mein name ist) (?<value>\S+(?: \p{Lu}\S+)?)$/iu,
  /^(?:ผม|ฉัน|ดิฉัน|ผู้ใช้)ชื่อ\s*(?<value>[^\s]+)$/iu,
];

function isOtherOfOneself(one: string, other: string): boolean {
  return ofOneself.some((pattern) => {
    const [a, b] = [one, other].map((text) => pattern.exec(text.trim())?.groups?.['value']?.toLowerCase());
    return a !== undefined && b !== undefined && a !== b;
  });
}

/** What a choice was made against, and what tabs and spaces are for anyway. */
const neutral =
  /,?\s(?:instead|stattdessen)$|\s(?:over|rather than|instead of|to|statt|anstatt|gegenüber|als)\s+\S+$|\s*(?:มากกว่า|แทน)\s*\S+$|\s(?:for|when) (?:indentation|indenting(?: code)?)$|\s(?:zum einrücken|(?:zur|für(?: die)?) einrückung(?:en)?)$|\s*สำหรับ(?:การ)?ย่อหน้า$/iu;
const withoutNeutral = (text: string): string =>
  text
    .trim()
    .replace(/[.!]+$/u, '')
    .replace(neutral, '');

function split(text: string): [thing: string, value: readonly Token[]] {
  const found = copula.exec(text);
  if (!found) return ['', []];
  return [textOf(telling(text.slice(0, found.index))), telling(text.slice(found.index + found[0].length))];
}

/**
 * The same sentence with another choice in it: "I prefer tabs" and "I prefer spaces", "we use Jest for tests" and "we use
 * Vitest for tests". Either the two are known to exclude each other, or both are used for the same purpose.
 */
function isOtherChoice(one: string, other: string): boolean {
  const [a, b] = [telling(one), telling(other)];
  if (a.some(isNegation) !== b.some(isNegation)) return false;
  const [valueA, valueB] = whatDiffers(a, b);
  if ([valueA, valueB].some((value) => value.length === 0 || value.length > longestValue)) return false;
  if (areRivals(textOf(valueA), textOf(valueB), choice.test(one) && choice.test(other))) return true;
  return purpose.test(one) && purpose.test(other) && followsVerb(a, valueA) && followsVerb(b, valueB);
}

const isNegation = ({ kind }: Token): boolean => kind === 'negation';

/** What stands between the beginning and the end that two statements share. */
function whatDiffers(a: readonly Token[], b: readonly Token[]): [readonly Token[], readonly Token[]] {
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a[start]?.text === b[start]?.text) start += 1;
  let end = 0;
  while (end < shortest - start && a.at(-1 - end)?.text === b.at(-1 - end)?.text) end += 1;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}

/** What is used or preferred, and something is said behind it; one word, since what is longer describes. */
function followsVerb(tokens: readonly Token[], value: readonly Token[]): boolean {
  const position = tokens.findIndex((token) => token === value[0]);
  const before = tokens[position - 1];
  const isChosen = before?.kind === 'predicate' && (before.text === 'use' || before.text === 'prefer');
  return value.length === 1 && isChosen && position < tokens.length - 1;
}
