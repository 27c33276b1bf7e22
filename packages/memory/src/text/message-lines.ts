import { lineOf, sentencesOf, withoutMark, type Line } from './sentences.ts';

// matches the whole mark: a shorter one would be tried again and again in a long run of marks
const fence = /^[ \t]*(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n[\s\S]*?(?:^[ \t]*\1[^\n]*$|(?![\s\S]))/gm;
const tag = /<(?:(?<opened>[a-z][\w:.-]{0,40})(?:\s[^<>]*)?(?<!\/)|\/(?<closed>[a-z][\w:.-]{0,40}))>/gi;
const quoteLines = /^[ \t]*>.*(?:\n[ \t]*>.*)*/gm;
/** Code and quotations inside a line. A longer one is taken for a stray mark. */
const inlineQuote = /`[^`\n]{1,300}`|"[^"\n]{1,300}"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»/gu;
const terminal = /\p{Sentence_Terminal}/gu;

/** Characters of a sentence that are read; a longer one was pasted. */
const longestSentence = 4_000;

/**
 * A line of a message, or a block in it that somebody else may have written (code, quoted lines, a tagged block), which
 * has no sentences. `isJoined`: it is on the same line as what is before it.
 */
export type MessageLine = Line & { isPasted: boolean; isJoined: boolean };

/** Splits a message into lines and pasted blocks. A pair of tags inside a line is part of the line. */
export function messageLines(text: string): MessageLine[] {
  const { pasted, readable } = findPasted(text);
  const lines: MessageLine[] = [];
  let read = 0;
  for (const { start, end } of pasted) {
    lines.push(...linesBetween(text, readable, read, start));
    const isJoined = start > 0 && text[start - 1] !== '\n';
    lines.push({ ...lineOf(text.slice(start, end), []), isItem: false, isPasted: true, isJoined });
    read = end;
  }
  return [...lines, ...linesBetween(text, readable, read, text.length)];
}

function linesBetween(text: string, readable: string, start: number, end: number): MessageLine[] {
  const chunk = text.slice(start, end);
  // the line feed that ends a block, and the one before a block, are no empty lines
  const fed = start === 0 ? '' : (/^[ \t]*\r?\n/u.exec(chunk)?.[0] ?? '');
  if (fed.length === chunk.length) return [];
  const isLast = end === text.length;
  const said = chunk.slice(fed.length, !isLast && chunk.endsWith('\n') ? -1 : undefined);
  let from = start + fed.length;
  return said.split('\n').map((raw, index) => {
    const line = raw.replace(/\r$/u, '');
    const body = withoutMark(line);
    const at = from + line.indexOf(body);
    from += raw.length + 1;
    return {
      ...lineOf(line, sentencesIn(body, readable.slice(at, at + body.length))),
      isPasted: false,
      isJoined: index === 0 && start > 0 && fed === '',
    };
  });
}

/** Returns the sentences of a line by those of its readable form, which has the same length. */
function sentencesIn(line: string, readable: string): string[] {
  let at = 0;
  return sentencesOf(readable).map((sentence) => {
    const from = readable.indexOf(sentence, at);
    at = from + sentence.length;
    return line.slice(from, Math.min(at, from + longestSentence));
  });
}

type Range = { start: number; end: number };

/** `readable`: the text, in which nothing inside a quotation or a pair of tags ends a sentence. */
function findPasted(text: string): { pasted: Range[]; readable: string } {
  const fences = rangesOf(text, fence);
  const withoutFences = text.replaceAll(fence, withoutText);
  const pairs = united(tagPairs(withoutFences));
  const [tagged = [], inline = []] = [true, false].map((isBlock) =>
    pairs.filter((pair) => isTaggedBlock(text, pair) === isBlock),
  );
  const blocks = united([...fences, ...tagged.map((pair) => withIndent(text, pair))]);
  const unquoted = changed(text, blocks, withoutText);
  return {
    pasted: united([...blocks, ...rangesOf(unquoted, quoteLines)]),
    readable: changed(text, inline, withoutEnds).replaceAll(inlineQuote, (quote) => {
      const inside = quote.replace(/[.!?]*.$/u, '');
      return withoutEnds(inside) + quote.slice(inside.length);
    }),
  };
}

const withoutText = (text: string): string => text.replaceAll(/[^\n]/g, ' ');
const withoutEnds = (text: string): string => text.replaceAll(terminal, (mark) => ','.repeat(mark.length));

const rangesOf = (text: string, pattern: RegExp): Range[] =>
  Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({ start: index, end: index + found.length }));

/** Pairs each closing tag with the nearest opening one of its name that is still open. */
function tagPairs(text: string): Range[] {
  const open = new Map<string, number[]>();
  const pairs: Range[] = [];
  for (const { index, 0: found, groups } of text.matchAll(tag)) {
    const opened = groups?.['opened']?.toLowerCase();
    const starts = open.get(opened ?? groups?.['closed']?.toLowerCase() ?? '') ?? [];
    if (opened !== undefined) {
      starts.push(index);
      open.set(opened, starts);
      continue;
    }
    const start = starts.pop();
    if (start !== undefined) pairs.push({ start, end: index + found.length });
  }
  return pairs;
}

/** Whether a pair of tags extends over several lines, or is alone on its line. */
const isTaggedBlock = (text: string, { start, end }: Range): boolean =>
  text.slice(start, end).includes('\n') ||
  (isLineFeed(text[indentOf(text, start) - 1]) && isLineFeed(/[^ \t\r]/.exec(text.slice(end))?.[0]));

const isLineFeed = (character: string | undefined): boolean => character === undefined || character === '\n';

/** Returns where the spaces before an index begin. */
function indentOf(text: string, index: number): number {
  let at = index;
  while (text[at - 1] === ' ' || text[at - 1] === '\t') at -= 1;
  return at;
}

function withIndent(text: string, { start, end }: Range): Range {
  const indent = indentOf(text, start);
  return { start: isLineFeed(text[indent - 1]) ? indent : start, end };
}

/** Joins ranges that overlap, in the order of their beginnings. */
function united(ranges: Range[]): Range[] {
  const all: Range[] = [];
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end);
    else all.push({ ...range });
  }
  return all;
}

/** Changes parts of a text. */
function changed(text: string, ranges: Range[], change: (part: string) => string): string {
  const parts: string[] = [];
  let read = 0;
  for (const { start, end } of ranges) {
    parts.push(text.slice(read, start), change(text.slice(start, end)));
    read = end;
  }
  return [...parts, text.slice(read)].join('');
}
