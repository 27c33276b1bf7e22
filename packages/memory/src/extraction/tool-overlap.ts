import { saidIn, shareSaid, type Statement } from '../text/statement-overlap.ts';
import type { Message } from '../store/messages.ts';

/** Characters of an output that are looked through. */
const longestOutput = 200_000;
const linePiece = /[^\n]{1,200}(?=\s|$)|[^\n]{1,200}/gu;

export type ToolOverlap = {
  /** The output whose passage says most of the statement; null when none says anything. */
  message: Message | null;
  /** How much of the statement that passage says, 0 to 1. */
  share: number;
  /** The statement's figures and paths that stand anywhere in what tools returned. */
  values: string[];
};

/** What tool outputs say of a statement: two lines at a time, for a whole file holds the words of any statement. */
export function toolOverlap(statement: Statement, outputs: Message[]): ToolOverlap {
  const overlap: ToolOverlap = { message: null, share: 0, values: [] };
  for (const message of outputs) {
    const output = message.content.slice(0, longestOutput);
    overlap.values.push(...saidVerbatim(output, statement.values));
    // most outputs, and most passages, have too few of its words anywhere
    if (!maySayMore(output, statement, overlap.share)) continue;
    for (const passage of passagesOf(output)) {
      if (!maySayMore(passage, statement, overlap.share)) continue;
      const share = shareSaid(passage, statement);
      if (share > overlap.share) Object.assign(overlap, { message, share });
    }
  }
  return overlap;
}

/** The figures and paths of a statement that tools returned and a text does not have. */
export const onlyInTools = ({ values }: ToolOverlap, text: string): string[] =>
  values.filter((value) => saidIn(text, [value]).length === 0);

/** Two lines, or pieces of a long line, that follow each other. */
function* passagesOf(output: string): Generator<string> {
  const lines = output.match(linePiece) ?? [];
  for (const [index, line] of lines.entries()) yield `${line}\n${lines[index + 1] ?? ''}`;
}

function saidVerbatim(text: string, words: string[]): string[] {
  const lower = text.toLowerCase();
  return words.filter((word) => lower.includes(word));
}

/** By the beginnings of its words, which costs a hundredth of reading the text. */
const maySayMore = (text: string, { words }: Statement, share: number): boolean =>
  saidVerbatim(
    text,
    words.map((word) => word.slice(0, 4)),
  ).length >
  share * words.length;
