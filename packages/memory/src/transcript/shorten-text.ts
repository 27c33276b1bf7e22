import { countTokens, truncateToTokens } from '../text/tokens.ts';

/** Tokens of the line that says what was left out. */
const noteTokens = 16;
/** Share of the room that the beginning gets: what a text is about stands there, what came of it at its end. */
const headShare = 0.6;

/** A text within `limit` tokens: its beginning and end, and between them a line that says how much is left out. */
export function shortenText(text: string, limit: number): string {
  const tokens = countTokens(text);
  if (tokens <= limit) return text;
  const room = Math.max(0, limit - noteTokens);
  const head = truncateToTokens(text, Math.floor(room * headShare));
  const tail = endWithin(text.slice(head.length), Math.floor(room * (1 - headShare)));
  const leftOut = tokens - countTokens(head) - countTokens(tail);
  return `${head}\n[… ${leftOut} tokens left out …]\n${tail}`;
}

/** The longest end of a text that surely has at most `limit` tokens. */
function endWithin(text: string, limit: number): string {
  // a token is seldom longer than 8 characters, so counting this much finds the end in a few rounds
  let kept = text.slice(-limit * 8);
  if (limit === 0) return '';
  for (let tokens = countTokens(kept); tokens > limit && kept !== ''; tokens = countTokens(kept)) {
    const surplus = Math.ceil(((tokens - limit) * kept.length) / tokens);
    kept = kept.slice(surplus);
  }
  return kept.replace(/^[\uDC00-\uDFFF]/u, '');
}
