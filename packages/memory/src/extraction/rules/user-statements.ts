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

/** Characters of a sentence; a longer one was pasted. */
const longestSentence = 500;
/** The share of a correction's words that the messages before it must contain, so that it is about them. */
const leastShared = 1 / 2;

/**
 * Finds corrections, preferences and decisions in a user's message, in the user's words. Leaves out what only holds
 * for minutes; `unclear` has the statements that could not be understood later ("it", "that one"). `before`: what a
 * "no" may contradict, the request and the agent's reply; '' if the reply asked something.
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

/** `before`: what a "no" before the statement may contradict; null if there is no "no". */
function corrects(statement: string, before: string | null): boolean {
  if (!anyFits(statement, ({ asserting }) => asserting)) return false;
  const isContrast = anyFits(statement, ({ contrast }) => contrast);
  if (before === null) return isContrast && !anyFits(statement, ({ firstPerson }) => firstPerson);
  return isContrast || shareSaid(before, readStatement(statement)) >= leastShared;
}

/**
 * Returns the category of a statement and where it is filed: under the user if it is about the user, otherwise under
 * the project.
 */
export function filingOf(statement: string): Omit<UserStatement, 'content'> {
  if (anyFits(statement, ({ preferences }) => preferences)) {
    return { category: 'preference', place: 'devai/user/preferences' };
  }
  if (anyFits(statement, ({ decisions }) => decisions)) return { category: 'decision', place: 'decisions' };
  const isAboutUser = anyFits(statement, ({ firstPerson }) => firstPerson);
  return { category: 'other', place: isAboutUser ? 'devai/user/profile' : '' };
}

/** Whether a sentence says that something before it is wrong, whatever else it says. */
export const isCorrecting = (sentence: string): boolean =>
  anyFits(withoutOpening(sentence), ({ correcting }) => correcting);

/**
 * Returns what follows "no, …" or "that's wrong: …"; null without such an opening. Openings may be repeated:
 * "Actually no, …".
 */
function correctionIn(sentence: string): string | null {
  const bare = withoutOpening(sentence);
  const opening = firstFit(bare, ({ correcting }) => correcting)?.[0].length ?? bare.length;
  if (opening === bare.length) return null;
  return correctionIn(bare.slice(opening)) ?? bare.slice(opening);
}

const isBareNo = (sentence: string): boolean => isCorrecting(sentence) && correctionIn(sentence) === null;

/** At least three words, or as much in a script without spaces. */
const isLong = (statement: string): boolean =>
  statement.split(/\s+/u).length >= 3 || (/\p{sc=Thai}/u.test(statement) && statement.length >= 8);

/** Whether its main clause refers to something else ("it"). A reason may do so. */
function pointsElsewhere(statement: string): boolean {
  const reason = firstFit(statement, (language) => language.reason);
  const [clause = ''] = statement.slice(0, reason?.index).split(/[,;]\s/u);
  return anyFits(clause, ({ pointing }) => pointing);
}
