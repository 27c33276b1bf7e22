import { isForgetting } from './forget-request.ts';
import { anyFits } from './languages/languages.ts';
import { ordersElsewhere } from './languages/other-languages.ts';
import { isQuestion, saidSentences, withoutOpening } from './said-sentences.ts';

/** Whether a sentence orders the agent to do something now, and nothing that lasts ("always answer in German"). */
export const isRequest = (sentence: string): boolean =>
  isForgetting(sentence) ||
  ((anyFits(sentence, ({ requests }) => requests) || ordersElsewhere(sentence)) &&
    !anyFits(sentence, ({ lasting, rules, answers, decisions, profile, preferences }) => [
      lasting,
      ...[...rules, ...answers, ...decisions, ...profile, ...preferences],
    ]));

/** Between clauses: marks, and the spaces of a script that has them only there. */
const clauseEnd =
  /[,;:.!?…،、，；：。！？]+\s*|\s+[-–—]+\s+|\s*[()]\s*|(?<=[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}])\s+/u;
const unspaced = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;
/** Words, or letters of a script without spaces, from which on a clause beside a question or an order tells something. */
const tellingWords = 4;
const tellingLetters = 10;

/**
 * Whether a sentence is a question, an order or a mere "ok, thanks", and no clause of it tells something besides, as in "fix the port, it is
 * 5433 now".
 */
function tellsNothing(sentence: string): boolean {
  const bare = withoutOpening(sentence);
  // an opening ends with a mark
  if (bare === '' || withoutOpening(`${bare}.`) === '') return true;
  if (!isQuestion(bare) && !isRequest(bare)) return false;
  const mustAssert = isForgetting(bare);
  const clauses = bare.split(clauseEnd).map(withoutOpening);
  const asked = clauses.filter((clause) => isQuestion(clause) || isRequest(clause));
  // the mark at the end makes a question of the last clause
  const rest = asked.length === 0 ? clauses.filter((clause) => clause !== '').slice(0, -1) : clauses;
  return !rest.some((clause) => {
    if (asked.includes(clause) || anyFits(clause, ({ depending }) => depending)) return false;
    if (anyFits(clause, ({ asserting }) => asserting) && clause.split(/\s+/u).length > 2) return true;
    if (mustAssert) return false;
    return unspaced.test(clause)
      ? clause.length >= tellingLetters
      : clause.split(/\s+/u).length >= tellingWords;
  });
}

/** Whether a text states nothing: each of its sentences is a question or an order. */
export function onlyAsks(text: string): boolean {
  const sentences = saidSentences(text);
  return sentences.length > 0 && sentences.every(tellsNothing);
}
