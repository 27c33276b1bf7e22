import { commonWords } from '../text/common-words.ts';
import {
  beside,
  besidePlain,
  codeEnding,
  counts,
  entered,
  lockName,
  nameBegin,
  opens,
  opensByName,
  pinThing,
  place,
  plainName,
  spokenDigits,
  thing,
  thingBefore,
  thingBehind,
  unit,
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
  String.raw`(?<![[\p{L}--${unspaced}]\p{N}\p{Sc}.\:\/%_\-])(?:${part} ?${turn}(?:,? ${part} ?${turn}){1,5}|[\#*]?[A-Z]{0,2}${part}(?:(?:\s?[\-–]\s?|[ .])${part}){0,7}(?:[A-Z]{1,2}\p{Nd}{0,4}){0,3}[\#*]?)(?![[\p{L}--[${unspaced}--\p{sc=Han}]]\p{N}%\/\:_]|[.,\:\-]\p{N})|${spokenDigits}`,
  'gv',
);
const number = new RegExp(String.raw`\p{Nd}|${spokenDigits}`, 'giu');
const date = /^(?:\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4})$/u;
/** "4711 is the", before the name of a code. */
const saysBefore =
  /^["'”»`]?\s{1,2}(?:is|was|are|as|ist|war|als|est|es|è|คือ|เป็น)\s{0,2}(?:[\p{L}\p{M}]+(?:['’]s)?\s){0,3}$/u;
/** After "pin" in small letters, which may also fasten something, or belong to a connector. */
const saysPin =
  /^(?:['’]s\s|\s?:|\s=\s|\s(?:is|was|for|of|on|to my|ist|war|lautet|für|von|vom|zur|zum|der|meiner|est|es|è|de|del|della|da|is)\s)/iu;
/** Digits, and the sign that is pressed after them. */
const signed = /(?<![\p{sc=Latin}\p{N}.,:/#*_-])\p{Nd}{3,8}#(?![\p{L}\p{N}#])/gu;
/** German nouns behind the name of a code: "PIN Postbank 2794" */
const nouns = /^(?:\s\p{Lu}[\p{L}-]{2,30}){1,2}\s$/u;
const thaiWord = /^\p{sc=Thai}{1,20}\s?$/u;
const pinDigits = /^\p{Nd}{4,6}$/u;
const tanDigits = /^\p{Nd}{5,8}$/u;
/** Numbers to which one turns a dial. */
const dialled = /^\p{Nd}{1,2}(?:(?:\s?[-–]\s?|[ .])\p{Nd}{1,2}){2,4}$/u;
const year = /^(?:1[5-9]|20)\p{Nd}\p{Nd}$/u;
const clockTime = /^(?:[01]\p{Nd}|2[0-3])[0-5]\p{Nd}$/u;
const combination = /^combo|[ck]ombina/iu;
const usesPin = /(?:use|uses|using|with|my|mit)\s$/iu;
/** "profile pin", "PUK 48291733, pin" */
const pinNamed = new RegExp(
  String.raw`(?:(?<!\p{L})(?!(?:${[...commonWords, 'please', 'then', 'also', 'just', 'never', 'always', 'commit', 'version'].join('|')})\s$)\p{Ll}{3,20}|puk.{0,30}|tan)\s$`,
  'iu',
);
const pinOfDevice = /(?:^|\s)(?:GPIO|connector|data|input|output|header)\s$/iu;
/** Nothing stands between the name of a code and the value, or only words, which then must say what it opens. */
const behindName = /^\s?["'`“„«]?$/u;
const behindWords = /^(?:\s?\d{1,2}[ -]?(?:digits?|stellige?|หลัก|ตัว))?[\p{L}\p{M}'’ -]{1,50}["'`“„«]?$/u;
const mark = /[:：=–—-]$/u;
const openingQuotes = /\s*["'`“„«]*$/u;
const sentenceEnd = /[.!?。！？]\s|\n/u;
/** Words after a number that are not its unit. */
const goesOn = new Set([
  ...commonWords,
  ...'now then today please falls links rechts always unless perhaps sometimes thanks besides yes cheers'.split(
    ' ',
  ),
]);
/** Words between a lock and its code. */
const mostWords = 6;

/**
 * Finds codes that open something (a door, a safe, an alarm, a bike lock, a card) in plain sentences, by what the code is
 * called and what it opens. A number called otherwise, such as an exit code or a postal code, is none.
 */
export function findAccessCodes(text: string): Finding[] {
  const readers = [
    [codeEnding, codeOf],
    [lockName, codeOfLock],
    [entered, enteredCode],
    [signed, codeBySign],
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
  const said = Array.from(codesIn(before)).at(-1);
  if (said && saysBefore.test(before.slice(said.end)) && (isOpening || hasThing(after))) {
    return found(name.sentence, said);
  }
  for (const one of codesIn(after)) {
    const between = after.slice(0, one.start);
    const rest = after.slice(one.end);
    const code = after.slice(one.start, one.end);
    const isCounted = isMeasure(code, rest);
    if (!isLinked(between) && ((isCounted && !name.isOwn) || !name.mayFollow(between))) continue;
    if (unit.test(rest) || !name.accepts(between, code)) return null;
    const isDialled = name.isCombination && dialled.test(code);
    const isNamed = isOpening || isDialled || hasThing(between) || hasThing(before) || hasThing(rest);
    if (isNamed && (isOpening || !isCounted)) return found(start, one);
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
  /** Whether it is called by a name that only such codes have, as "PIN". */
  isOwn: boolean;
  /** Whether the value may stand behind these words without "is". */
  mayFollow: (between: string) => boolean;
  accepts: (between: string, code: string) => boolean;
};

function nameOf(text: string, { 0: ending, index, groups = {} }: RegExpExecArray): Name | null {
  const start = index + ending.length;
  const head = sentenceBefore(text, index);
  const after = sentenceAfter(text, start);
  const name = {
    sentence: index - head.length,
    start,
    before: head,
    after,
    isOpening: true,
    isCombination: false,
    isOwn: false,
  };
  if (groups['thai'] !== undefined) {
    const accepts = (between: string): boolean => !isNamedOtherwise(between);
    const mayFollow = (between: string): boolean => behindName.test(between) || behindWords.test(between);
    return { ...name, isOpening: false, mayFollow, accepts };
  }
  if (groups['unspaced'] !== undefined) {
    const isThai = /\p{sc=Thai}/u.test(ending);
    const mayFollow = (between: string): boolean => isThai && (followsPin(between) || thaiWord.test(between));
    const accepts = (between: string): boolean => mayFollow(between) || copula.test(between.trim());
    return { ...name, mayFollow, accepts };
  }
  const [begin] = nameBegin.exec(head) ?? [''];
  const before = head.slice(0, head.length - begin.length);
  return isPartOfName(after) ? null : spacedName({ ...name, before }, begin + ending);
}

function spacedName(name: Omit<Name, 'mayFollow' | 'accepts'>, called: string): Name | null {
  const { before, after } = name;
  const isBehindThing = thingBefore.test(before);
  if (/^(?:pin|[Tt]an)$/u.test(called)) {
    const mayFollow =
      isBehindThing ||
      usesPin.test(before) ||
      pinNamed.test(before) ||
      hasThing(`${before} ${after.split(/\p{Nd}/u)[0] ?? ''}`, pinThing);
    if (pinOfDevice.test(before) || !(mayFollow || saysPin.test(after))) return null;
    return {
      ...name,
      mayFollow: (between) => mayFollow && followsPin(between),
      accepts: (_, code) => (called === 'pin' ? pinDigits : tanDigits).test(code.replaceAll(/[\s-]/gu, '')),
    };
  }
  const isOwn = opensByName.test(called);
  const isOpening = isBehindThing || isOwn;
  const isCombination = combination.test(called);
  const isPlain = plainName.test(called) && besidePlain.test(before);
  if (!isOpening && !isPlain && !isCombination) return null;
  const isList = /codes$/iu.test(called);
  const isNear = isOpening || isCombination || hasThing(before);
  return {
    ...name,
    isOpening,
    isCombination,
    isOwn,
    mayFollow: (between) =>
      !isList &&
      ((isNear && behindName.test(between)) ||
        (isOwn && (followsPin(between) || nouns.test(between) || place.test(between))) ||
        (place.test(between) && hasThing(between))),
    accepts: (_, code) => isOpening || isPlain || dialled.test(code),
  };
}

/** "PIN 2794", "pin sim card 3048" */
const followsPin = (between: string): boolean =>
  behindName.test(between) || (behindWords.test(between) && hasThing(between, pinThing));

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

/** "my bike lock is 4711", "lockbox: 0917", "the safe to 31-07-62", "the gate: 4711" */
function codeOfLock(text: string, match: RegExpExecArray): Finding | null {
  const start = match.index + match[0].length;
  const after = sentenceAfter(text, start);
  const [one] = codesIn(after);
  if (one === undefined) return null;
  const between = after.slice(0, one.start);
  const code = after.slice(one.start, one.end);
  if (isMeasure(code, after.slice(one.end))) return null;
  const isSigned = /[#*]$/u.test(code);
  const isLong = isSigned || dialled.test(code) || (/\p{Nd}{4}/u.test(code) && !year.test(code));
  const isCode =
    match.groups?.['weak'] === undefined
      ? saysAfterLock(between) ||
        ((isLong || /zahlen|combination|cijfer|รหัส|กระเป๋า|suitcase|luggage|koffer/iu.test(match[0])) &&
          place.test(between)) ||
        (dialled.test(code) && behindWords.test(between))
      : (isSigned && place.test(between)) ||
        (isLong && saysBehindPlace(between) && !(/alarm/iu.test(match[0]) && clockTime.test(code)));
  return isCode ? found(start, one) : null;
}

/** "to open the gate just 4711#" */
function codeBySign(text: string, { 0: code, index }: RegExpMatchArray & { index: number }): Finding | null {
  const end = index + code.length;
  const sentence = `${sentenceBefore(text, index)} ${sentenceAfter(text, end)}`;
  const isNear = sentence.search(thing) !== -1;
  return isNear ? { start: index, end, kind: 'pin' } : null;
}

const saysAfterLock = (between: string): boolean =>
  between.split(/\s+/u).length <= mostWords + 2 &&
  !/[,;(]/u.test(between) &&
  (isLinked(between) || /\s(?:takes|uses|has|hat|on|with|mit|w\/)\s$/iu.test(between));

/** Whether nothing stands between but "is" or a colon, and where the thing is. */
function saysBehindPlace(between: string): boolean {
  const words = between.replace(openingQuotes, '');
  const [said = ''] = /(?:\s?[:：=–—-]|\s?[^\s:：=]+)$/u.exec(words) ?? [];
  return isLinked(words) && place.test(words.slice(0, words.length - said.length));
}

/** "enter 4711 on the keypad", "the garage opens with 4711" */
function enteredCode(text: string, match: RegExpExecArray): Finding | null {
  const start = match.index + match[0].length;
  const [one] = codesIn(text.slice(start, start + longestAfter));
  if (one?.start !== 0) return null;
  const before = sentenceBefore(text, match.index);
  const after = sentenceAfter(text, start + one.end);
  if (isMeasure(text.slice(start, start + one.end), after) || !(hasThing(before) || hasThing(after)))
    return null;
  const isOpening =
    match.groups?.['by'] === undefined ||
    (/^us/iu.test(match.groups['by']) && /^\sfor\s/iu.test(after)) ||
    opens.test(`${before} ${after}`);
  return isOpening ? found(start, one) : null;
}

type Code = { start: number; end: number };

const found = (offset: number, { start, end }: Code): Finding => ({
  start: offset + start,
  end: offset + end,
  kind: 'pin',
});

function* codesIn(text: string): Generator<Code> {
  for (const { 0: code, index } of text.matchAll(value)) {
    const digits = code.match(/\p{Nd}/gu)?.length ?? code.split(/[\s,-]+/u).length;
    const isLong = digits >= shortest || (digits > 1 && /^[A-Z\d]{4,}$/u.test(code));
    if (isLong && digits <= longest && !date.test(code)) yield { start: index, end: index + code.length };
  }
}

/** Whether the words before a value end with "is", a colon or the like. */
function isLinked(between: string): boolean {
  const words = between.replace(openingQuotes, '');
  return mark.test(words) || /['’]s$/u.test(words) || copula.test(words.split(/\s+/u).at(-1) ?? '');
}

/** Whether a text names something that a code opens, rather than a part of it, such as a door sensor. */
const hasThing = (text: string, things = thing): boolean =>
  Array.from(text.matchAll(things)).some(({ 0: name, index }) => {
    const [next = ''] = /^[ -]\p{sc=Latin}+/u.exec(text.slice(index + name.length)) ?? [];
    const word = next.slice(1).toLowerCase();
    return (
      /\p{sc=Thai}$/u.test(name) ||
      word === '' ||
      goesOn.has(word) ||
      beside.test(word) ||
      copula.test(word) ||
      opens.test(word)
    );
  });

/** Whether the next words may be what is counted: "4711 lines". A code with signs or a leading zero counts nothing. */
function isMeasure(code: string, rest: string): boolean {
  if (/^0|[#*–-]|\p{Nd}\p{L}/u.test(code)) return false;
  const [, word = ''] = /^\s(\p{Script=Latin}+)/u.exec(rest) ?? [];
  const isNoun =
    /^\p{Lu}\p{Ll}|\p{Ll}{3}s$/u.test(word) && !goesOn.has(word.toLowerCase()) && !opens.test(word);
  return isNoun || unit.test(rest) || counts.test(rest);
}

const sentenceBefore = (text: string, end: number): string =>
  text
    .slice(Math.max(0, end - longestBefore), end)
    .split(sentenceEnd)
    .at(-1) ?? '';

const sentenceAfter = (text: string, start: number): string =>
  text.slice(start, start + longestAfter).split(sentenceEnd)[0] ?? '';
