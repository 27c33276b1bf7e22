/** Characters from which on an equal run is a quotation rather than a common phrase. */
const shortest = 12;

/**
 * Replaces each run of 12 or more characters that is also in one of the sources with `[…]`, ignoring the amount of
 * white space. For short error messages of a service, which go to the log and may quote the request. Quadratic in the
 * length of a quotation.
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
