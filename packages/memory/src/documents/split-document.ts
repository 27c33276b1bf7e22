import { codePointBoundary } from '../text/blocks.ts';
import { countTokens } from '../text/tokens.ts';

/** A part of a document. The contents of all parts, joined, are its text. */
export type Chunk = {
  /** The headings above all of it, outermost first, and the page of a PDF that it is on. */
  headings: string[];
  content: string;
  /** From 1. */
  firstLine: number;
  lastLine: number;
  tokens: number;
};

/** Lines that belong together: a paragraph, a list, a fenced block, a function. `hasBody`: more than its heading. */
type Block = { content: string; heading: Heading | null; page: string | null; hasBody: boolean };
type Heading = { level: number; title: string };

/** Tokens of a chunk: a passage that answers one question, of which several fit into a prompt. */
const wantedTokens = 300;
/**
 * A heading begins a new chunk unless short sections of fewer tokens than this precede it, because a chunk of a line or
 * two matches too few questions. The rest of a longer section stays alone, under its own heading.
 */
const leastTokens = 80;
/** Characters of a piece of a line that is longer than a chunk and has no sentences. */
const pieceLength = 600;

const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
/** The closing marks of a heading stand behind a space: "C#" has none. */
const closingMarks = /(?:^|[ \t])#+$/;
/** The line below a heading that is written without marks. */
const underline = /^ {0,3}(=|-)\1{2,}$/;
/** A line that such a heading can be: of a paragraph. */
const underlined = /^ {0,3}(?![ \t>#|`~=-])(?![*+-][ \t]|\d+[.)][ \t])/;
/** The line above each page of a PDF, as the reader writes it. */
const pageMark = /^\[(page \d+)\]$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;
const sentenceEnd = /(?<=[.!?…。！？]["'”»)\]]{0,3}\s)/u;

/**
 * Splits a text at headings (Markdown), unindented lines after an empty one (code) and paragraphs into chunks of
 * about 300 tokens, and at the pages of a PDF. Only a longer block is split further: at lines, then at sentences, then anywhere. Deterministic;
 * linear in the length of the text.
 */
export function splitDocument(text: string, kind: string): Chunk[] {
  const chunks: Chunk[] = [];
  let path: Heading[] = [];
  let page: string | null = null;
  let line = 1;
  let open: Open | null = null;

  const close = (): void => {
    if (open === null) return;
    const { content, page: begun } = open;
    const titles = headingsOf(open.sections, path).map(({ title }) => title);
    const lineFeeds = content.split('\n').length - 1;
    const lastLine = line + lineFeeds - (content.endsWith('\n') ? 1 : 0);
    const headings = begun === null ? titles : [...titles, begun];
    chunks.push({ headings, content, firstLine: line, lastLine, tokens: countTokens(content) });
    line += lineFeeds;
    open = null;
  };

  for (const block of blocksOf(text, kind)) {
    page = block.page ?? page;
    // a passage is cited by its page, which it does not leave
    if (open?.page != null && open.page !== page) close();
    if (block.heading) {
      const { level } = block.heading;
      const index = path.findIndex((one) => one.level >= level);
      if (open !== null && (open.isRest || open.tokens >= leastTokens)) close();
      path = [...path.slice(0, index === -1 ? undefined : index), block.heading];
    }
    for (const content of piecesOf(block.content)) {
      const tokens = countTokens(content);
      if (open !== null && open.tokens + tokens > wantedTokens) close();
      open ??= { content: '', sections: [], tokens: 0, page, isRest: chunks.length > 0 && !block.heading };
      open.page ??= page;
      if (block.hasBody) open.sections.push({ path, tokens });
      open.content += content;
      open.tokens += tokens;
    }
  }
  close();
  return chunks;
}

/** A chunk to which more may be added. `isRest`: it continues a section that is longer than a chunk. */
type Open = { content: string; sections: Section[]; tokens: number; page: string | null; isRest: boolean };
/** A part of a chunk, and the headings above it. */
type Section = { path: Heading[]; tokens: number };

/** Returns the headings above all sections, or those of a subsection if it is most of them. */
function headingsOf(sections: Section[], path: Heading[]): Heading[] {
  const above = sections.map((section) => section.path).reduce(shared, sections[0]?.path ?? path);
  const below = sections.filter((section) => section.path.length > above.length);
  const [first] = below;
  const tokensOf = (of: Section[]): number => of.reduce((sum, { tokens }) => sum + tokens, 0);
  const isMost =
    below.every((section) => section.path === first?.path) && 2 * tokensOf(below) > tokensOf(sections);
  return first !== undefined && isMost ? first.path : above;
}

function shared(one: Heading[], other: Heading[]): Heading[] {
  const different = one.findIndex((title, index) => title !== other[index]);
  return different === -1 ? one : one.slice(0, different);
}

function* blocksOf(text: string, kind: string): Generator<Block> {
  const isCode = kind === 'code';
  const empty = { content: '', heading: null, page: null, hasBody: false };
  let block: Block = { ...empty };
  /** Whether an empty line followed what stands below the heading. */
  let isEnded = false;
  let fenced: string | null = null;
  /** Whether a paragraph begins at the line; whether the line underlines a heading. */
  let isFirst = true;
  let isUnderline = false;
  const lines = text.split(/(?<=\n)/);
  for (const [index, line] of lines.entries()) {
    const isHeadingLine: boolean = isUnderline;
    const title: WrittenHeading | null =
      isCode || fenced !== null || isUnderline
        ? null
        : headingOf(line, isFirst ? (lines[index + 1] ?? '') : '');
    isUnderline = title?.isUnderlined ?? false;
    const page = kind === 'pdf' ? (pageMark.exec(line.trimEnd())?.[1] ?? null) : null;
    const isBlank = line.trim() === '';
    const isNew = title !== null || page !== null || (isEnded && !isBlank && !(isCode && /^\s/.test(line)));
    if (isNew && block.content !== '') {
      yield block;
      block = { ...empty };
    }
    block.heading = title?.heading ?? block.heading;
    block.page = page ?? block.page;
    block.hasBody ||= title === null && page === null && !isBlank && !isHeadingLine;
    isEnded = isBlank && block.hasBody && fenced === null;
    const mark = isCode ? undefined : fence.exec(line)?.[1];
    if (mark !== undefined) fenced = fenced === null ? mark : mark.startsWith(fenced) ? null : fenced;
    block.content += line;
    isFirst = isBlank || mark !== undefined || isHeadingLine || (title !== null && !isUnderline);
  }
  if (block.content !== '') yield block;
}

type WrittenHeading = { heading: Heading; isUnderlined: boolean };

function headingOf(line: string, next: string): WrittenHeading | null {
  const [, marks, title = ''] = heading.exec(line.trimEnd()) ?? [];
  if (marks !== undefined) {
    return {
      heading: { level: marks.length, title: title.replace(closingMarks, '').trimEnd() },
      isUnderlined: false,
    };
  }
  const [, mark] = underline.exec(next.trimEnd()) ?? [];
  if (mark === undefined || !underlined.test(line) || line.trim() === '') return null;
  return { heading: { level: mark === '=' ? 1 : 2, title: line.trim() }, isUnderlined: true };
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
