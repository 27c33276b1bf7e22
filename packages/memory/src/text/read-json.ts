import { jsonrepair } from 'jsonrepair';

/**
 * Returns the JSON object in a model's answer, ignoring text around it and repairing it if it is broken; undefined if
 * there is none. An answer that would lose something counts as none: cut off inside a list, a list that only the
 * repair emptied, or a property given twice. Never throws.
 */
export function readJsonObject(text: string): unknown {
  // without a brace, the repair would turn any prose into a string
  const start = text.indexOf('{');
  if (start === -1) return undefined;
  const upToBrace = text.slice(start, text.lastIndexOf('}') + 1);
  const upToBracket = text.slice(start, text.lastIndexOf(']') + 1);
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
 * Repairs JSON unless more than one bracket is missing at the end. One is the outermost brace, whose contents are
 * complete; more means that the answer was cut off.
 */
function repairWhole(text: string): string {
  const repaired = repair(text);
  const isLosing = closers(repaired) > closers(text) + 1 || emptyLists(repaired) > emptyLists(text);
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
