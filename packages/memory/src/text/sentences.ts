// a fixed locale, so that the result does not depend on the machine
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const abbreviation =
  /(?:^|[\s(])(?:e\.\s?g|i\.\s?e|etc|vs|cf|approx|no|dr|mr|mrs|ms|prof|jr|sr|st|inc|ltd|corp|fig|vol|v|[ap]\.\s?m|u\.\s?s|ca|bzw|bspw|sog|z\.\s?b|d\.\s?h|u\.\s?a|usw|ggf|evtl|nr|abs|hr|fr|str|tel|geb|zzgl|inkl|z)\.\s*$/i;
/** A German ordinal: "am 3. März", "im 2. Stock". */
const ordinal =
  /(?:^|[\s(])(?:am|ab|beim?|bis|da[sm]|de[mnrs]|die|im|ins|nach|seit|und|oder|vo[mnr]|vor|zu[mr]|jede[nrsm]?|(?:ein|[mdsk]ein|unser|ihr)e?[nrsm]?)\s+\d{1,3}\.\s*$/iu;
/** A mark inside a word ("a != b", "/?page=2"), or apart from one ("docker build ."), ends nothing. */
const noEnd = /[.!?]["'”’)\]]*$|(?:^|\s)[.!]+\s*$/u;
/** Characters of an abbreviation before the segment that ends it: in "z. B. ", both parts are segments. */
const longestBeginning = 8;
/** A line without any of these is one sentence. */
const mayEnd = /[\p{Sentence_Terminal}\p{Zl}\p{Zp}\p{Cc}]/u;
const listMark = /^(?:[-–—*+•◦▪‣]|\p{Nd}{1,3}[.)])\s+/u;

/**
 * `text`: as it was written. `isItem`: begins with the mark of a list; `isIndented`: continues the line above;
 * `indent`: characters before its text.
 */
export type Line = {
  text: string;
  isItem: boolean;
  isIndented: boolean;
  indent: number;
  sentences: string[];
};

/** Splits a text into lines with their trimmed sentences, without the marks of lists. An empty line has no sentences. */
export const linesOf = (text: string): Line[] =>
  text.split(/\r?\n/).map((line) => lineOf(line, sentencesOf(withoutMark(line))));

export function lineOf(text: string, sentences: string[]): Line {
  const line = text.trim();
  const indent = text.length - text.trimStart().length;
  return { text, isItem: listMark.test(line), isIndented: indent > 0 && line !== '', indent, sentences };
}

/** Removes the spaces around a line, and the mark of a list. */
export const withoutMark = (line: string): string => line.trim().replace(listMark, '');

/**
 * Splits a line into sentences. The dots of abbreviations do not count; in scripts without full stops, the line is
 * one sentence.
 */
export function sentencesOf(line: string): string[] {
  const said = line.trim();
  if (said === '') return [];
  if (!mayEnd.test(line)) return [said];
  const sentences: string[] = [];
  let begun = '';
  for (const { segment } of segmenter.segment(line)) {
    begun += segment;
    const end = begun.slice(-segment.length - longestBeginning);
    if (abbreviation.test(end) || ordinal.test(end) || noEnd.test(end)) continue;
    if (begun.trim() !== '') sentences.push(begun.trim());
    begun = '';
  }
  if (begun.trim() !== '') sentences.push(begun.trim());
  return sentences;
}
