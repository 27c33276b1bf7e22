import type { Message } from '../types.ts';
import { onlyHeard, type Heard } from './heard.ts';
import { isCorrecting } from './rules/corrections.ts';
import { linesOf } from '../text/sentences.ts';
import { isQuestion } from './rules/statement-filters.ts';
import { unquotedText } from './rules/unquoted-text.ts';
import { isNegated, saidIn, type Statement } from '../text/statement-overlap.ts';

/** Where a tool says this much of it as well, she has to name the new value herself. */
const most = 1 / 2;
const longestSentence = 300;

/**
 * Whether a statement is what comes of the user's correction of a sentence that the agent had just said: "Staging runs on port 5432." –
 * "That's outdated, we moved it to 5440." She has to say all that the sentence does not say of it, of figures and paths also what a
 * tool returned: what a tool said becomes hers by nothing that she left uncorrected.
 */
export function putsRight(
  text: string,
  before: Message | undefined,
  statement: Statement,
  heard: Heard,
): boolean {
  if (before?.role !== 'assistant' || !text.split('\n').some(isCorrecting)) return false;
  if (onlyHeard(heard, text).length > 0) return false;
  return sentencesOf(before.content).some((sentence) => {
    const kept = saidIn(sentence, statement.words);
    const added = statement.words.filter((word) => !kept.includes(word));
    return (
      kept.length > 0 &&
      isNegated(sentence) === statement.isNegated &&
      added.some((word) => heard.share < most || statement.values.includes(word)) &&
      saidIn(text, added).length === added.length
    );
  });
}

const sentencesOf = (text: string): string[] =>
  linesOf(unquotedText(text))
    .flatMap((line) => line.sentences)
    .filter((sentence) => sentence.length <= longestSentence && !isQuestion(sentence));
