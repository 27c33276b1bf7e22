import { isRequest } from '../../text/requests.ts';
import { saidSentences } from '../../text/said-sentences.ts';
import { isStanding } from '../../types.ts';
import { longestMessage } from '../speaker.ts';
import { findLabelledStatements } from './labelled-statements.ts';
import { findPlainFacts } from './plain-facts.ts';
import { resolveRelativeDates, type DatedText } from '../../text/relative-dates.ts';
import { findUserStatements, type UserStatement } from './user-statements.ts';

/** Most statements of one message that count as told: a longer list was pasted. */
const mostTold = 12;

/**
 * Finds what a message tells that is worth noting at once: who the user is, what they like, what always or never to do (standing categories, in every
 * prompt), and other facts about them and the project. It is understood without the conversation, so it needs no session to end. `written`:
 * when and where it was said, for relative dates. Empty for a pasted text.
 */
export function findToldStatements(text: string, written: DatedText): UserStatement[] {
  if (text.length > longestMessage) return [];
  const { rest } = findLabelledStatements(text);
  const { found } = findUserStatements(rest, '');
  const facts = findPlainFacts(withoutMaterial(rest));
  const overlaps = (one: UserStatement, other: UserStatement): boolean =>
    one.content.includes(other.content) || other.content.includes(one.content);
  const told = [
    // a decision and a correction by its form alone wait for the conversation
    ...found.filter(
      (one) =>
        isStanding(one.category) || (one.category === 'other' && facts.some((fact) => overlaps(fact, one))),
    ),
    ...facts.filter((fact) => !found.some((one) => overlaps(fact, one))),
  ];
  return told.length > mostTold
    ? []
    : told.map((one) => ({ ...one, content: resolveRelativeDates(one.content, written) }));
}

/** Returns a text up to what somebody orders to work on: "translate this: the shop is closed on Wednesdays". */
function withoutMaterial(text: string): string {
  let before = '';
  for (const line of text.split('\n')) {
    const [order = ''] = line.split(/[:：]/u);
    if (order !== line && isRequest(saidSentences(order).at(-1) ?? '')) return before;
    before += `${line}\n`;
  }
  return text;
}
