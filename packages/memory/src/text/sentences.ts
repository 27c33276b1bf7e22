// A fixed locale: the rules of sentence breaks do not depend on it, and the result must not depend on the machine's.
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const abbreviation =
  /(?:^|[\s(])(?:e\.\s?g|i\.\s?e|etc|vs|cf|approx|no|dr|mr|mrs|ms|st|inc|ca|bzw|z\.\s?b|d\.\s?h|u\.\s?a|usw|ggf|evtl|nr|abs|zzgl|inkl|z)\.\s*$/i;
const listMark = /^(?:[-*+•]|\d{1,3}[.)])\s+/;

/** `isItem`: it begins with a list's mark; `isIndented`: it goes on with what stands above it. */
export type Line = { isItem: boolean; isIndented: boolean; sentences: string[] };

/** The lines of a text with their sentences, trimmed; an empty line has none. A list's marks are taken off. */
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

/** The sentences of one line. An abbreviation's dot ends none. Scripts without full stops give the line as it is. */
export function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  let begun = '';
  for (const { segment } of segmenter.segment(line)) {
    begun += segment;
    if (abbreviation.test(begun)) continue;
    if (begun.trim() !== '') sentences.push(begun.trim());
    begun = '';
  }
  if (begun.trim() !== '') sentences.push(begun.trim());
  return sentences;
}
