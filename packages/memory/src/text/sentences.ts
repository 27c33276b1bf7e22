// a fixed locale, so that the result does not depend on the machine
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const abbreviation =
  /(?:^|[\s(])(?:e\.\s?g|i\.\s?e|etc|vs|cf|approx|no|dr|mr|mrs|ms|st|inc|ca|bzw|z\.\s?b|d\.\s?h|u\.\s?a|usw|ggf|evtl|nr|abs|zzgl|inkl|z)\.\s*$/i;
/** Characters of an abbreviation before the segment that ends it: in "z. B. ", both parts are segments. */
const longestBeginning = 8;
/** A line without any of these is one sentence. */
const mayEnd = /[\p{Sentence_Terminal}\p{Zl}\p{Zp}\p{Cc}]/u;
const listMark = /^(?:[-*+•]|\d{1,3}[.)])\s+/;

/** `isItem`: begins with the mark of a list; `isIndented`: continues the line above. */
export type Line = { isItem: boolean; isIndented: boolean; sentences: string[] };

/** Splits a text into lines with their trimmed sentences, without the marks of lists. An empty line has no sentences. */
export function linesOf(text: string): Line[] {
  return text.split(/\r?\n/).map((raw) => {
    const line = raw.trim();
    return {
      isItem: listMark.test(line),
      isIndented: /^\s/u.test(raw) && line !== '',
      sentences: sentencesOf(line.replace(listMark, '')),
    };
  });
}

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
    if (abbreviation.test(begun.slice(-segment.length - longestBeginning))) continue;
    if (begun.trim() !== '') sentences.push(begun.trim());
    begun = '';
  }
  if (begun.trim() !== '') sentences.push(begun.trim());
  return sentences;
}
