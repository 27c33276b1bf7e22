import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { holdsSecret } from '@devai/api';

/** Number of lines to keep. The file may grow to twice as many before it is shortened. */
const kept = 500;

export type InputHistory = {
  /** Newest first, as readline takes them. */
  lines: string[];
  /** Saves a line for later runs. Skips text with a secret, and text of several lines, any of which may be part of a secret. */
  add(text: string): Promise<void>;
};

/** Opens the file of lines that were typed in earlier runs, which only its owner can read. An unreadable file counts as empty. */
export function openInputHistory(file: string): InputHistory {
  const lines = readLines(file);
  if (lines.length > kept * 2) write(file, lines.slice(-kept));
  return {
    lines: lines.slice(-kept).toReversed(),
    async add(text) {
      if (text.includes('\n') || (await holdsSecret(text))) return;
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      appendFileSync(file, `${text}\n`, { mode: 0o600 });
    },
  };
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}

const write = (file: string, lines: string[]): void =>
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
