import { saidIn, shareSaid, type Statement } from '../text/statement-overlap.ts';
import type { Message } from '../store/messages.ts';

/** Characters of an output that are searched. */
const longestOutput = 200_000;
const linePiece = /[^\n]{1,200}(?=\s|$)|[^\n]{1,200}/gu;

export type ToolOverlap = {
  /** The output with the passage that contains most of the statement; null if none contains any of it. */
  message: Message | null;
  /** The share of the statement's words in that passage, 0 to 1. */
  share: number;
  /** The statement's figures and paths that occur anywhere in the outputs. */
  values: string[];
};

/**
 * Compares a statement with tool outputs, two lines at a time, because a whole file contains the words of any
 * statement.
 */
export function toolOverlap(statement: Statement, outputs: Message[]): ToolOverlap {
  const overlap: ToolOverlap = { message: null, share: 0, values: [] };
  for (const message of outputs) {
    const output = message.content.slice(0, longestOutput);
    overlap.values.push(...saidVerbatim(output, statement.values));
    // most outputs, and most passages, contain too few of its words
    if (!maySayMore(output, statement, overlap.share)) continue;
    for (const passage of passagesOf(output)) {
      if (!maySayMore(passage, statement, overlap.share)) continue;
      const share = shareSaid(passage, statement);
      if (share > overlap.share) Object.assign(overlap, { message, share });
    }
  }
  return overlap;
}

/** Returns the statement's figures and paths that tools returned and a text does not contain. */
export const onlyInTools = ({ values }: ToolOverlap, text: string): string[] =>
  values.filter((value) => saidIn(text, [value]).length === 0);

/** Yields every two consecutive lines; long lines are cut into pieces. */
function* passagesOf(output: string): Generator<string> {
  const lines = output.match(linePiece) ?? [];
  for (const [index, line] of lines.entries()) yield `${line}\n${lines[index + 1] ?? ''}`;
}

function saidVerbatim(text: string, words: string[]): string[] {
  const lower = text.toLowerCase();
  return words.filter((word) => lower.includes(word));
}

/** Looks only for the beginnings of the words, which costs a hundredth of reading the text. */
function maySayMore(text: string, { words }: Statement, share: number): boolean {
  const beginnings = words.map((word) => word.slice(0, 4));
  return saidVerbatim(text, beginnings).length > share * words.length;
}
