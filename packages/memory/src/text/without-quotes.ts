/** Characters from which on a run that is the same is a quotation, and not a common phrase. */
const shortest = 12;

/**
 * Returns a text with each run of 12 or more characters that stands in one of the sources replaced by `[…]`, white space apart: for
 * what a service says of a request, which goes to the log, and may quote it.
 */
export function withoutQuotes(text: string, sources: string[]): string {
  const known = sources.map(onOneLine);
  const said = onOneLine(text);
  const isKnown = (run: string): boolean => known.some((source) => source.includes(run));
  let kept = '';
  for (let start = 0; start < said.length;) {
    let end = start + shortest;
    if (end > said.length || !isKnown(said.slice(start, end))) {
      kept += said[start];
      start += 1;
      continue;
    }
    while (end < said.length && isKnown(said.slice(start, end + 1))) end += 1;
    kept += '[…]';
    start = end;
  }
  return kept;
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ');
