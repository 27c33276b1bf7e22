import { parseJson } from '../text/read-json.ts';
import { indexMessage } from './index-message.ts';
import { type JournalEntry, parseEntry } from './journal-entry.ts';

/**
 * Changes every text in a line of the journal, and recomputes what derives from it. Returns the same line if `change` changes nothing. A
 * malformed line is changed as far as it can be read.
 */
export function changeTexts(line: string, change: (text: string) => string): string {
  const read = parseJson(line);
  if (read === undefined) return change(line);
  const changed = JSON.stringify(changeIn(read, change));
  return changed === JSON.stringify(read) ? line : withIndex(changed);
}

function changeIn(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => changeIn(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, changeIn(one, change)]));
}

function withIndex(line: string): string {
  let entry: JournalEntry;
  try {
    entry = parseEntry(line);
  } catch {
    return line; // malformed: leave it for a person
  }
  return JSON.stringify({
    ...entry,
    messages: entry.messages.map((message) => ({ ...message, ...indexMessage(message) })),
  });
}
