import { readStatement, shareSaid } from '../../text/statement-overlap.ts';
import type { Category, Metadata } from '../../types.ts';
import { anyFits, firstFit } from '../../text/languages/languages.ts';
import { isNoStatement, saidSentences, tidy, withoutOpening } from '../../text/said-sentences.ts';

export type UserStatement = {
  content: string;
  category: Category;
  place: string;
  /** The details of its category. */
  metadata?: Metadata;
};

/** Characters of a sentence that a person says; what is longer was pasted. */
const longestSentence = 500;
/** Of a correction's words, how many the talk before it must have used, so that it is known to be about that. */
const leastShared = 1 / 2;

/**
 * Corrections, preferences and decisions in a message of the user, each in the user's own words. What holds for minutes only is
 * left out; `unclear` has what could not be understood later ("it", "that one"). `before`: what
 * a "no" may contradict, the request and the agent's reply; empty when the reply asked something.
 */
export function findUserStatements(
  text: string,
  before: string,
): { found: UserStatement[]; unclear: string[] } {
  const found: UserStatement[] = [];
  const unclear: string[] = [];
  const sentences = saidSentences(text);
  for (const [index, sentence] of sentences.entries()) {
    if (sentence.length > longestSentence) continue;
    const correction = correctionIn(sentence) ?? (isBareNo(sentences[index - 1] ?? '') ? sentence : null);
    const statement = tidy(correction ?? sentence);
    if (!isLong(statement)) continue;
    if (isNoStatement(correction ?? sentence) || anyFits(statement, ({ passing }) => passing)) continue;
    const filed = filingOf(statement);
    const isCorrection =
      filed.category === 'other' && corrects(statement, correction === null ? null : before);
    if (filed.category === 'other' && !isCorrection) continue;
    if (pointsElsewhere(statement)) unclear.push(statement);
    else found.push({ ...filed, content: statement, place: filed.place || 'corrections' });
  }
  return { found, unclear };
}

/** `before`: what a "no" in front of the statement may contradict; null without one. */
function corrects(statement: string, before: string | null): boolean {
  if (!anyFits(statement, ({ asserting }) => asserting)) return false;
  const isContrast = anyFits(statement, ({ contrast }) => contrast);
  if (before === null) return isContrast && !anyFits(statement, ({ firstPerson }) => firstPerson);
  return isContrast || shareSaid(before, readStatement(statement)) >= leastShared;
}

/** What a statement is, and where it is filed: with the user if it is about the user, else in the project. */
export function filingOf(statement: string): Omit<UserStatement, 'content'> {
  if (anyFits(statement, ({ preferences }) => preferences)) {
    return { category: 'preference', place: 'devai/user/preferences' };
  }
  if (anyFits(statement, ({ decisions }) => decisions)) return { category: 'decision', place: 'decisions' };
  const isAboutUser = anyFits(statement, ({ firstPerson }) => firstPerson);
  return { category: 'other', place: isAboutUser ? 'devai/user/profile' : '' };
}

/** Whether a sentence says that something said before it is wrong, whatever it says itself. */
export const isCorrecting = (sentence: string): boolean =>
  anyFits(withoutOpening(sentence), ({ correcting }) => correcting);

/** What follows "no, …" or "that's wrong: …"; null without it. "Actually no, …" is one. */
function correctionIn(sentence: string): string | null {
  const bare = withoutOpening(sentence);
  const opening = firstFit(bare, ({ correcting }) => correcting)?.[0].length ?? bare.length;
  if (opening === bare.length) return null;
  return correctionIn(bare.slice(opening)) ?? bare.slice(opening);
}

const isBareNo = (sentence: string): boolean => isCorrecting(sentence) && correctionIn(sentence) === null;

/** Three words, or as much in a script without spaces. */
const isLong = (statement: string): boolean =>
  statement.split(/\s+/u).length >= 3 || (/\p{sc=Thai}/u.test(statement) && statement.length >= 8);

/** In its main clause: a reason may speak of "it". */
function pointsElsewhere(statement: string): boolean {
  const reason = firstFit(statement, (language) => language.reason);
  const [clause = ''] = statement.slice(0, reason?.index).split(/[,;]\s/u);
  return anyFits(clause, ({ pointing }) => pointing);
}
