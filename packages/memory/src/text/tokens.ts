import type { ChatMessage } from '../ports.ts';
import type { ToolCall } from '../types.ts';
import { blocksOf, codePointBoundary } from './blocks.ts';
import { createPauses } from './reading-pauses.ts';
import { tokenizer } from './tokenizer.ts';

/** Tokens that frame a message: start, role, separator, end. */
const messageOverhead = 4;
/** Tokens that frame a tool call, in addition to its name and arguments. */
const toolCallOverhead = 8;

/** Characters per piece for the tokenizer, which is quadratic in a run without breaks. */
const longestRun = 256;
const longRun = new RegExp(
  String.raw`[\p{L}\p{M}]{${longestRun},}|[^\s\p{L}\p{N}]{${longestRun},}|\s{${longestRun},}`,
  'gu',
);
/** Characters counted at a time while searching for the cut. */
const truncationBlock = 2_000;
/** Tokens by which the count of such a block can exceed its share of the whole, because the cut splits a word. */
const seamTokens = 4;

/** Encoded data, in one line or many: the tokenizer takes fifty times as long for it as for words. */
const encodedLine = String.raw`[\w+\/=-]{48,}`;
const encodedData = new RegExp(String.raw`${encodedLine}(?:[\s\\]{1,4}${encodedLine})*`, 'g');
/** Characters from which on encoded data is estimated. */
const leastEstimated = 4_096;
/** The number of samples counted for the estimate, of `longestRun` characters each. */
const samples = 4;

/** Special tokens in a text (`<|endoftext|>`) are plain text. */
const specialTokensAreText = { disallowedSpecial: new Set<string>() };

/**
 * Counts the tokens of a text (o200k_base). Exact, except for runs of 256 or more letters, signs or spaces, which are
 * counted in pieces (at most one token more per piece), and for 4,096 or more characters of encoded data, which are
 * estimated from samples. Linear in the length; never throws.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  for (const block of blocksOf(text)) tokens += countBlock(block);
  return tokens;
}

/** Characters of English, on average, that a token holds. */
const charactersPerToken = 4.5;

/**
 * Returns how much a text says, in characters of English: its length, or more where a script says more in each character, as Chinese does.
 */
export const contentLength = (text: string): number =>
  Math.max(text.length, Math.round(charactersPerToken * countTokens(text)));

function countBlock(block: string): number {
  let tokens = 0;
  let start = 0;
  for (const { 0: data, index } of block.length < leastEstimated ? [] : block.matchAll(encodedData)) {
    if (data.length < leastEstimated) continue;
    tokens += countInPieces(block.slice(start, index)) + estimateTokens(data);
    start = index + data.length;
  }
  return tokens + countInPieces(block.slice(start));
}

/** Estimates from samples, because encoded data looks alike from beginning to end. */
function estimateTokens(data: string): number {
  const distance = Math.floor((data.length - longestRun) / (samples - 1));
  const parts = Array.from({ length: samples }, (_, index) =>
    data.slice(index * distance, index * distance + longestRun),
  );
  const tokens = parts.reduce((sum, part) => sum + countInPieces(part), 0);
  return Math.ceil((tokens * data.length) / (samples * longestRun));
}

function countInPieces(text: string): number {
  const { countTokens: countWithTokenizer } = tokenizer();
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
 * Counts the tokens of a message in a context: content, names and arguments of tool calls, plus 4 per message and 8
 * per call for their frames. Providers frame messages differently; this is an upper bound for the templates of OpenAI
 * and GLM.
 */
export const countMessageTokens = (message: ChatMessage): number =>
  textsOf(message).reduce((sum, text) => sum + countTokens(text), frameTokens(message));

/** Like `countMessageTokens`, with pauses, for messages that may be long. */
export async function countMessageTokensInPieces(message: ChatMessage): Promise<number> {
  let tokens = frameTokens(message);
  for (const text of textsOf(message)) tokens += await countTokensInPieces(text);
  return tokens;
}

/** Like `countTokens`, with pauses, for texts that may be long. */
export async function countTokensInPieces(text: string): Promise<number> {
  const pause = createPauses();
  let tokens = 0;
  for (const block of blocksOf(text)) {
    tokens += countBlock(block);
    await pause(block.length);
  }
  return tokens;
}

const callsOf = (message: ChatMessage): ToolCall[] =>
  message.role === 'assistant' ? (message.toolCalls ?? []) : [];

const frameTokens = (message: ChatMessage): number =>
  messageOverhead + callsOf(message).length * toolCallOverhead;

const textsOf = (message: ChatMessage): string[] => [
  message.content,
  ...callsOf(message).flatMap((call) => [call.name, call.arguments]),
];

/** Returns the beginning of a text within `limit` tokens, cut between code points. Linear in the length of the result. */
export function truncateToTokens(text: string, limit: number): string {
  // a token has at least one byte, so most texts need no counting
  if (text.length <= limit && Buffer.byteLength(text) <= limit) return text;
  let cut: number | null = null;
  let end = 0;
  let left = limit;
  for (let slack = limit; end < text.length && slack >= 0; slack += seamTokens) {
    const block = text.slice(end, codePointBoundary(text, end + truncationBlock));
    const tokens = countTokens(block);
    if (tokens > left) cut ??= end + fittingLength(block, left);
    left -= tokens;
    slack -= tokens;
    end += block.length;
  }
  if (end >= text.length && countTokens(text) <= limit) return text;
  return shortenToFit(text, cut ?? end, limit);
}

/** Returns the length of the longest beginning of a short text within `limit` tokens, by bisection. */
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

/** Counts the whole once more, because counting by blocks can be off by a few tokens at each seam. */
function shortenToFit(text: string, length: number, limit: number): string {
  let kept = text.slice(0, codePointBoundary(text, length));
  for (let tokens = countTokens(kept); tokens > limit && kept !== ''; tokens = countTokens(kept)) {
    const surplus = Math.ceil(((tokens - limit) * kept.length) / tokens);
    kept = kept.slice(0, codePointBoundary(kept, kept.length - surplus));
  }
  return kept;
}
