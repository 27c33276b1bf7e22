import { countTokens as countWithTokenizer, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base';
import type { ChatMessage } from '../ports.ts';

/** Tokens of a message's frame: start, role, separator, end. */
const messageOverhead = 4;
/** Tokens of a tool call's frame beside its name and arguments. */
const toolCallOverhead = 8;

/** Characters of one piece handed to the tokenizer: its merging is quadratic in a run without a break. */
const longestRun = 256;
const longRun = new RegExp(
  String.raw`[\p{L}\p{M}]{${longestRun},}|[^\s\p{L}\p{N}]{${longestRun},}|\s{${longestRun},}`,
  'gu',
);
/** Characters counted at a time while looking for the place to cut. */
const truncationBlock = 2_000;

/** What looks like a special token in a text (`<|endoftext|>`) is text. */
const specialTokensAreText = { disallowedSpecial: new Set<string>() };

// The tokenizer's default of 100,000 cached words would pin as many of the texts that they were cut from.
setMergeCacheSize(1_000);

/**
 * Tokens of a text (o200k_base). Exact, but for runs of 256 and more letters, signs or spaces without a break, which
 * are counted piece by piece (at most one token more per piece). Linear in the length; throws nothing.
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
 * Tokens of a message in a context: content, names and arguments of tool calls, plus 4 for the message's frame and 8
 * for each call's. Providers frame messages differently; this is on the safe side of OpenAI's and GLM's templates.
 */
export function countMessageTokens(message: ChatMessage): number {
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  const callTokens = calls.reduce(
    (sum, call) => sum + toolCallOverhead + countTokens(call.name) + countTokens(call.arguments),
    0,
  );
  return messageOverhead + countTokens(message.content) + callTokens;
}

/** The beginning of a text that has at most `limit` tokens, cut between two code points. */
export function truncateToTokens(text: string, limit: number): string {
  // a token has at least one byte: most texts need no counting
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

/** The longest beginning of a short text within `limit` tokens, by bisection. */
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

/** Counting block by block can be off by some tokens at each seam, so the whole is counted once more. */
function shortenToFit(text: string, length: number, limit: number): string {
  let kept = text.slice(0, codePointBoundary(text, length));
  for (let tokens = countTokens(kept); tokens > limit && kept !== ''; tokens = countTokens(kept)) {
    const surplus = Math.ceil(((tokens - limit) * kept.length) / tokens);
    kept = kept.slice(0, codePointBoundary(kept, kept.length - surplus));
  }
  return kept;
}

/** `index`, or the one before it when it stands inside a surrogate pair. */
function codePointBoundary(text: string, index: number): number {
  const code = text.codePointAt(index - 1);
  return code !== undefined && code > 0xffff ? index - 1 : index;
}
