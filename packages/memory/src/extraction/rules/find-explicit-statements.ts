import type { Category } from '../../types.ts';
import { isDecision } from './decisions.ts';
import { explicitTriggers, isBackReference, statementBeforeReference } from './explicit-triggers.ts';
import { isPreference } from './preferences.ts';
import { resolveRelativeDates } from './relative-dates.ts';
import { linesOf, type Line } from './sentences.ts';
import { isQuestion, withoutQuestionMark } from './statement-filters.ts';
import { tidy, withoutOpening } from './tidy.ts';
import { unquotedText } from './unquoted-text.ts';

export type ExplicitStatement = { content: string; category: Category };

const longestStatement = 2_000;

/**
 * What a user's text asks to be remembered, in English, German and Thai ("remember that …", "merk dir: …", "จำไว้ว่า …"): in
 * the user's words, relative dates resolved when the message's time is given. Empty for questions ("do you remember …?"), for
 * memories ("I remember when …"), and for what stands in code, quotes or pasted blocks.
 */
export function findExplicitStatements(text: string, at: Date | null = null): ExplicitStatement[] {
  const lines = linesOf(unquotedText(text));
  const statements = lines.flatMap((line, index) =>
    statementsOf(line, lines.slice(0, index), lines.slice(index + 1)),
  );
  return [...new Set(statements.map(tidy))]
    .filter((statement) => /[\p{L}\p{N}]/u.test(statement))
    .map((statement) => ({
      content: (at === null ? statement : resolveRelativeDates(statement, at)).slice(0, longestStatement),
      category: categoryOf(statement),
    }));
}

function statementsOf(line: Line, before: Line[], after: Line[]): string[] {
  const { sentences } = line;
  return sentences.flatMap((sentence, index) => {
    const rest = sentences.slice(index + 1);
    if (isBackReference(sentence)) {
      const earlier =
        sentences[index - 1] ?? before.findLast((one) => one.sentences.length > 0)?.sentences.at(-1);
      return earlier === undefined || isQuestion(earlier) ? [] : [earlier];
    }
    const reference = statementBeforeReference(sentence);
    if (reference !== null) return [reference];
    const found = afterTrigger(sentence);
    if (found === null) return [];
    if (found.content === '') return found.isOpen && rest.length === 0 ? listBelow(after) : [];
    return [found.isOpen ? [found.content, ...uptoRequest(rest)].join(' ') : found.content];
  });
}

/** `isOpen`: a colon announces it, so it goes on to the end of the line. */
function afterTrigger(sentence: string): { content: string; isOpen: boolean } | null {
  const bare = withoutOpening(sentence);
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

/** What an announcement at the end of a line announces: the list below it, each item for itself, or the next line. */
function listBelow(after: Line[]): string[] {
  const lines = after.slice(after.findIndex((line) => line.sentences.length > 0));
  const first = lines[0];
  if (!first) return [];
  if (!first.isItem) return [uptoRequest(first.sentences).join(' ')];
  const end = lines.findIndex((line) => !line.isItem);
  return lines.slice(0, end === -1 ? undefined : end).map((line) => line.sentences.join(' '));
}

function categoryOf(statement: string): Category {
  if (isPreference(statement)) return 'preference';
  return isDecision(statement) ? 'decision' : 'other';
}
