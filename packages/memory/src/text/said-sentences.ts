import { linesOf, type Line } from './sentences.ts';
import { anyFits, languages } from './languages/languages.ts';
import { asksElsewhere } from './languages/other-languages.ts';

// matches the whole mark: a shorter one would be tried again and again in a long run of marks
const fence = /^[ \t]*(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n[\s\S]*?(?:^[ \t]*\1[^\n]*$|(?![\s\S]))/gm;
const tag = /<(?:(?<opened>[a-z][\w-]{0,40})(?: [^<>]*)?|\/(?<closed>[a-z][\w-]{0,40}))>/gi;
const quoteLine = /^[ \t]*>.*$/gm;

const questionMark = /[?？؟՞⁇⁈‽]+[!！\s)"”»]*$/u;
const quotation = /^["“„»'‘`]/u;
const joke =
  /^(?:ha){2,}h?(?!\p{L})|^lol(?!\p{L})|(?:(?<![\p{L}\d])(?:(?:ha){2,}h?|lol|jk|scherz)[\s.!)]*|[😂🤣][\s.!]*|:-?\))$/iu;
/** The mark of a list inside a line: "remember this: - the port is 8080". */
const dash = /^\s*[-–—*•]\s+/u;
const quotes = /^["“„»'‘](.+)["”“«'’]$/su;

/** Characters of a sentence that are read; a longer one was pasted. */
const longestSentence = 4_000;

/**
 * Returns the lines of a text without code blocks, quoted lines and tagged blocks, which somebody else may have
 * written.
 */
export const saidLines = (text: string): Line[] =>
  linesOf(withoutTagged(text.replaceAll(fence, '\n')).replaceAll(quoteLine, '')).map((line) => ({
    ...line,
    sentences: line.sentences.map((sentence) => sentence.slice(0, longestSentence)),
  }));

/** Removes `<log> … </log>`, which was pasted and marked as such. */
function withoutTagged(text: string): string {
  const tags = Array.from(text.matchAll(tag), ({ index, 0: { length }, groups }) => ({
    start: index,
    end: index + length,
    opened: groups?.['opened']?.toLowerCase(),
    closed: groups?.['closed']?.toLowerCase(),
  }));
  // the last tag of a name comes first
  const closings = Map.groupBy(tags.toReversed(), ({ closed }) => closed);
  let said = '';
  let read = 0;
  for (const { start, end, opened } of tags) {
    if (opened === undefined || start < read) continue;
    const ends = closings.get(opened) ?? [];
    while ((ends.at(-1)?.start ?? end) < end) ends.pop();
    const closing = ends.at(-1);
    if (closing === undefined) continue;
    said += `${text.slice(read, start)}\n`;
    read = closing.end;
  }
  return said + text.slice(read);
}

export const saidSentences = (text: string): string[] => saidLines(text).flatMap((line) => line.sentences);

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
    .replace(quotes, '$1')
    .replace(/[\s,;:]+$/u, '');
}
