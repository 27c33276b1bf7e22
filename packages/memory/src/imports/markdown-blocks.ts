/** A paragraph or an item of a list with what is below it. `heading`: the nearest above it. */
export type Block = { text: string; heading: string | null; line: number };
export type Markdown = { front: Record<string, string>; blocks: Block[] };

const frontMatter = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const property = /^[ \t]*([A-Za-z][\w-]*)[ \t]*:[ \t]*(.*?)[ \t]*$/;
const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/;
const item = /^( *)(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.*)$/;
const fence = /^ *(```|~~~)/;
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;

/** Splits a Markdown text into the blocks that can each be one memory. The first heading of the text, its title, is no heading of a block. */
export function readMarkdown(source: string): Markdown {
  const matter = frontMatter.exec(source);
  const front: Record<string, string> = Object.create(null);
  for (const line of (matter?.[1] ?? '').split('\n')) {
    const [, name = '', value = ''] = property.exec(line) ?? [];
    if (name !== '' && value !== '') front[name.toLowerCase()] ??= value.replace(/^(["'])(.*)\1$/, '$2');
  }
  const body = matter ? source.slice(matter[0].length) : source;
  const offset = matter ? matter[0].split('\n').length - 1 : 0;
  return { front, blocks: blocksOf(body.replaceAll(/<!--[\s\S]*?-->/g, keepLines), offset) };
}

const keepLines = (text: string): string => text.replaceAll(/[^\n]/g, '');

function blocksOf(body: string, offset: number): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let [first, isList, isFenced] = [0, false, false];
  let above: string | null = null;
  let isTitle = true;
  const flush = () => {
    const text = lines.join('\n').trim();
    if (text !== '') blocks.push({ text, heading: above, line: first });
    lines = [];
    isList = false;
  };
  const add = (text: string, line: number) => {
    if (lines.length === 0) first = line;
    lines.push(text);
  };
  for (const [index, raw] of body.split('\n').entries()) {
    const line = raw.trimEnd();
    const number = offset + index + 1;
    if (fence.test(line)) isFenced = !isFenced;
    if (isFenced || fence.test(line)) {
      add(line, number);
      continue;
    }
    const title = heading.exec(line);
    if (title) {
      flush();
      above = title[1] === '#' && isTitle ? null : (title[2] ?? '') || null;
      isTitle = false;
      continue;
    }
    const listed = item.exec(line);
    const leads = lines.at(-1)?.endsWith(':') === true;
    if (line === '') {
      // what a line with a colon announces belongs to it, and so does what stands below an item
      if (!leads && !isList) flush();
      else if (lines.at(-1) !== '') add('', number);
    } else if (rule.test(line)) flush();
    else if (listed && (listed[1] ?? '').length < 2) {
      if (!(lines.some((one) => one.endsWith(':')) && !isList)) flush();
      if (lines.length === 0) isList = true;
      add(isList ? (listed[2] ?? '') : line, number);
    } else if (lines.at(-1) === '' && isList && !/^\s/.test(line)) {
      flush();
      add(line, number);
    } else add(isList ? line.replace(/^ {1,4}/, '') : line, number);
  }
  flush();
  return blocks;
}
