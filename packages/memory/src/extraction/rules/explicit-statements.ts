import type { Line } from '../../text/sentences.ts';
import { anyFits, firstFit } from '../../text/languages/languages.ts';
import { resolveRelativeDates } from './relative-dates.ts';
import { isQuestion, saidLines, tidy, withoutOpening } from './said-sentences.ts';
import { filingOf, type UserStatement } from './user-statements.ts';

const longestStatement = 2_000;
/** Characters of a sentence; what is longer is pasted, not said. */
const longestSentence = 1_000;
/** Characters of a line that was broken because it was full. */
const fullLine = 60;

/**
 * What a user's text asks to be remembered ("remember that …", "merk dir: …", "จำไว้ว่า …"), in the user's words, with relative
 * dates resolved when the message's time is given. Empty for questions ("do you remember …?"), for memories ("I remember
 * when …"), for a request with nothing behind it, and for what stands in code, quotes or pasted blocks.
 */
export function findExplicitStatements(text: string, at: Date | null = null): UserStatement[] {
  const lines = saidLines(text);
  const found = lines.flatMap((line, index) =>
    statementsOf(line, lines.slice(0, index), lines.slice(index + 1)),
  );
  return [...new Set(found.map(tidy))].filter(saysSomething).map((statement) => ({
    content: (at === null ? statement : resolveRelativeDates(statement, at)).slice(0, longestStatement),
    ...filingOf(statement),
  }));
}

/** Words of the request itself, and what points to something that is not there. */
const emptyWord =
  /^(?:this|that|these|those|it|them|everything|all|of|the|following|to|my|and|please|thanks?|dass|das|dies|folgendes|alles|es|bitte|danke|ว่า|นี้|นะ|ครับ|ค่ะ|คะ|ขอบคุณ)$/iu;

const saysSomething = (statement: string): boolean =>
  (statement.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).some((word) => !emptyWord.test(word));

function statementsOf({ sentences }: Line, before: Line[], after: Line[]): string[] {
  return sentences.flatMap((sentence, index) => {
    const rest = sentences.slice(index + 1);
    const reference = statementBeforeReference(sentence);
    if (reference === '') {
      const earlier =
        sentences[index - 1] ?? before.findLast((one) => one.sentences.length > 0)?.sentences.at(-1);
      if (earlier === undefined) return rest.length === 0 ? linesBelow(after) : [];
      return isQuestion(earlier) ? [] : [earlier];
    }
    if (reference !== null) return [reference];
    const found = afterRequest(sentence);
    if (found === null) return [];
    if (found.content === '') return rest.length === 0 ? linesBelow(after) : [];
    return [found.isOpen ? [found.content, ...uptoNextRequest(rest)].join(' ') : found.content];
  });
}

/** "Remember that." alone: what was said before it is meant. */
export const isRememberThat = (sentence: string): boolean => statementBeforeReference(sentence) === '';

/** "The port is 5433, remember that": what is before it, empty when it stands alone. Null for any other sentence. */
function statementBeforeReference(sentence: string): string | null {
  if (sentence.length > longestSentence) return null;
  const bare = withoutOpening(sentence);
  const match = firstFit(bare, ({ rememberThat }) => rememberThat);
  if (match === null) return null;
  const content = bare.slice(0, match.index).trim();
  if (content === '') return '';
  return content.split(/\s+/u).length + content.length / 20 >= 2 ? content : null;
}

/** `isOpen`: a colon announces it, so it goes on to the end of the line. */
function afterRequest(sentence: string): { content: string; isOpen: boolean } | null {
  const bare = withoutOpening(sentence);
  const request = firstFit(bare, ({ remember }) => remember)?.[0];
  if (request === undefined) return null;
  // "can you remember that …?" asks for it; "remember that …?" asks whether
  if (isQuestion(bare) && !anyFits(bare, ({ politely }) => politely)) return null;
  return { content: bare.slice(request.length).trim(), isOpen: /[:：–—-]\s*$/u.test(request) };
}

function uptoNextRequest(sentences: string[]): string[] {
  const end = sentences.findIndex(
    (sentence) => isQuestion(sentence) || anyFits(sentence, ({ nextRequest }) => nextRequest),
  );
  return end === -1 ? sentences : sentences.slice(0, end);
}

/** What an announcement at the end of a line announces: the list below it, or the lines up to an empty one, each for itself. */
function linesBelow(after: Line[]): string[] {
  const lines = after.slice(after.findIndex((line) => line.sentences.length > 0));
  const isList = lines[0]?.isItem ?? false;
  const statements: string[] = [];
  for (const { sentences, isItem, isIndented } of lines) {
    const said = isList ? sentences : uptoNextRequest(sentences);
    const goesOn = isList ? isIndented && !isItem : isBroken(statements.at(-1), said);
    if (said.length === 0 || (isList && !isItem && !goesOn)) break;
    const begun = goesOn ? statements.splice(-1) : [];
    statements.push([...begun, ...said].join(' '));
    if (said.length < sentences.length) break;
  }
  return statements;
}

/** A line that was full goes on in the next. */
const isBroken = (line: string | undefined, next: string[]): boolean =>
  line !== undefined && line.length >= fullLine && !/[.!;:]$/u.test(line) && /^\p{Ll}/u.test(next[0] ?? '');
