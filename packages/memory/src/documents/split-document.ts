import { codePointBoundary } from '../text/blocks.ts';
import { countTokens } from '../text/tokens.ts';

/** A part of a document. The contents of all parts, joined, are its text. */
export type Chunk = {
  /** The headings above most of it, outermost first. */
  headings: string[];
  content: string;
  /** From 1. */
  firstLine: number;
  lastLine: number;
  tokens: number;
};

/** Lines that belong together: a paragraph, a list, a fenced block, a function. */
type Block = { content: string; heading: { level: number; title: string } | null };

/** Tokens of a chunk: a passage that answers one question, of which several fit into a prompt. */
const wantedTokens = 300;
/**
 * A heading begins a new chunk unless fewer tokens than this precede it, because a chunk of a line or two matches too
 * few questions.
 */
const leastTokens = 80;
/** Characters of a piece of a line that is longer than a chunk and has no sentences. */
const pieceLength = 600;

const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
/** The closing marks of a heading stand behind a space: "C#" has none. */
const closingMarks = /(?:^|[ \t])#+$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;
const sentenceEnd = /(?<=[.!?…。！？]["'”»)\]]{0,3}\s)/u;

/**
 * Splits a text at headings (Markdown), unindented lines after an empty one (code) and paragraphs into chunks of
 * about 300 tokens. Only a longer block is split further: at lines, then at sentences, then anywhere. Deterministic;
 * linear in the length of the text.
 */
export function splitDocument(text: string, kind: string): Chunk[] {
  const chunks: Chunk[] = [];
  const path: { level: number; title: string }[] = [];
  let line = 1;
  let open: { content: string; headings: string[]; tokens: number; largest: number } | null = null;

  const close = (): void => {
    if (open === null) return;
    const { content, headings } = open;
    const lineFeeds = content.split('\n').length - 1;
    const lastLine = line + lineFeeds - (content.endsWith('\n') ? 1 : 0);
    chunks.push({ headings, content, firstLine: line, lastLine, tokens: countTokens(content) });
    line += lineFeeds;
    open = null;
  };

  for (const block of blocksOf(text, kind)) {
    if (block.heading) {
      const { level } = block.heading;
      path.splice(path.findIndex((one) => one.level >= level) >>> 0, Infinity, block.heading);
      if (open !== null && open.tokens >= leastTokens) close();
    }
    for (const content of piecesOf(block.content)) {
      const tokens = countTokens(content);
      if (open !== null && open.tokens + tokens > wantedTokens) close();
      open ??= { content: '', headings: [], tokens: 0, largest: -1 };
      if (tokens > open.largest) {
        open.largest = tokens;
        open.headings = path.map(({ title }) => title);
      }
      open.content += content;
      open.tokens += tokens;
    }
  }
  close();
  return chunks;
}

function* blocksOf(text: string, kind: string): Generator<Block> {
  const isCode = kind === 'code';
  let block: Block = { content: '', heading: null };
  /**
   * `hasBody`: the block contains more than its heading, which stays with the text after it. `isEnded`: an empty line
   * followed that.
   */
  let hasBody = false;
  let isEnded = false;
  let fenced: string | null = null;
  for (const line of text.split(/(?<=\n)/)) {
    const title = isCode || fenced !== null ? null : heading.exec(line.trimEnd());
    const isBlank = line.trim() === '';
    if ((title || (isEnded && !isBlank && !(isCode && /^\s/.test(line)))) && block.content !== '') {
      yield block;
      block = { content: '', heading: null };
      hasBody = false;
    }
    if (title)
      block.heading = {
        level: title[1]?.length ?? 1,
        title: (title[2] ?? '').replace(closingMarks, '').trimEnd(),
      };
    else hasBody ||= !isBlank;
    isEnded = isBlank && hasBody && fenced === null;
    const mark = isCode ? undefined : fence.exec(line)?.[1];
    if (mark !== undefined) fenced = fenced === null ? mark : mark.startsWith(fenced) ? null : fenced;
    block.content += line;
  }
  if (block.content !== '') yield block;
}

/** Yields a block of at most the wanted size whole, and a longer one by lines, sentences, or characters. */
function* piecesOf(content: string): Generator<string> {
  if (countTokens(content) <= wantedTokens) return yield content;
  for (const line of content.split(/(?<=\n)/)) {
    if (countTokens(line) <= wantedTokens) {
      yield line;
      continue;
    }
    for (const sentence of line.split(sentenceEnd)) {
      for (let start = 0; start < sentence.length;) {
        const end = codePointBoundary(sentence, Math.min(start + pieceLength, sentence.length));
        yield sentence.slice(start, end);
        start = end;
      }
    }
  }
}
