import { findExplicitStatements } from '../extraction/rules/explicit-statements.ts';
import { isCorrecting } from '../extraction/rules/user-statements.ts';
import { subjectWords } from '../retrieval/said-block.ts';
import { readForgetRequest } from '../text/forget-request.ts';
import { onlyAsks } from '../text/requests.ts';
import { saidSentences } from '../text/said-sentences.ts';
import { readStatement, saidIn } from '../text/statement-overlap.ts';

/** Characters of a message that is read; a longer one was pasted. */
export const longestRead = 4_000;

const asksToForget = (text: string): boolean => readForgetRequest(text) !== null;

/** Whether a text tells something: it neither only asks and orders, nor asks to forget. */
export const tells = (text: string): boolean => !onlyAsks(text) && !asksToForget(text);

/**
 * Returns sentences of the user's earlier messages that answer a message: they tell something, and have half of its subject words (more
 * than half if the message is no question). Returns the `most` sentences with the most of these words, latest first. Leaves out what a
 * later message corrects, and messages that ask to remember something, because that is a memory.
 */
export function toldEarlier(earlier: string[], message: string, most: number): string[] {
  const words = subjectWords(message);
  const half = words.length / 2;
  const isEnough = (shared: number): boolean =>
    shared > half || (shared > 0 && shared === half && !tells(message));
  const read = earlier.filter((text) => text.length <= longestRead);
  const told = read.flatMap((text, at) => {
    const about = saidSentences(text)
      .map((sentence) => ({ sentence, shared: saidIn(sentence, words).length }))
      .filter(({ sentence, shared }) => isEnough(shared) && tells(sentence));
    if (about.length === 0 || findExplicitStatements(text).length > 0) return [];
    return about.filter(({ sentence }) => !read.slice(at + 1).some((later) => corrects(later, sentence)));
  });
  const best = told.toReversed().toSorted((a, b) => b.shared - a.shared);
  const chosen = new Set(best.slice(0, most));
  return told
    .filter((one) => chosen.has(one))
    .map(({ sentence }) => sentence)
    .toReversed();
}

/**
 * Whether a message says all that an earlier text says, the same with another value, or "no" and most of it: to such a message, the
 * earlier text is no answer.
 */
export function corrects(message: string, earlier: string): boolean {
  if (!tells(message)) return false;
  const { words, values } = readStatement(earlier);
  const said = saidIn(message, words);
  if (said.length === 0) return false;
  if (said.length === words.length || (isCorrecting(message) && 2 * said.length > words.length)) return true;
  const given = readStatement(message).values;
  const isOtherValue = saidIn(earlier, given).length < given.length;
  return isOtherValue && words.every((word) => said.includes(word) || values.includes(word));
}
