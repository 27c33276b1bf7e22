import { readStatement, shareSaid } from '../text/statement-overlap.ts';
import { createPauses } from '../text/reading-pauses.ts';
import type { TextPart } from '../types.ts';
import { sentenceParts } from './sentence-parts.ts';

/** The date that extraction adds after a word such as "tomorrow"; the message does not contain it. */
const insertedDate = /\s\(\d{4}-\d\d-\d\d[^)]*\)/gu;
/** A match ends at a word boundary, in scripts with spaces: "port 80" is not in "port 8080". */
const wordLetter = String.raw`[[\p{L}\p{N}]--[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]`;

/** Returns the sentences that contain a statement word for word, ignoring spaces and case. */
export function quoteParts(text: string, statement: string): TextPart[] {
  const words = statement.replaceAll(insertedDate, '').split(/\s+/u).filter(Boolean);
  if (words.length === 0) return [];
  const body = words.map(escape).join(String.raw`\s+`);
  const places = [...text.matchAll(new RegExp(`(?<!${wordLetter})${body}(?!${wordLetter})`, 'giv'))];
  if (places.length === 0) return [];
  let next = 0;
  return sentenceParts(text).flatMap(({ from, to }) => {
    while (endOf(places[next]) <= from) next += 1;
    return (places[next]?.index ?? Infinity) < to ? [{ from, to }] : [];
  });
}

/** Returns the sentences that contain at least a share of a statement's content words, with that share. Pauses in a long text. */
export async function paraphraseParts(
  text: string,
  statement: string,
  least: number,
): Promise<(TextPart & { share: number })[]> {
  const pause = createPauses();
  const read = readStatement(statement);
  const parts: (TextPart & { share: number })[] = [];
  for (const { text: sentence, from, to } of sentenceParts(text)) {
    const share = shareSaid(sentence, read);
    if (share >= least) parts.push({ from, to, share });
    await pause(sentence.length + 1);
  }
  return parts;
}

/** The share of content words that makes a sentence a paraphrase. */
export const paraphraseShare = 0.6;
/** The share that suffices for the closest sentence, when the statement is known to come from the text. */
const closestShare = 0.5;

/** Locates a statement in the text it comes from: word for word, otherwise as a paraphrase, otherwise the closest sentence. */
export async function mentionParts(text: string, statement: string): Promise<TextPart[]> {
  const holding = quoteParts(text, statement);
  if (holding.length > 0) return holding;
  const sharing = await paraphraseParts(text, statement, closestShare);
  const saying = sharing.filter(({ share }) => share >= paraphraseShare);
  const best = sharing.reduce((most, { share }) => Math.max(most, share), 0);
  return (saying.length > 0 ? saying : sharing.filter(({ share }) => share === best)).map(({ from, to }) => ({
    from,
    to,
  }));
}

const endOf = (match: RegExpExecArray | undefined): number =>
  match === undefined ? Infinity : match.index + match[0].length;

const escape = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
