import { jsonrepair } from 'jsonrepair';

/**
 * The JSON object in a model's answer, whatever stands around it, repaired when it is broken; undefined when there is
 * none. An answer that was cut off inside a list is none: closing what is open would lose the rest without a word. Throws
 * nothing.
 */
export function readJsonObject(text: string): unknown {
  // without a brace there is nothing to repair: the repair would make a string of any prose
  const start = text.indexOf('{');
  if (start === -1) return undefined;
  const upToBrace = text.slice(start, text.lastIndexOf('}') + 1);
  const upToBracket = text.slice(start, text.lastIndexOf(']') + 1);
  return parseJson(upToBrace) ?? parseJson(repairWhole(upToBrace)) ?? parseJson(repairWhole(upToBracket));
}

/**
 * The repair closes what was left open. One brace is the outermost and may be forgotten, then what it holds is whole; more
 * means that the end is missing.
 */
function repairWhole(text: string): string {
  const repaired = repair(text);
  return closers(repaired) > closers(text) + 1 ? '' : repaired;
}

const closers = (text: string): number => text.match(/[}\]]/g)?.length ?? 0;

function parseJson(text: string): unknown {
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
