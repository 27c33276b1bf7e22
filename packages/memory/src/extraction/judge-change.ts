import { saidIn, readStatement, type Statement } from '../text/statement-overlap.ts';
import type { Message } from '../store/messages.ts';
import type { Candidate, Judged, Said } from '../types.ts';
import { adds, denies, mayMean, userWords, type UserWords } from './own-words.ts';
import { toolOverlap } from './tool-overlap.ts';
import { outputsOf } from './speaker.ts';

/** Characters shown of what the user said, and of the reply before it. */
const shownText = 400;
const shownReply = 300;

/**
 * Judges whether the user said a candidate that changes a stored statement, only by the words that it adds to that statement; without
 * one (null), words alone do not tell. `messages`: those that the candidate may cite, in order.
 */
export function judgeChange(
  { content, evidence, trust }: Pick<Candidate, 'content' | 'evidence' | 'trust'>,
  stored: string | null,
  messages: Message[],
): Judged {
  const numbers = new Set(evidence.flatMap((one) => one.messages));
  const cited = messages.filter(({ number }) => numbers.has(number));
  const statement = readStatement(content);
  const inTools = toolOverlap(statement, outputsOf(messages));
  const possible = userWords(cited, messages).filter(
    (words) => !denies(words.text, content, statement) && mayMean(words, statement, inTools),
  );
  const last = possible.at(-1);
  if (trust === 'tool' || !last) return { isUsers: 'no' };
  if (stored !== null && possible.some((words) => adds(words, content, stored, inTools))) {
    return { isUsers: 'yes' };
  }
  return { isUsers: 'perhaps', said: shown(last, statement) };
}

/** Shows the sentences around the one with the most of the statement's words. */
function shown({ sentences, reply }: UserWords, { words }: Statement): Said {
  const counts = sentences.map((sentence) => saidIn(sentence, words).length);
  const best = counts.indexOf(Math.max(...counts));
  let [from, to] = [best, best + 1];
  const length = (): number => sentences.slice(from, to).join(' ').length;
  while (length() < shownText && (from > 0 || to < sentences.length)) {
    if (to < sentences.length) to += 1;
    else from -= 1;
  }
  const text = sentences.slice(from, to).join(' ');
  return {
    text: text.slice(0, 2 * shownText).toWellFormed(),
    reply: reply.slice(-shownReply).toWellFormed(),
  };
}
