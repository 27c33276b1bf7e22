import { linesOf, type Line } from '../../text/sentences.ts';
import { anyFits, languages } from '../../text/languages/languages.ts';

const fence = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1[^\n]*$|(?![\s\S]))/gm;
/** `<log> … </log>`: pasted and marked as such. */
const taggedBlock = /<([a-z][\w-]{0,40})(?: [^<>]*)?>[\s\S]*?<\/\1>/gi;
const quoteLine = /^[ \t]*>.*$/gm;

const questionMark = /[?？]+\s*$/u;
const quotation = /^["“„»'‘`]/u;
const joke = /(?:(?<![\p{L}\d])(?:(?:ha){2,}h?|lol|jk|scherz)[\s.!)]*|[😂🤣][\s.!]*|:-?\))$/iu;
/** A list's mark inside a line: "remember this: - the port is 8080". */
const dash = /^\s*[-–—*•]\s+/u;
const quotes = /^["“„»'‘](.+)["”“«'’]$/su;

/** The lines of a text without code blocks, quoted lines and tagged blocks, which somebody else may have written. */
export const saidLines = (text: string): Line[] =>
  linesOf(text.replaceAll(fence, '\n').replaceAll(taggedBlock, '\n').replaceAll(quoteLine, ''));

export const saidSentences = (text: string): string[] => saidLines(text).flatMap((line) => line.sentences);

export const isQuestion = (sentence: string): boolean =>
  questionMark.test(sentence) || anyFits(sentence, ({ question }) => question);

/** Asked, supposed, quoted, or said for fun. */
export const isNoStatement = (sentence: string): boolean =>
  isQuestion(sentence) ||
  quotation.test(sentence) ||
  joke.test(sentence) ||
  anyFits(withoutOpening(sentence), ({ supposed }) => supposed);

/** Without "ok,", "and", "by the way" … */
export const withoutOpening = (sentence: string): string =>
  languages.reduce((text, { opening }) => text.replace(opening, ''), sentence.trim());

/** A sentence as a statement: without what opens and closes talk, and without its full stop. */
export function tidy(sentence: string): string {
  const opened = withoutOpening(sentence.replace(dash, '').replace(questionMark, ''));
  const closed = languages.reduce((text, { closing }) => text.replace(closing, ''), opened).trim();
  return closed
    .replace(/^(?:please|bitte),? /iu, '')
    .replace(quotes, '$1')
    .replace(/[\s,;:]+$/u, '');
}
