import { commonWords } from '../text/common-words.ts';
import {
  beside,
  besidePlain,
  codeEnding,
  entered,
  lockName,
  nameBegin,
  opens,
  opensByName,
  plainName,
  spokenDigits,
  thing,
  thingBefore,
  thingBehind,
} from './access-code-words.ts';
import { copula } from './announcing-words.ts';
import type { Finding } from './find-by-patterns.ts';

/** Characters of a sentence that are read before and after the name of a code. */
const longestBefore = 80;
const longestAfter = 120;
/** Digits of a code. */
const shortest = 3;
const longest = 12;

const unspaced = String.raw`[\p{sc=Thai}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]`;
const part = String.raw`\p{Nd}{1,8}`;
const turn = String.raw`(?:left|right|links|rechts)`;
/** "4711#", "C4711", "33-12-9", "14 28 36", "12 left, 33 right", "four seven one one" */
const value = new RegExp(
  String.raw`(?<![[\p{L}--${unspaced}]\p{N}\p{Sc}.\:\/%_\-])(?:${part} ?${turn}(?:,? ${part} ?${turn}){1,5}|[\#*]?[A-Z]?${part}(?:(?:\s?[\-–]\s?|[ .])${part}){0,7}(?:[A-Z]\p{Nd}{0,4})?[\#*]?)(?![[\p{L}--[${unspaced}--\p{sc=Han}]]\p{N}%\/\:_]|[.,\:\-]\p{N})|${spokenDigits}`,
  'gv',
);
const number = new RegExp(String.raw`\p{Nd}|${spokenDigits}`, 'giu');
const date = /^(?:\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4})$/u;
/** "4711 is the", before the name of a code. */
const saysBefore =
  /^["'”»`]?\s{1,2}(?:is|was|are|ist|war|est|es|è|คือ|เป็น)\s{0,2}(?:[\p{L}\p{M}]+(?:['’]s)?\s){0,3}$/u;
/** After "pin" in small letters, which may also fasten something, or belong to a connector. */
const saysPin =
  /^(?:['’]s\s|\s?:|\s=\s|\s(?:is|was|for|of|on|to my|ist|war|lautet|für|von|vom|zur|zum|der|meiner|est|es|è|de|del|della|da|is)\s)/iu;
const pinDigits = /^\p{Nd}{4,6}$/u;
/** Numbers to which one turns a dial. */
const dialled = /^\p{Nd}{1,2}(?:\s?[-–]\s?|[ .])\p{Nd}{1,2}(?:\s?[-–]\s?|[ .])\p{Nd}{1,2}$/u;
const combination = /^combo|[ck]ombina/iu;
const usesPin = /(?:use|uses|using|with|my|mit)\s$/iu;
const pinOfDevice = /(?:^|\s)(?:GPIO|connector|data|input|output|header)\s$/iu;
/** Nothing stands between the name of a code and the value; in Thai, what it opens may. */
const behindName = /^\s?["'`“„«]?$/u;
const behindThai = /^\p{sc=Thai}*\s?["'`“„«]?$/u;
const mark = /[:：=–—-]$/u;
const openingQuotes = /\s*["'`“„«]*$/u;
const sentenceEnd = /[.!?。！？]\s|\n/u;
/** Words after a number that are not its unit. */
const goesOn = new Set([...commonWords, 'now', 'then', 'today', 'please']);

/**
 * Finds codes that open something (a door, a safe, an alarm, a bike lock, a card) in plain sentences, by what the code is
 * called and what it opens. A number called otherwise, such as an exit code or a postal code, is none.
 */
export function findAccessCodes(text: string): Finding[] {
  const readers = [
    [codeEnding, codeOf],
    [lockName, codeOfLock],
    [entered, enteredCode],
  ] as const;
  return readers.flatMap(([words, read]) => {
    const isNear = numbersNear(text);
    return Array.from(text.matchAll(words)).flatMap((match) => (isNear(match) && read(text, match)) || []);
  });
}

/** Whether a number is near a match, for matches in their order; reads the text once. */
function numbersNear(text: string): (match: RegExpExecArray) => boolean {
  let next = -1;
  return ({ 0: words, index }) => {
    if (next < index - longestBefore) {
      number.lastIndex = Math.max(0, index - longestBefore);
      next = number.exec(text)?.index ?? Infinity;
    }
    return next < index + words.length + longestAfter;
  };
}

function codeOf(text: string, match: RegExpExecArray): Finding | null {
  const name = nameOf(text, match);
  if (name === null) return null;
  const { start, before, after, isOpening } = name;
  const said = codesIn(before).at(-1);
  if (said && saysBefore.test(before.slice(said.end)) && (isOpening || hasThing(after))) {
    return found(name.sentence, said);
  }
  for (const one of codesIn(after)) {
    const between = after.slice(0, one.start);
    const rest = after.slice(one.end);
    if (!isLinked(between) && !(name.behind?.test(between) === true && !isMeasure(rest))) continue;
    if (!name.accepts(between, after.slice(one.start, one.end))) return null;
    const isDialled = name.isCombination && dialled.test(after.slice(one.start, one.end));
    const isNamed = isOpening || isDialled || hasThing(between) || hasThing(before) || hasThing(rest);
    if (isNamed && (isOpening || !isMeasure(rest))) return found(start, one);
  }
  return null;
}

type Name = {
  /** Where the sentence, and the text after the name, begin. */
  sentence: number;
  start: number;
  before: string;
  after: string;
  /** Whether the name says that the code opens something. */
  isOpening: boolean;
  /** Whether it is called a combination, which "12-34-56" is by its form. */
  isCombination: boolean;
  /** What may stand between the name and a value without "is"; null: nothing. */
  behind: RegExp | null;
  accepts: (between: string, code: string) => boolean;
};

function nameOf(text: string, { 0: ending, index, groups = {} }: RegExpExecArray): Name | null {
  const start = index + ending.length;
  const head = sentenceBefore(text, index);
  const after = sentenceAfter(text, start);
  const sentence = index - head.length;
  if (groups['thai'] !== undefined) {
    const accepts = (between: string): boolean => !isNamedOtherwise(between);
    return {
      sentence,
      start,
      before: head,
      after,
      isOpening: false,
      isCombination: false,
      behind: behindThai,
      accepts,
    };
  }
  if (groups['unspaced'] !== undefined) {
    const accepts = (between: string): boolean => copula.test(between.trim());
    return {
      sentence,
      start,
      before: head,
      after,
      isOpening: true,
      isCombination: false,
      behind: null,
      accepts,
    };
  }
  const [begin] = nameBegin.exec(head) ?? [''];
  const before = head.slice(0, head.length - begin.length);
  const name = begin + ending;
  const isBehindThing = thingBefore.test(before);
  if (isPartOfName(after)) return null;
  if (name === 'pin') {
    const mayFollow = isBehindThing || usesPin.test(before);
    if (pinOfDevice.test(before) || !(mayFollow || saysPin.test(after))) return null;
    const accepts = (_: string, code: string): boolean => pinDigits.test(code.replaceAll(/[\s-]/gu, ''));
    return {
      sentence,
      start,
      before,
      after,
      isOpening: true,
      isCombination: false,
      behind: mayFollow ? behindName : null,
      accepts,
    };
  }
  const isOpening = isBehindThing || opensByName.test(name);
  const isCombination = combination.test(name);
  const isPlain = plainName.test(name) && besidePlain.test(before);
  if (!isOpening && !isPlain && !isCombination) return null;
  const accepts = (_: string, code: string): boolean => isOpening || isPlain || dialled.test(code);
  const mayFollow = isOpening || isCombination || hasThing(before);
  const behind = mayFollow && !/codes$/iu.test(name) ? behindName : null;
  return { sentence, start, before, after, isOpening, isCombination, behind, accepts };
}

const isNamedOtherwise = (between: string): boolean => {
  const [name = ''] = /^\p{sc=Thai}*/u.exec(between) ?? [];
  return name !== '' && !/^(?:คือ|เป็น)/u.test(name) && !thingBehind.test(name);
};

/** Whether the name goes on with another noun: "the access code path is". */
function isPartOfName(after: string): boolean {
  const [, word = '', next = ''] = /^ (\p{sc=Latin}+) (\p{sc=Latin}+)/u.exec(after) ?? [];
  return (
    next !== 'to' &&
    copula.test(next) &&
    !goesOn.has(word.toLowerCase()) &&
    !beside.test(word) &&
    !copula.test(word)
  );
}

/** "my bike lock is 4711", "lockbox: 0917" */
function codeOfLock(text: string, match: RegExpExecArray): Finding | null {
  const start = match.index + match[0].length;
  const after = sentenceAfter(text, start);
  for (const one of codesIn(after)) {
    const between = after.slice(0, one.start);
    if (!isLinked(between) && !/\s(?:takes|uses)\s$/iu.test(between)) continue;
    return isMeasure(after.slice(one.end)) ? null : found(start, one);
  }
  return null;
}

/** "enter 4711 on the keypad", "the garage opens with 4711" */
function enteredCode(text: string, match: RegExpExecArray): Finding | null {
  const start = match.index + match[0].length;
  const [one] = codesIn(text.slice(start, start + longestAfter));
  if (one?.start !== 0) return null;
  const before = sentenceBefore(text, match.index);
  const after = sentenceAfter(text, start + one.end);
  if (isMeasure(after) || !(hasThing(before) || hasThing(after))) return null;
  const isOpening = match.groups?.['by'] === undefined || opens.test(`${before} ${after}`);
  return isOpening ? found(start, one) : null;
}

type Code = { start: number; end: number };

const found = (offset: number, { start, end }: Code): Finding => ({
  start: offset + start,
  end: offset + end,
  kind: 'pin',
});

function codesIn(text: string): Code[] {
  return Array.from(text.matchAll(value)).flatMap(({ 0: code, index }) => {
    const digits = code.match(/\p{Nd}/gu)?.length ?? code.split(/[\s,-]+/u).length;
    const isCode = digits >= shortest && digits <= longest && !date.test(code);
    return isCode ? [{ start: index, end: index + code.length }] : [];
  });
}

/** Whether the words before a value end with "is", a colon or the like. */
function isLinked(between: string): boolean {
  const words = between.replace(openingQuotes, '');
  return mark.test(words) || /['’]s$/u.test(words) || copula.test(words.split(/\s+/u).at(-1) ?? '');
}

/** Whether a text names something that a code opens, rather than a part of it, such as a door sensor. */
const hasThing = (text: string): boolean =>
  Array.from(text.matchAll(thing)).some(({ 0: name, index }) => {
    const [next = ''] = /^[ -]\p{sc=Latin}+/u.exec(text.slice(index + name.length)) ?? [];
    const word = next.slice(1).toLowerCase();
    return word === '' || goesOn.has(word) || beside.test(word) || copula.test(word) || opens.test(word);
  });

/** Whether the next word may be a unit: "4711 lines". */
function isMeasure(rest: string): boolean {
  const [, word = ''] = /^\s(\p{Script=Latin}+)/u.exec(rest) ?? [];
  return word !== '' && !goesOn.has(word.toLowerCase()) && !opens.test(word);
}

const sentenceBefore = (text: string, end: number): string =>
  text
    .slice(Math.max(0, end - longestBefore), end)
    .split(sentenceEnd)
    .at(-1) ?? '';

const sentenceAfter = (text: string, start: number): string =>
  text.slice(start, start + longestAfter).split(sentenceEnd)[0] ?? '';
