import { jsonrepair } from 'jsonrepair';

/** A JSON value in a text. `block`: the number of the block of tags in which it stands, such as a draft in `<think>`; null: in none. */
export type FoundJson = { value: unknown; block: number | null };

/**
 * Returns the JSON objects and lists in a model's answer, in order, repaired where they are broken, whatever text, fences or
 * tags are around them. Returns none if something would be lost: an answer that is cut off inside a list, a list that only
 * the repair emptied, a property given twice, or a value that cannot be repaired. Linear in the length; never throws.
 */
export function findJson(text: string): FoundJson[] {
  const unquoted = /^\s*"/.test(text) ? parseJson(text) : undefined;
  if (typeof unquoted === 'string') return findJson(unquoted);
  const found: { start: number; end: number; value: unknown }[] = [];
  let readTo = 0;
  for (const [start, closing] of openersOf(text)) {
    if (start < readTo || !beginsJson(text, start)) continue;
    const end = closing ?? text.length;
    const whole = closing === null || goesOn(text, end) ? undefined : readWhole(text.slice(start, end));
    const value = whole ?? readUnclosed(text.slice(start));
    const isLost = value === undefined && (closing === null || property.test(text.slice(start, end)));
    if (isLost) return [];
    readTo = value !== undefined && whole === undefined ? text.length : end;
    if (value !== undefined) found.push({ start, end: readTo, value });
  }
  const blocks = blocksOf(text, found);
  return found.map(({ value }, index) => ({ value, block: blocks[index] ?? null }));
}

/** Returns the first JSON object in a text, as `findJson` reads it; undefined if there is none. */
export const readJsonObject = (text: string): object | undefined =>
  findJson(text).flatMap(({ value }) => (isObject(value) ? value : []))[0];

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const openerOf: Record<string, string> = { '}': '{', ']': '[' };

/** Returns the end of each bracket by its start, in order; null if it is not closed. */
function openersOf(text: string): Map<number, number | null> {
  const ends = new Map<number, number | null>();
  const open: number[] = [];
  let isString = false;
  for (const { 0: sign, index } of text.matchAll(/\\.|["\n{}[\]]/g)) {
    if (sign === '"') isString = open.length > 0 && !isString;
    // a string does not go over a line
    else if (sign === '\n') isString = false;
    else if (!isString && (sign === '{' || sign === '[')) {
      ends.set(index, null);
      open.push(index);
    } else if (!isString && sign in openerOf) {
      const place = [open.length - 1, open.length - 2].find((at) => text[open[at] ?? -1] === openerOf[sign]);
      if (place === undefined) continue;
      ends.set(open[place] ?? 0, index + 1);
      open.length = place;
    }
  }
  return ends;
}

const beginning = /\s*(?:$|["'“”‘’`{}[\]]|-?\d|\/[/*]|[\w$]+\s*:)/y;
const continuation = /\s*(?:[":]|,\s*["'])/y;
const property = /["'”’]\s*:/;

/** Whether the bracket at this place begins JSON, as opposed to prose in brackets. */
function beginsJson(text: string, start: number): boolean {
  beginning.lastIndex = start + 1;
  return beginning.test(text);
}

/** Whether JSON goes on at this place: a quotation mark in a string, which is not escaped, made the value end too early. */
function goesOn(text: string, end: number): boolean {
  continuation.lastIndex = end;
  return continuation.test(text);
}

/** Returns for each value the block between two tags in which it stands, or before a closing tag without an opening one. */
function blocksOf(text: string, found: { start: number; end: number }[]): (number | null)[] {
  const pieces = found.map(({ start }, index) => text.slice(found[index - 1]?.end ?? 0, start));
  const opened = new Map<string, number[]>();
  /** How far blocks reach, in values, by the value with which they begin. */
  const reach = found.map(() => 0);
  for (const [index, piece] of [...pieces, text.slice(found.at(-1)?.end ?? 0)].entries()) {
    for (const [, slash, name = ''] of piece.matchAll(/<(\/?)([a-z][\w-]*)[^<>]{0,200}>/gi)) {
      const places = opened.get(name.toLowerCase()) ?? [];
      opened.set(name.toLowerCase(), places);
      if (slash === '') places.push(index);
      else {
        const first = places.pop() ?? 0;
        if (first < index) reach[first] = index;
      }
    }
  }
  let end = 0;
  return reach.map((one, index) => {
    end = Math.max(end, one);
    return index < end ? end : null;
  });
}

function readWhole(text: string): unknown {
  const parsed = parseJson(text);
  if (parsed !== undefined) return isGivenTwice(parsed, text) ? undefined : parsed;
  return parseJson(repairWhole(text));
}

/** Reads a value of which the brackets do not tell where it ends. */
function readUnclosed(text: string): unknown {
  const upToBrace = text.slice(0, text.lastIndexOf('}') + 1);
  const upToBracket = text.slice(0, text.lastIndexOf(']') + 1);
  const parsed = parseJson(upToBrace);
  if (parsed !== undefined) return isGivenTwice(parsed, upToBrace) ? undefined : parsed;
  return parseJson(repairWhole(upToBrace)) ?? parseJson(repairWhole(upToBracket));
}

/**
 * Whether the text has more lists or objects than were read, because only the last value of a repeated property is
 * read.
 */
const isGivenTwice = (parsed: unknown, text: string): boolean =>
  closers(JSON.stringify(parsed)) < closers(text);

/**
 * Repairs JSON unless more is missing at the end than the outermost brace, whose contents are complete: then the
 * answer was cut off inside a list.
 */
function repairWhole(text: string): string {
  const repaired = repair(text);
  const missing = text.trimStart().startsWith('{') ? 1 : 0;
  const isLosing = closers(repaired) > closers(text) + missing || emptyLists(repaired) > emptyLists(text);
  return isLosing ? '' : repaired;
}

const closers = (text: string): number => text.match(/[}\]]/g)?.length ?? 0;
const emptyLists = (text: string): number => text.match(/\[\s*\]/g)?.length ?? 0;

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function repair(text: string): string {
  try {
    return jsonrepair(text);
  } catch {
    return '';
  }
}
