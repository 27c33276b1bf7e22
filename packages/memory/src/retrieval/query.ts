import { commonWords } from '../text/common-words.ts';
import { frequentWordsOf } from '../text/frequent-words.ts';
import { anyFits } from '../text/languages/languages.ts';
import type { DatedText } from '../text/relative-dates.ts';
import { timesIn } from '../text/times-in.ts';
import { picture, wordsOf } from '../text/words.ts';
import { orderWords, talkWords } from './talk-words.ts';
import type { Period } from '../types.ts';

/** Topics added to the query. */
export const topicsInQuery = 2;
/** Characters of a message that are used, half from each end, because a question usually comes first or last. */
const longestText = 3_000;
/** Index words sent to the store, half from each end, so that a pasted log does not cause thousands of lookups. */
const mostWords = 200;

export type Query = {
  /** The text that is embedded. */
  text: string;
  /** Project and topics, embedded separately; '' if there are none. */
  context: string;
  /** The index words of the message without common words. */
  words: string[];
  /** Those of `words` that are frequent in a language, and maybe others. */
  frequentWords: string[];
  /** Whether it speaks of whoever asks ("my", "we"), or asks to be reminded. */
  isOfAsker: boolean;
  /** Whether it asks for all of something, or for their number. */
  asksForSeveral: boolean;
  /** The times that it names. */
  times: Period[];
  /** `words` without those of the times. */
  wordsBesideTimes: string[];
  /**
   * The number of distinct words that are not frequent, at least 1 if there are any. The parts of an identifier, and the n-grams of a Thai
   * word, count as one word.
   */
  wordCount: number;
};

export type QueryInput = {
  text: string;
  project: string | null;
  /** Names of the current topics, strongest first. */
  topics: string[];
  /** True: a message to the agent, which may be a mere command. False: a lookup. */
  isMessage: boolean;
  /** When it was written, and in which time zone. Without it, times are words. */
  written?: DatedText | null;
};

const empty = [...commonWords, ...talkWords];
const orders = new Set(orderWords);
const talk = new Set(talkWords);
const pictures = new RegExp(picture, 'gu');
/** Removed, so that "Lena's birthday" looks up Lena. */
const possessive = /(?<=\p{L})'s(?![\p{L}\p{N}'])/gu;
const emptyAsWritten = new Set(empty);
const emptyAsIndexed = new Set(empty.flatMap(wordsOf));
// a fixed locale, so that the result does not depend on the machine
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Builds the query of a message. The context only influences the vector: in word search, every memory that names the
 * project would match every question.
 */
export function buildQuery({ text, project, topics, isMessage, written = null }: QueryInput): Query {
  const kept = embeddedText(text);
  const { periods, rest } = written === null ? { periods: [], rest: kept } : timesIn(kept, written);
  const frequent = new Set(frequentWordsOf(kept));
  const { words, wordCount } = askedWords(kept, { frequent, isMessage });
  return {
    text: kept,
    context: contextText({ project, topics }),
    words,
    frequentWords: [...frequent],
    times: periods,
    wordsBesideTimes: periods.length === 0 ? words : askedWords(rest, { frequent, isMessage }).words,
    isOfAsker: anyFits(kept, ({ asker }) => asker),
    asksForSeveral: anyFits(kept, ({ several }) => several),
    wordCount,
  };
}

function askedWords(
  text: string,
  { frequent, isMessage }: { frequent: Set<string>; isMessage: boolean },
): Pick<Query, 'words' | 'wordCount'> {
  const spoken = text.replaceAll('’', "'").replaceAll(possessive, '');
  const content = contentWordsOf(spoken);
  const words = isMessage && isMereTalk(content) ? [] : ends(wordsOf(spoken).filter(isContent), mostWords);
  const rare = [...content].filter((word) => !wordsOf(word).every((part) => frequent.has(part)));
  return { words, wordCount: content.size === 0 ? 0 : Math.min(Math.max(rare.length, 1), words.length) };
}

/** Whether a query asks for nothing but times. */
export const asksOnlyTimes = ({ times, wordsBesideTimes }: Query): boolean =>
  times.length > 0 && wordsBesideTimes.length === 0;

/** Returns the part of a message that is embedded. */
export const embeddedText = (text: string): string => headAndTail(text.trim(), longestText);

/** Returns the text of `context`. */
export const contextText = ({ project, topics }: Pick<QueryInput, 'project' | 'topics'>): string =>
  [project ?? [], topics.slice(0, topicsInQuery)].flat().join(', ');

const isContent = (word: string): boolean => !emptyAsIndexed.has(word);

/** Returns the distinct words as written, without common ones; pictures only beside nothing but common words ("what is the 🦔?"). */
function contentWordsOf(text: string): Set<string> {
  const content = new Set<string>();
  let isTalk = false;
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFC').toLowerCase())) {
    if (isWordLike && !emptyAsWritten.has(segment)) content.add(segment);
    isTalk ||= talk.has(segment);
  }
  if (content.size > 0 || isTalk) return content;
  return new Set(text.match(pictures));
}

/** Whether no word names a subject, as in "Thanks, run it again". */
const isMereTalk = (content: Set<string>): boolean => orders.isSupersetOf(content);

function headAndTail(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = limit / 2;
  // drop words and surrogate pairs that the cut split
  const head = text.slice(0, half).replace(/[^\s]{0,40}$/u, '');
  const tail = text.slice(-half).replace(/^[^\s]{0,40}/u, '');
  return `${head.toWellFormed()}\n…\n${tail.toWellFormed()}`;
}

function ends<Item>(items: Item[], limit: number): Item[] {
  return items.length <= limit ? items : [...items.slice(0, limit / 2), ...items.slice(-limit / 2)];
}
