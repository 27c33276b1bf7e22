/** Characters of encoded data that a text keeps: enough for any key or hash. */
const longestKept = 400;
/** Characters of a data URI that are kept. */
const longestUri = 200;
/** Characters of a line of encoded data. */
const longestLine = 60;

const beginning = new RegExp(
  String.raw`data:(?<type>[\w.+-]{1,60}/[\w.+-]{1,80})?(?:;[\w=.+-]{1,80}){0,5},|(?<![\w+/-])(?=[\w+/-]{${longestLine}})`,
  'gi',
);

/** Replaces pictures and other data in a text, in data URIs or as base64, by marks that say what was there. */
export function leaveOutData(text: string): string {
  let kept = '';
  let copied = 0;
  beginning.lastIndex = 0;
  for (let match = beginning.exec(text); match !== null; match = beginning.exec(text)) {
    const isUri = match[0] !== '';
    const start = match.index + match[0].length;
    const end = isUri ? Math.max(endOfUri(text, start), endOfBase64(text, start)) : endOfBase64(text, start);
    beginning.lastIndex = Math.max(end, start + 1);
    if (end - start <= (isUri ? longestUri : longestKept) || !(isUri || isBase64(text.slice(start, end))))
      continue;
    const type = isUri ? (match.groups?.['type'] ?? 'text/plain') : 'base64';
    kept += `${text.slice(copied, match.index)}[left out: ${type}, ${end - match.index} characters]`;
    copied = end;
  }
  return kept + text.slice(copied);
}

/** Returns the end of base64 in one or many lines, also as strings of JSON. */
function endOfBase64(text: string, start: number): number {
  let end = start;
  for (let at = start; ;) {
    const line = endOfRun(text, at);
    if (line === at) return end;
    const isPadded = text[line] === '=';
    // the last line is shorter
    const isShort = at > start && line - at < longestLine && !isPadded;
    if (isShort && !isMixed(text.slice(at, line)) && !/^(?:\\[nr])?["'`)]/.test(text.slice(line, line + 3))) {
      return end;
    }
    end = line;
    while (text[end] === '=') end += 1;
    if (isPadded || line - at < longestLine) return end;
    at = end + (betweenLines.exec(text.slice(end, end + 40))?.[0].length ?? 0);
    if (at === end) return end;
  }
}

/** A line end, in JSON between two strings or within one. */
const betweenLines = /^(?:\\[rn]){1,4}(?:["'],\s{0,24}["'])?|^\r?\n[ \t]{0,24}/;

// a loop, because a pattern for millions of characters overflows its stack
function endOfRun(text: string, start: number): number {
  let end = start;
  while (isOfBase64(text.charCodeAt(end))) end += 1;
  return end;
}

function endOfUri(text: string, start: number): number {
  let end = start;
  while (end < text.length && !/[\s"'`<>()\\]/.test(text.charAt(end))) end += 1;
  return end;
}

/** A letter, a digit, or one of `+ / - _`. */
const isOfBase64 = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 47 && code <= 57) ||
  code === 43 ||
  code === 45 ||
  code === 95;

/** Mixed in the beginning and in the middle, unlike names and hashes. */
function isBase64(text: string): boolean {
  const middle = text.length >> 1;
  return isMixed(text.slice(0, 200)) && isMixed(text.slice(middle, middle + 200));
}

const isMixed = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);
