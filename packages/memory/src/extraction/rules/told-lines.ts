import { longestContent } from '../../fields/memory-fields.ts';
import type { MessageLine } from '../../text/message-lines.ts';
import { withoutMark } from '../../text/sentences.ts';

/**
 * What a request tells. `isVerbatim`: data, code or a text over several lines, which stays as it was written. `isInside`: it begins
 * inside a sentence, where a capital makes a name.
 */
export type Told = { text: string; isVerbatim: boolean; isInside: boolean };
/** `next`: the line after it. */
export type Block = { told: Told[]; next: number };

/** How requests are told from what they ask to keep. */
export type Reading = {
  /** Returns how many sentences of a line come before something else is asked. */
  upto: (sentences: string[]) => number;
  /** Whether a line announces what is below it. */
  announces: (sentences: string[]) => boolean;
};

/** Characters from which on a line was probably broken because it was full. */
const fullLine = 60;
/** Characters of a paragraph after which another one probably continues it. */
const longParagraph = 80;

const plain = (text: string): Told => ({ text, isVerbatim: false, isInside: false });
const verbatim = (text: string): Told => ({ text, isVerbatim: text.includes('\n'), isInside: false });

/** Returns what is below an announcement: blocks of code, the items of a list, data, or lines of prose. */
export function blockBelow(lines: MessageLine[], at: number, reading: Reading): Block {
  const first = skipEmpty(lines, at + 1);
  const line = lines[first];
  if (line === undefined) return { told: [], next: at + 1 };
  if (line.isPasted) return pastedFrom(lines, first);
  if (isListed(line)) return listFrom(lines, first, reading);
  return isData(lines, first) ? dataFrom(lines, first, reading) : proseFrom(lines, first, reading);
}

/**
 * Returns a statement with the lines below it that belong to it: up to the closing bracket, the list or block that it announces, further
 * lines of the same data, or the rest of a broken line.
 */
