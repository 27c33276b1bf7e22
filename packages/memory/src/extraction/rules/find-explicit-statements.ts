import type { Category } from '../../types.ts';
import { isDecision } from './decisions.ts';
import { isEveryday } from './everyday.ts';
import { explicitTriggers, isBackReference, statementBeforeReference } from './explicit-triggers.ts';
import { isPreference } from './preferences.ts';
import { resolveRelativeDates } from './relative-dates.ts';
import { linesOf, type Line } from '../../text/sentences.ts';
import { isQuestion, withoutQuestionMark } from './statement-filters.ts';
import { tidy, withoutOpening } from './tidy.ts';
import { unquotedText } from './unquoted-text.ts';

export type ExplicitStatement = { content: string; category: Category };

const longestStatement = 2_000;

/**
 * What a user's text asks to be remembered, in English, German and Thai ("remember that …", "merk dir: …", "จำไว้ว่า …"): in
 * the user's words, relative dates resolved when the message's time is given. Empty for questions ("do you remember …?"), for
 * memories ("I remember when …"), for an asking with nothing behind it, and for what stands in code, quotes or pasted blocks.
 */
export function findExplicitStatements(text: string, at: Date | null = null): ExplicitStatement[] {
  const lines = linesOf(unquotedText(text));
  const statements = lines.flatMap((line, index) =>
    statementsOf(line, lines.slice(0, index), lines.slice(index + 1)),
  );
  return [...new Set(statements.map(tidy))].filter(saysSomething).map((statement) => ({
    content: (at === null ? statement : resolveRelativeDates(statement, at)).slice(0, longestStatement),
    category: categoryOf(statement),
  }));
}

/** Words of the asking, and what points to something that is not there. */
const emptyWord =
  /^(?:this|that|these|those|it|them|everything|all|of|the|following|things?|facts?|points?|to|my|our|and|please|ok(?:ay)?|thanks?|thx|you|dass|das|dies|diese|dinge|sachen|folgendes|alles|es|zu|mein|bitte|danke|ว่า|นี้|นะ|ครับ|ค่ะ|คะ|ขอบคุณ|ด้วย|หน่อย)$/iu;

function saysSomething(statement: string): boolean {
  const words = statement.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.some((word) => !emptyWord.test(word));
}

function statementsOf(line: Line, before: Line[], after: Line[]): string[] {
  const { sentences } = line;
  return sentences.flatMap((sentence, index) => {
    const rest = sentences.slice(index + 1);
    if (isBackReference(sentence)) {
      const earlier =
        sentences[index - 1] ?? before.findLast((one) => one.sentences.length > 0)?.sentences.at(-1);
      if (earlier === undefined) return rest.length === 0 ? linesBelow(after) : [];
      return isQuestion(earlier) ? [] : [earlier];
    }
    const reference = statementBeforeReference(sentence);
    if (reference !== null) return [reference];
    const found = afterTrigger(sentence);
    if (found === null) return [];
    if (found.content === '') return found.isOpen && rest.length === 0 ? linesBelow(after) : [];
    return [found.isOpen ? [found.content, ...uptoRequest(rest)].join(' ') : found.content];
  });
}

/** `isOpen`: a colon announces it, so it goes on to the end of the line. */
function afterTrigger(sentence: string): { content: string; isOpen: boolean } | null {
  const bare = withoutOpening(sentence);
  if (isEveryday(bare)) return null;
  for (const { pattern, isOpen, isRequest } of explicitTriggers) {
    const match = pattern.exec(bare);
    if (!match) continue;
    // "can you remember that …?" asks for it; "remember that …?" asks whether
    if (isQuestion(bare) && !isRequest) return null;
    return { content: withoutQuestionMark(match.groups?.['content'] ?? ''), isOpen };
  }
  return null;
}

/** Turns to something else: a request, or thanks. */
const newRequest =
  /^(?:thanks|thank you|thx|cheers|danke|vielen dank|ขอบคุณ|now|then|next|after that|please|can you|could you|would you|let'?s|what|how|und jetzt|jetzt|dann|danach|bitte|kannst du|könntest du|ช่วย|ต่อไป|จากนั้น)(?!\p{L})|^ขอบคุณ/iu;

function uptoRequest(sentences: string[]): string[] {
  const end = sentences.findIndex(
    (sentence) =>
      isQuestion(sentence) || newRequest.test(sentence) || newRequest.test(withoutOpening(sentence)),
  );
  return end === -1 ? sentences : sentences.slice(0, end);
}

/** A line from so many characters on was broken because it was full, and goes on in the next. */
const fullLine = 60;

/** What an announcement at the end of a line announces: the list below it, or the lines up to an empty one, each for itself. */
function linesBelow(after: Line[]): string[] {
  const lines = after.slice(after.findIndex((line) => line.sentences.length > 0));
  const isList = lines[0]?.isItem ?? false;
  const statements: string[] = [];
  for (const line of lines) {
    const said = isList ? line.sentences : uptoRequest(line.sentences);
    if (said.length === 0) break;
    const last = statements.at(-1);
    const goesOn = isList ? line.isIndented && !line.isItem : last !== undefined && isBroken(last, said);
    if (isList && !line.isItem && !goesOn) break;
    if (goesOn && last !== undefined) statements.splice(-1, 1, [last, ...said].join(' '));
    else statements.push(said.join(' '));
    if (said.length < line.sentences.length) break;
  }
  return statements;
}

const isBroken = (line: string, next: string[]): boolean =>
  line.length >= fullLine && !/[.!;:]$/u.test(line) && /^\p{Ll}/u.test(next[0] ?? '');

function categoryOf(statement: string): Category {
  if (isPreference(statement)) return 'preference';
  return isDecision(statement) ? 'decision' : 'other';
}
