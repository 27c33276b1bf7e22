import { longestContent } from '../../calls/memory-fields.ts';
import type { Line } from '../../text/sentences.ts';
import { anyFits, firstFit } from '../../text/languages/languages.ts';
import { resolveRelativeDates } from './relative-dates.ts';
import { isQuestion, saidLines, tidy, withoutOpening } from '../../text/said-sentences.ts';
import { filingOf, type UserStatement } from './user-statements.ts';

/** Characters of a sentence; a longer one was pasted. */
const longestSentence = 1_000;
/** Characters from which on a line was probably broken because it was full. */
const fullLine = 60;

/**
 * Finds what a user's text asks to be remembered ("remember that …", "merk dir: …", "จำไว้ว่า …"), in the user's
 * words, with relative dates resolved if the time of the message is given. Empty for questions ("do you remember
 * …?"), for recollections ("I remember when …"), for a request without content, and for text in code, quotes or
 * pasted blocks. A statement may be longer than a memory can be; of one that is, the end may be missing.
 */
export function findExplicitStatements(text: string, at: Date | null = null): UserStatement[] {
  const lines = saidLines(text);
  const found = lines.flatMap((_, index) => statementsOf(lines, index));
  const saidBy = new Map(found.map((said) => [tidy(said), said]));
  return [...saidBy]
    .filter(([statement]) => saysSomething(statement))
    .map(([statement, said]) => ({
      content: at === null ? statement : resolveRelativeDates(statement, at),
      ...filingOf(statement, said),
    }));
}

/** Words of the request itself, and words that refer to something missing. */
const emptyWord =
  /^(?:this|that|these|those|it|them|everything|all|of|the|following|to|my|and|please|thanks?|dass|das|dies|folgendes|alles|es|bitte|danke|ว่า|นี้|นะ|ครับ|ค่ะ|คะ|ขอบคุณ)$/iu;

const saysSomething = (statement: string): boolean =>
  (statement.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).some((word) => !emptyWord.test(word));

function statementsOf(lines: Line[], at: number): string[] {
  const sentences = lines[at]?.sentences ?? [];
  return sentences.flatMap((sentence, index) => {
    const isLast = index === sentences.length - 1;
    const reference = statementBeforeReference(sentence);
    if (reference === '') {
      const earlier = sentences[index - 1] ?? sentenceAbove(lines, at);
      if (earlier === undefined) return isLast ? linesBelow(lines, at) : [];
      return isQuestion(earlier) ? [] : [earlier];
    }
    if (reference !== null) return [reference];
    const found = afterRequest(sentence, index === 0);
    if (found === null) return [];
    if (found.content === '') return isLast ? linesBelow(lines, at) : [];
    const rest = found.isOpen ? uptoNextRequest(sentences, index + 1) : [];
    return [[found.content, ...rest].join(' ')];
  });
}

function sentenceAbove(lines: Line[], at: number): string | undefined {
  let above = at - 1;
  while (lines[above]?.sentences.length === 0) above -= 1;
  return lines[above]?.sentences.at(-1);
}

/** Whether it is "Remember that." alone, which refers to what was said before. */
export const isRememberThat = (sentence: string): boolean => statementBeforeReference(sentence) === '';

/**
 * Returns what is before the request in "The port is 5433, remember that", '' if the request stands alone, and null
 * for any other sentence.
 */
function statementBeforeReference(sentence: string): string | null {
  if (sentence.length > longestSentence) return null;
  const bare = withoutOpening(sentence);
  const match = firstFit(bare, ({ rememberThat }) => rememberThat);
  if (match === null) return null;
  const content = bare.slice(0, match.index).trim();
  if (content === '') return '';
  return content.split(/\s+/u).length + content.length / 20 >= 2 ? content : null;
}

/** Returns what follows the request. `isOpen`: it follows a colon or dash, so it extends to the end of the line. */
function afterRequest(sentence: string, isFirst: boolean): { content: string; isOpen: boolean } | null {
  const bare = withoutOpening(sentence);
  const request = firstFit(bare, ({ remember, advising = [] }) =>
    isFirst ? [...remember, ...advising] : remember,
  )?.[0];
  if (request === undefined) return null;
  // "can you remember that …?" is a request; "remember that …?" is a question
  if (isQuestion(bare) && !anyFits(bare, ({ politely }) => politely)) return null;
  return { content: bare.slice(request.length).trim(), isOpen: /[:：–—-]\s*$/u.test(request) };
}

/** Stops where a statement is longer than a memory can be. */
function uptoNextRequest(sentences: string[], from: number): string[] {
  const said: string[] = [];
  let room = longestContent;
  for (let index = from; index < sentences.length && room >= 0; index += 1) {
    const sentence = sentences[index] ?? '';
    if (isQuestion(sentence) || anyFits(sentence, ({ nextRequest }) => nextRequest)) break;
    said.push(sentence);
    room -= sentence.length;
  }
  return said;
}

/**
 * Returns what follows an announcement at the end of a line: the items of the list below it, or each line up to an
 * empty one or the next announcement.
 */
function linesBelow(lines: Line[], at: number): string[] {
  let below = at + 1;
  while (lines[below]?.sentences.length === 0) below += 1;
  const isList = lines[below]?.isItem ?? false;
  const statements: string[] = [];
  for (let line = lines[below]; line !== undefined; line = lines[(below += 1)]) {
    const { sentences, isItem, isIndented } = line;
    const said = isList ? sentences : uptoNextRequest(sentences, 0);
    const begun = statements.at(-1) ?? '';
    const goesOn = isList ? isIndented && !isItem : isBroken(begun, said);
    if (said.length === 0 || (isList && !isItem && !goesOn) || isAnnouncement(said)) break;
    if (!goesOn) statements.push(said.join(' '));
    else if (begun.length <= longestContent) statements.splice(-1, 1, [begun, ...said].join(' ').trim());
    if (said.length < sentences.length) break;
  }
  return statements;
}

const isAnnouncement = (sentences: string[]): boolean =>
  afterRequest(sentences.at(-1) ?? '', sentences.length === 1)?.content === '';

/** Whether a line was broken because it was full, and continues on the next. */
const isBroken = (line: string, next: string[]): boolean =>
  line.length >= fullLine && !/[.!;:]$/u.test(line) && /^\p{Ll}/u.test(next[0] ?? '');
