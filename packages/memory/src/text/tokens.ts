import { countTokens as countWithTokenizer, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base';
import type { ChatMessage } from '../ports.ts';

/** Tokens that frame a message: start, role, separator, end. */
const messageOverhead = 4;
/** Tokens that frame a tool call, besides its name and arguments. */
const toolCallOverhead = 8;

/** Characters per piece for the tokenizer, which is quadratic in a run without breaks. */
const longestRun = 256;
const longRun = new RegExp(
  String.raw`[\p{L}\p{M}]{${longestRun},}|[^\s\p{L}\p{N}]{${longestRun},}|\s{${longestRun},}`,
  'gu',
);
/** Characters counted at a time while searching for the cut. */
const truncationBlock = 2_000;

/** Special tokens in a text (`<|endoftext|>`) are plain text. */
const specialTokensAreText = { disallowedSpecial: new Set<string>() };

// the default cache of 100,000 words would keep that many source texts in memory
setMergeCacheSize(1_000);

/**
 * Counts the tokens of a text (o200k_base). Exact, except for runs of 256 or more letters, signs or spaces, which are counted in pieces (at
 * most one token more per piece). Linear in the length; never throws.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  let start = 0;
  for (const run of text.matchAll(longRun)) {
    const end = run.index + run[0].length;
    for (let cut = run.index + longestRun; cut < end; cut += longestRun) {
      const boundary = codePointBoundary(text, cut);
      tokens += countWithTokenizer(text.slice(start, boundary), specialTokensAreText);
      start = boundary;
    }
  }
  return tokens + countWithTokenizer(text.slice(start), specialTokensAreText);
}

/**
 * Counts the tokens of a message in a context: content, names and arguments of tool calls, plus 4 per message and 8 per call for their
 * frames. Providers frame messages differently; this is an upper bound for OpenAI's and GLM's templates.
 */
export function countMessageTokens(message: ChatMessage): number {
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  const callTokens = calls.reduce(
    (sum, call) => sum + toolCallOverhead + countTokens(call.name) + countTokens(call.arguments),
    0,
  );
  return messageOverhead + countTokens(message.content) + callTokens;
}

/** Returns the beginning of a text within `limit` tokens, cut between code points. */
export function truncateToTokens(text: string, limit: number): string {
  // a token has at least one byte, so most texts need no counting
  if (Buffer.byteLength(text) <= limit || countTokens(text) <= limit) return text;
  let end = 0;
  let left = limit;
  while (end < text.length) {
    const block = text.slice(end, codePointBoundary(text, end + truncationBlock));
    const tokens = countTokens(block);
    if (tokens > left) return shortenToFit(text, end + fittingLength(block, left), limit);
    left -= tokens;
    end += block.length;
  }
  return shortenToFit(text, end, limit);
}

/** Length of the longest beginning of a short text within `limit` tokens, by bisection. */
function fittingLength(text: string, limit: number): number {
  let fits = 0;
  let tooLong = text.length;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (countTokens(text.slice(0, codePointBoundary(text, middle))) <= limit) fits = middle;
    else tooLong = middle;
  }
  return fits;
}

/** Counts the whole once more: counting by blocks can be off by a few tokens at each seam. */
function shortenToFit(text: string, length: number, limit: number): string {
  let kept = text.slice(0, codePointBoundary(text, length));
  for (let tokens = countTokens(kept); tokens > limit && kept !== ''; tokens = countTokens(kept)) {
    const surplus = Math.ceil(((tokens - limit) * kept.length) / tokens);
    kept = kept.slice(0, codePointBoundary(kept, kept.length - surplus));
  }
  return kept;
}

/** `index`, or the index before it if it splits a surrogate pair. */
function codePointBoundary(text: string, index: number): number {
  const code = text.codePointAt(index - 1);
  return code !== undefined && code > 0xffff ? index - 1 : index;
}
