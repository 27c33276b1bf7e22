import { jsonrepair } from 'jsonrepair';
import { ToolError } from './tool-error.ts';

/** Appended to a text to test whether its end lies inside a string or value. Occurs in no real text. */
const probe = 'QX7d1e0f3a9b';

/**
 * Parses the arguments of a tool call from the model's JSON. Malformed JSON (single quotes, missing commas, a fence around it, a
 * missing last brace) is repaired. A text that breaks off inside a value is refused: repaired, it would write half a file.
 */
export function parseArguments(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return {};
  try {
    return JSON.parse(trimmed);
  } catch {
    return parseRepaired(trimmed);
  }
}

function parseRepaired(text: string): unknown {
  if (breaksOff(text)) {
    throw new ToolError(
      'the arguments break off in the middle; send them whole, or do the work in smaller parts',
    );
  }
  const repaired = repair(text);
  if (repaired === null) {
    throw new ToolError(
      'the arguments are not JSON; send one JSON object, with quotes and backslashes escaped',
    );
  }
  return JSON.parse(repaired);
}

/**
 * Whether the text ends inside a value: the repair then makes the appended probe part of that value. After a closed string, the
 * repair treats the closing quote as part of the string and escapes it.
 */
function breaksOff(text: string): boolean {
  const probed = repair(text + probe);
  if (probed === null || !probed.includes(probe)) return false;
  if (/[\]}]$/.test(text)) return !probed.includes(`"${probe}":`);
  const endsWithQuote = /(?<!\\)(\\\\)*["']$/.test(text);
  return !(endsWithQuote && probed.includes(`\\"${probe}`));
}

function repair(text: string): string | null {
  try {
    return jsonrepair(text);
  } catch {
    return null;
  }
}
