import { longestContent } from '../fields/memory-fields.ts';
import { sentencesOf } from '../text/sentences.ts';

/** Characters of a line that is split into sentences. */
const longestLine = 200_000;

/** Splits a text into parts that fit into a memory, at its lines and, where a line is too long, at sentences. Null: a sentence is too long. */
export function splitStatement(text: string, limit = longestContent): string[] | null {
  if (text.length <= limit) return [text];
  const pieces = text.split('\n').flatMap((line) => {
    if (line.length <= limit) return [{ text: line, before: '\n' }];
    const sentences = line.length > longestLine ? [line] : sentencesOf(line);
    return sentences.map((sentence, index) => ({ text: sentence, before: index === 0 ? '\n' : ' ' }));
  });
  const parts: string[] = [];
  let part = '';
  for (const piece of pieces) {
    if (piece.text.length > limit) return null;
    const longer = part === '' ? piece.text : part + piece.before + piece.text;
    if (longer.length <= limit) {
      part = longer;
      continue;
    }
    parts.push(part);
    part = piece.text;
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '');
}
