import { messageLines } from './message-lines.ts';
import { anyFits, languages } from './languages/languages.ts';
import { asksElsewhere } from './languages/other-languages.ts';

const questionMark = /[?？؟՞⁇⁈‽]+[!！\s)"”»]*$/u;
const quotation = /^["“„»'‘`]/u;
const joke =
  /^(?:ha){2,}h?(?!\p{L})|^lol(?!\p{L})|(?:(?<![\p{L}\d])(?:(?:ha){2,}h?|lol|jk|scherz)[\s.!)]*|[😂🤣][\s.!]*|:-?\))$/iu;
/** The mark of a list inside a line: "remember this: - the port is 8080". */
const dash = /^\s*[-–—•]\s+/u;
/** One quotation and nothing else. */
const quotes = /^(?:["“„»«]([^"“”„»«]+)["”“«»]|['‘]([^'‘’]+)['’])$/u;

/** Returns what a user's text says, without what somebody else may have written: code blocks, quoted lines, tagged blocks. */
export const saidSentences = (text: string): string[] => messageLines(text).flatMap((line) => line.sentences);

export const isQuestion = (sentence: string): boolean =>
  questionMark.test(sentence) || anyFits(sentence, ({ question }) => question) || asksElsewhere(sentence);

/** Whether laughter opens or ends it. */
export const isJoke = (sentence: string): boolean => joke.test(sentence);

/** Whether it is a question, a supposition, a quotation or a joke. */
export const isNoStatement = (sentence: string): boolean =>
  isQuestion(sentence) ||
  quotation.test(sentence) ||
  isJoke(sentence) ||
  anyFits(withoutOpening(sentence), ({ supposed }) => supposed);

/** Removes "ok,", "and", "by the way" and the like. */
export const withoutOpening = (sentence: string): string =>
  languages.reduce((text, { opening }) => text.replace(opening, ''), sentence.trim());

/** Turns a sentence into a statement: removes the words that open and close talk, and the full stop. */
export function tidy(sentence: string): string {
  const opened = withoutOpening(sentence.replace(dash, '').replace(questionMark, ''));
  const closed = languages.reduce((text, { closing }) => text.replace(closing, ''), opened).trim();
  return closed
    .replace(/^(?:please|bitte),? /iu, '')
    .replace(quotes, '$1$2')
    .replace(/[\s,;:]+$/u, '');
}

/** Turns what a person asked to remember into a statement: removes the thanks and the full stop after it, and quotation marks around it. */
export function tidyRequested(text: string): string {
  const bare = text.trim().replace(dash, '');
  const endings = languages.map(({ closing }) => closing.exec(bare)?.[0] ?? '');
  // without a comma, "the magic word is please"
  const thanks = endings.find((ending) => /^\s*(?:,|\p{sc=Thai})/u.test(ending)) ?? '';
  const closed = bare.slice(0, bare.length - thanks.length);
  return closed
    .replace(/(?<=[\p{L}\p{M}\p{N}\p{Pe}\p{Pf}"'%°$€])[.!?？]+$/u, '')
    .replace(quotes, '$1$2')
    .replace(/(?<=[\p{L}\p{M}\p{N}])[\s,:]+$/u, '')
    .trim();
}
