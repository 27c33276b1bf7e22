import type { Message } from '../types.ts';
import { saidIn, shareSaid, type Statement } from '../text/statement-overlap.ts';

/** Characters of an output that are looked through, and of a passage of it. */
const longestOutput = 200_000;
const longestPassage = 400;

/** What tools said of a statement. */
export type Heard = {
  /** The message that says most of it in one passage; null when none says anything. */
  message: Message | null;
  /** How much of it that passage says, 0 to 1. */
  share: number;
  /** The statement's values that stand anywhere in what tools returned. */
  values: string[];
};

/** What the outputs of tools say of a statement: two lines at a time, for a whole file holds the words of any statement. */
export function heardOf(statement: Statement, outputs: Message[]): Heard {
  const heard: Heard = { message: null, share: 0, values: [] };
  for (const message of outputs) {
    const output = message.content.slice(0, longestOutput);
    const lower = output.toLowerCase();
    heard.values.push(...statement.values.filter((word) => lower.includes(word)));
    // most outputs have too few of its words anywhere
    if (!maySayMore(lower, statement, heard.share)) continue;
    for (const passage of passagesOf(output)) {
      if (!maySayMore(passage.toLowerCase(), statement, heard.share)) continue;
      const share = shareSaid(passage, statement);
      if (share > heard.share) Object.assign(heard, { message, share });
    }
  }
  return heard;
}

function* passagesOf(output: string): Generator<string> {
  const lines = output.split('\n').flatMap(cutLine);
  for (const [index, line] of lines.entries()) yield `${line}\n${lines[index + 1] ?? ''}`;
}

function cutLine(line: string): string[] {
  const pieces: string[] = [];
  // half of each piece stands in the next one too, so that no statement is cut in two
  for (let start = 0; start === 0 || start < line.length; start += longestPassage / 2) {
    pieces.push(line.slice(start, start + longestPassage));
    if (start + longestPassage >= line.length) break;
  }
  return pieces;
}

/** By the beginnings of its words, which costs a hundredth of reading the passage. */
function maySayMore(lower: string, { words }: Statement, share: number): boolean {
  const found = words.filter((word) => lower.includes(word.slice(0, 4))).length;
  return found > share * words.length;
}

/** Of a statement's values those that tools said and a text does not. */
export const onlyHeard = ({ values }: Heard, text: string): string[] =>
  values.filter((word) => saidIn(text, [word]).length === 0);