export function restOf(
  lines: MessageLine[],
  at: number,
  said: string,
  isOpen: boolean,
  reading: Reading,
): Block {
  let text = said;
  let next = at + 1;
  const append = (until: number, glue = '\n'): void => {
    text = [text, ...lines.slice(next, until).map(contentOf)].join(glue);
    next = until;
  };
  if (lines[next]?.isJoined) text += /\s*$/u.exec(lines[at]?.text ?? '')?.[0] ?? '';
  for (; lines[next]?.isJoined; next += 1) text += lines[next]?.text ?? '';
  const closing = closingLine(lines, next, text);
  if (closing !== null) append(closing + 1);
  for (let line = lines[next]; line !== undefined && !reading.announces(line.sentences); line = lines[next]) {
    const block = /[:：]\s*$/u.test(text) ? blockBelow(lines, next - 1, reading) : null;
    if (block !== null && block.told.length > 0) {
      next = skipEmpty(lines, next);
      append(block.next);
      break;
    }
    if (isEmpty(line)) break;
    const isFinished = /[.!?。]["'”’)\]]*$/u.test(text);
    if (line.isPasted && isOpen && !isFinished) append(next + 1);
    else if (line.isPasted) break;
    else if (isListed(line) && withoutMark(text) !== text.trim()) {
      const { told, next: end } = listFrom(lines, next, reading);
      return { told: [plain(withoutMark(text)), ...told], next: end };
    } else if (isListed(line) && !isFinished) append(listFrom(lines, next, reading).next);
    else if (isKeyed(text) && (isKeyed(line.text) || line.isIndented)) append(next + 1);
    else if (isRow(text) && isRow(line.text)) append(next + 1);
    else if (isOpen && line.isIndented && !isFinished) append(next + 1);
    else if (isBroken(lines[next - 1]?.text ?? '', line) && reading.upto(line.sentences) > 0)
      append(next + 1, ' ');
    else break;
  }
  return { told: [verbatim(text.trim())], next };
}

export const isListed = (line: MessageLine | undefined): boolean =>
  line !== undefined && !line.isPasted && line.isItem;

const isEmpty = (line: MessageLine | undefined): boolean =>
  line !== undefined && !line.isPasted && line.text.trim() === '';

function skipEmpty(lines: MessageLine[], from: number): number {
  let at = from;
  while (isEmpty(lines[at])) at += 1;
  return at;
}

/** Returns code without its fence, a quotation without its marks, and any other line or block as it is. */
function contentOf({ text, isPasted }: MessageLine): string {
  if (!isPasted) return text.trim() === '' ? '' : text.trimEnd();
  const lines = text.split(/\r?\n/);
  if (/^\s*>/u.test(text)) return lines.map((line) => line.replace(/^\s*> ?/u, '')).join('\n');
  const mark = /^\s*(?:`{3,}|~{3,})/u;
  if (!mark.test(text)) return text;
  return lines.slice(1, mark.test(lines.at(-1) ?? '') ? -1 : undefined).join('\n');
}

function pastedFrom(lines: MessageLine[], first: number): Block {
  const told: Told[] = [];
  let next = first;
  for (
    let line = lines[next];
    line?.isPasted || (line?.isJoined && told.length > 0);
    line = lines[skipEmpty(lines, next)]
  ) {
    const at = skipEmpty(lines, next);
    const content = contentOf(line).replace(/^\s*\n|\s+$/gu, '');
    if (line.isJoined && at > first) told.splice(-1, 1, code(`${told.at(-1)?.text ?? ''}${line.text}`));
    else told.push(code(content));
    next = at + 1;
  }
  return { told, next };
}

const code = (text: string): Told => ({ text, isVerbatim: true, isInside: false });

/** Each item with what is indented below it. Empty lines between items do not end the list. */
function listFrom(lines: MessageLine[], first: number, { announces }: Reading): Block {
  const base = lines[first]?.indent ?? 0;
  const items: string[] = [];
  const add = (text: string, glue: string): unknown => items.push(`${items.pop() ?? ''}${glue}${text}`);
  let next = first;
  for (;;) {
    const at = skipEmpty(lines, next);
    const line = lines[at];
    const isInItem = line !== undefined && line.indent > base && items.length > 0;
    if (line === undefined || (at > next && !isListed(line) && !isInItem)) break;
    if (line.isPasted) {
      if (at > next && !isInItem) break;
      add(contentOf(line), '\n');
    } else if (announces(line.sentences)) break;
    else if (line.isItem && !isInItem) items.push(withoutMark(line.text));
    else if (line.isItem) add(line.text.slice(base).trimEnd(), '\n');
    else if (isInItem)
      add(line.text.trim(), isKeyed(line.text) ? `\n${line.text.slice(base, line.indent)}` : ' ');
    else if (isBroken(lines[at - 1]?.text ?? '', line)) add(line.text.trim(), ' ');
    else break;
    next = at + 1;
  }
  return { told: items.map(verbatim), next };
}

const isKeyed = (line: string): boolean =>
  /^\s*["']?[\p{L}_$@.][\p{L}\p{N}_.$@/ -]{0,40}["']?\s*(?:[:：](?!\/\/)|=>?)(?:\s*\S|\s*$)/u.test(line);
const isRow = (line: string): boolean => /^\s*\|/u.test(line) || /\s\|\s/u.test(line);
const isCode = (line: string): boolean => isRow(line) || /^\s*[{}[\]<]|[{[(,;\\<>]\s*$|\t/u.test(line);

/** Returns the line after the last of a paragraph. */
function endOfParagraph(lines: MessageLine[], first: number): number {
  let end = first;
  while (lines[end] !== undefined && !isEmpty(lines[end]) && !lines[end]?.isPasted) end += 1;
  return end;
}

/** Whether a paragraph is data or code that was written without marks around it. */
function isData(lines: MessageLine[], first: number): boolean {
  const paragraph = lines.slice(first, endOfParagraph(lines, first));
  return (
    paragraph.some(
      ({ text, isIndented, isItem }, index) => isCode(text) || (index > 0 && isIndented && !isItem),
    ) ||
    (paragraph.length > 1 && paragraph.slice(0, 2).every(({ text }) => isKeyed(text)))
  );
}

/** As it is, with the paragraphs of data that follow it. */
function dataFrom(lines: MessageLine[], first: number, { upto, announces }: Reading): Block {
  let next = first;
  for (;;) {
    const closing = closingLine(lines, next + 1, lines[next]?.text ?? '');
    next = closing === null ? next + 1 : closing + 1;
    const line = lines[next];
    if (line === undefined || line.isPasted) break;
    if (isEmpty(line)) {
      const following = skipEmpty(lines, next);
      if (lines[following]?.isPasted !== false || !isData(lines, following)) break;
      next = following;
    } else if (!isCode(line.text) && !isKeyed(line.text) && !line.isIndented) {
      if (upto(line.sentences) === 0 || announces(line.sentences)) break;
    }
  }
  const texts = lines.slice(first, next).map((line) => line.text.trimEnd());
  const indent = Math.min(
    ...lines.slice(first, next).map((line) => (isEmpty(line) ? Infinity : line.indent)),
  );
  return {
    told: [
      verbatim(
        texts
          .map((text) => text.slice(indent))
          .join('\n')
          .trim(),
      ),
    ],
    next,
  };
}

/** Each line up to an empty one, or to something else that is asked. A long paragraph may be followed by others. */
function proseFrom(lines: MessageLine[], first: number, reading: Reading): Block {
  const { upto, announces } = reading;
  const told: Told[] = [];
  let next = first;
  let paragraph = 0;
  for (let line = lines[next]; line !== undefined && !line.isPasted; line = lines[next]) {
    if (isEmpty(line)) {
      const following = skipEmpty(lines, next);
      const areKeys = [lines[next - 1], lines[following]].every((one) => isKeyed(one?.text ?? ''));
      const goesOn = paragraph >= longParagraph && isParagraph(lines, following, reading);
      if (!areKeys && !goesOn) break;
      next = following;
      paragraph = 0;
      continue;
    }
    const { sentences } = line;
    const count = upto(sentences);
    if (count === 0 || announces(sentences.slice(0, count))) break;
    const said = count === sentences.length ? line.text.trim() : sentences.slice(0, count).join(' ');
    paragraph += said.length;
    const begun = told.at(-1);
    if (begun && !begun.isVerbatim && isBroken(lines[next - 1]?.text ?? '', line)) {
      if (begun.text.length <= longestContent) told.splice(-1, 1, plain(`${begun.text} ${said}`));
      next += 1;
    } else if (count === sentences.length) {
      const rest = restOf(lines, next, said, true, reading);
      told.push(...rest.told);
      next = rest.next;
    } else {
      told.push(plain(said));
      next += 1;
    }
    if (count < sentences.length) break;
  }
  return { told, next };
}

/** Whether a paragraph goes on telling: nothing is asked in it, and its lines end as sentences do. */
function isParagraph(lines: MessageLine[], first: number, { upto }: Reading): boolean {
  const paragraph = lines.slice(first, endOfParagraph(lines, first));
  return (
    /[.!。]["'”’)\]]*\s*$/u.test(paragraph.at(-1)?.text ?? '') &&
    paragraph.every(({ sentences, isItem }) => !isItem && upto(sentences) === sentences.length)
  );
}

/** Whether a line was broken because it was full, or after a comma, and continues on the next. */
function isBroken(line: string, next: MessageLine): boolean {
  const end = line.trimEnd();
  if (next.isItem || /[,(&+=–—]$/u.test(end)) return !next.isItem;
  return end.length >= fullLine && !/[.!?;:]$/u.test(end) && /^\p{Ll}/u.test(next.sentences[0] ?? '');
}

const closers: Record<string, string> = { '(': ')', '[': ']', '{': '}', '“': '”' };

/** Returns the line with the bracket that closes the first open one of a text; null if none is open, or it is never closed. */
function closingLine(lines: MessageLine[], from: number, text: string): number | null {
  let open = openIn(text, []);
  let length = text.length;
  for (let at = from; open.length > 0 && at < lines.length && length <= 2 * longestContent; at += 1) {
    const line = lines[at]?.text ?? '';
    open = openIn(line, open);
    length += line.length;
    if (open.length === 0) return at;
  }
  return null;
}

/** Returns the brackets that are open after a text; an odd quotation mark counts as one. */
function openIn(text: string, before: string[]): string[] {
  const open = [...before];
  // no smileys, and no marks of a list such as "a)"
  for (const [mark] of text
    .replaceAll(/[:;]-?[()[\]{}]/gu, ' ')
    .matchAll(/[()[\]{}“”]|(?<=^|[\s:([{,])"|"(?=$|[\s:)\]},.])/gu)) {
    if (mark === '"') {
      if (open.at(-1) === '"') open.pop();
      else if (!open.includes('"')) open.push('"');
    } else if (closers[mark] !== undefined) open.push(closers[mark]);
    else if (open.at(-1) === mark) open.pop();
  }
  return open;
}
