import type { Finding } from './find-by-patterns.ts';

const header = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const footer = /-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
/** The rest of a truncated key. */
const body = /[\sA-Za-z0-9+/=]+/y;
/** With fewer characters, header and footer only enclose the dots of an example. */
const shortestBody = 40;

/**
 * Finds armoured private keys of every kind, complete or truncated. A header alone, as in documentation, does not
 * count.
 */
export function findPrivateKeys(text: string): Finding[] {
  const headers = Array.from(text.matchAll(header));
  const footers = Array.from(text.matchAll(footer));
  return headers.flatMap((begin, index) => {
    const bodyStart = begin.index + begin[0].length;
    const next = headers[index + 1]?.index ?? text.length;
    while (footers[0] && footers[0].index < bodyStart) footers.shift();
    const end = footers[0];
    const bodyEnd = end && end.index < next ? end.index : cutOffEnd(text, bodyStart);
    if (bodyEnd - bodyStart < shortestBody) return [];
    const isWhole = bodyEnd === end?.index;
    return [{ start: begin.index, end: isWhole ? bodyEnd + end[0].length : bodyEnd, kind: 'private-key' }];
  });
}

function cutOffEnd(text: string, start: number): number {
  body.lastIndex = start;
  return start + (body.exec(text)?.[0].trimEnd().length ?? 0);
}
