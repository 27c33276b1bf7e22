/** Characters of a value by which it is judged. A secret is then redacted to its end. */
const longestLook = 256;
/** Characters of a quoted value: enough for a base64 key. */
const longestQuoted = 4_096;

const openingQuote = /\\*["'`]/y;
/** A value ends at white space, a quote, an escape, or the next pair of a list, a query or a connection string. */
const character = String.raw`(?!,\s|,[\w"']{1,40}[:=]|&[\w.-]{1,40}=|;)[^\s"'\x60\\<>|}\]]`;
const beginning = new RegExp(`(?:${character}){1,${longestLook}}`, 'y');
const whole = new RegExp(`(?:${character})+`, 'y');

export type Value = { text: string; start: number; end: number; isQuoted: boolean };

/** Reads the value at `start`, without quotes and without the punctuation of its sentence. */
export function readValue(text: string, start: number): Value | null {
  const quote = matchAt(openingQuote, text, start);
  const quoted = quote === '' ? null : readQuoted(text, start + quote.length, quote);
  if (quoted !== null) return quoted;
  const bareStart = start + quote.length;
  const value = withoutPunctuation(matchAt(beginning, text, bareStart));
  return value === ''
    ? null
    : { text: value, start: bareStart, end: bareStart + value.length, isQuoted: false };
}

/** Returns the end of a value, also of one longer than `longestLook`. */
export function wholeEnd(text: string, value: Value): number {
  if (value.isQuoted || value.text.length < longestLook) return value.end;
  return value.start + withoutPunctuation(matchAt(whole, text, value.start)).length;
}

/** The closing quote has the same characters as the opening one, such as `\"` in JSON within JSON. */
function readQuoted(text: string, start: number, quote: string): Value | null {
  const length = text.slice(start, start + longestQuoted).indexOf(quote);
  const content = text.slice(start, start + Math.max(length, 0));
  if (content === '' || /[\n\r]/.test(content)) return null;
  return { text: content, start, end: start + length, isQuoted: true };
}

function matchAt(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? '';
}

/** Keeps three dots, which show that the value is abbreviated. */
const withoutPunctuation = (value: string): string =>
  value.endsWith('...') ? value : value.replace(/[.,:)]{1,3}$/, '');
