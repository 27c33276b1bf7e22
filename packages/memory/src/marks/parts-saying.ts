import { readStatement, shareSaid } from '../text/statement-overlap.ts';
import type { TextPart } from '../types.ts';
import { sentenceParts } from './sentence-parts.ts';

/** What a rule or a person put behind "tomorrow", in words that were not said. */
const insertedDate = /\s\(\d{4}-\d\d-\d\d[^)]*\)/gu;
/** Where scripts put spaces between words, a word must end: "port 80" does not stand in "port 8080". */
const wordLetter = String.raw`[[\p{L}\p{N}]--[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]`;

/** The sentences of a text in which a statement stands word for word, whatever its spaces and capitals. */
export function partsHolding(text: string, statement: string): TextPart[] {
  const words = statement.replaceAll(insertedDate, '').split(/\s+/u).filter(Boolean);
  if (words.length === 0) return [];
  const body = words.map(escape).join(String.raw`\s+`);
  const places = [...text.matchAll(new RegExp(`(?<!${wordLetter})${body}(?!${wordLetter})`, 'giv'))];
  if (places.length === 0) return [];
  return sentenceParts(text)
    .filter(({ from, to }) => places.some(({ index, 0: { length } }) => from < index + length && index < to))
    .map(({ from, to }) => ({ from, to }));
}

/** The sentences of a text that hold at least a share of the words that count of a statement, each with that share. */
export function partsSharing(
  text: string,
  statement: string,
  least: number,
): (TextPart & { share: number })[] {
  const read = readStatement(statement);
  return sentenceParts(text)
    .map(({ text: sentence, from, to }) => ({ from, to, share: shareSaid(sentence, read) }))
    .filter(({ share }) => share >= least);
}

/** In which a statement is told in other words. */
export const paraphraseShare = 0.6;
/** Of the one sentence that is closest to a statement which is known to come from its text. */
const closestShare = 0.5;

/** Where in a text that it comes from a statement stands: word for word, else in other words, else in the closest sentence. */
export function partsSaying(text: string, statement: string): TextPart[] {
  const holding = partsHolding(text, statement);
  if (holding.length > 0) return holding;
  const sharing = partsSharing(text, statement, closestShare);
  const saying = sharing.filter(({ share }) => share >= paraphraseShare);
  const best = Math.max(...sharing.map(({ share }) => share));
  return (saying.length > 0 ? saying : sharing.filter(({ share }) => share === best)).map(({ from, to }) => ({
    from,
    to,
  }));
}

const escape = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
