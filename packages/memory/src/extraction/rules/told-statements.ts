import { isStanding } from '../../types.ts';
import { longestMessage } from '../speaker.ts';
import { findLabelledStatements } from './labelled-statements.ts';
import { resolveRelativeDates, type DatedText } from './relative-dates.ts';
import { findUserStatements, type UserStatement } from './user-statements.ts';

/** Most statements of one message that count as told: a longer list was pasted. */
const mostTold = 12;

/**
 * Finds what a message tells that every prompt shows: who the user is, what they like, what always or never to do. It is understood without
 * the conversation, so it needs no session to end. `written`: when and where it was said, for relative dates. Empty for a pasted text.
 */
export function findToldStatements(text: string, written: DatedText): UserStatement[] {
  if (text.length > longestMessage) return [];
  const { found } = findUserStatements(findLabelledStatements(text).rest, '');
  const told = found.filter(({ category }) => isStanding(category));
  return told.length > mostTold
    ? []
    : told.map((one) => ({ ...one, content: resolveRelativeDates(one.content, written) }));
}
