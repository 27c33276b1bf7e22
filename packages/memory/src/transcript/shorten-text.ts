import { countTokens, truncateToTokens } from '../text/tokens.ts';

/** Tokens of the line about the omission. */
const noteTokens = 16;
/** The beginning, which shows what a text is about, gets more room than the end, which shows the result. */
const headShare = 0.6;

/** Shortens a text of `tokens` tokens to `limit`: its beginning, a line about the omission, its end. */
export function shortenText(text: string, limit: number, tokens = countTokens(text)): string {
  if (tokens <= limit) return text;
  const room = Math.max(0, limit - noteTokens);
  const head = truncateToTokens(text, Math.floor(room * headShare));
  const tail = endWithin(text.slice(head.length), Math.floor(room * (1 - headShare)));
  const leftOut = tokens - countTokens(head) - countTokens(tail);
  return `${head}\n[… ${leftOut} tokens left out …]\n${tail}`;
}

/** Returns a long end of a text within `limit` tokens. */
function endWithin(text: string, limit: number): string {
  // tokens rarely exceed 8 characters, so this takes only a few rounds
  let kept = text.slice(-limit * 8);
  if (limit === 0) return '';
  for (let tokens = countTokens(kept); tokens > limit && kept !== ''; tokens = countTokens(kept)) {
    const surplus = Math.ceil(((tokens - limit) * kept.length) / tokens);
    kept = kept.slice(surplus);
  }
  return kept.replace(/^[\uDC00-\uDFFF]/u, '');
}
