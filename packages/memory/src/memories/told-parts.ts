import { paraphraseParts, paraphraseShare, quoteParts } from '../marks/mention-parts.ts';
import { sentenceParts } from '../marks/sentence-parts.ts';
import { contentWords } from '../text/common-words.ts';
import { oneLine } from '../text/one-line.ts';
import { isQuestion } from '../text/said-sentences.ts';
import { wordsOf } from '../text/words.ts';
import type { TextPart } from '../types.ts';

/** The wordings of what is being forgotten: a text that has one of them mentions it. */
export type Wordings = {
  /** Looked for word for word. */
  quotes: string[];
  /** Looked for in other words, too. */
  statements: string[];
};

/** A sentence of a message with at least this many content words is not in other texts by chance. */
const tellingWords = 2;
const endMark = /[.!?…。！？\s]+$/u;

/** Adds the form that prompts and tools show. */
export const asShown = (texts: string[]): string[] =>
  [...new Set(texts.flatMap((text) => [text, oneLine(text)]))].filter((text) => text !== '');

/** The sentences of a message that other texts do not have by chance, without the mark that ends them. */
export const tellingSentences = (text: string): string[] =>
  sentenceParts(text)
    .map((sentence) => sentence.text.replace(endMark, ''))
    .filter((sentence) => contentWords(sentence).length >= tellingWords);

/** The wordings by which other texts mention a message: all of it or a sentence word for word, or a paraphrase of a sentence that is no question. */
export function wordingsOfMessage(content: string): Wordings {
  const whole = content.trim().replace(endMark, '');
  const isTelling = contentWords(whole).length > 0 && wordsOf(whole).length > 1;
  const stated = sentenceParts(content).filter(({ text }) => !isQuestion(text));
  return {
    quotes: asShown([...(isTelling ? [whole] : []), ...tellingSentences(content)]),
    statements: asShown(stated.flatMap(({ text }) => tellingSentences(text))),
  };
}

/** The parts that contain one of the wordings word for word. */
export const quotedParts = (text: string, { quotes }: Wordings): TextPart[] =>
  quotes.flatMap((wording) => quoteParts(text, wording));

/** The parts that contain one word for word or paraphrased. */
export async function toldParts(text: string, wordings: Wordings): Promise<TextPart[]> {
  const told = await Promise.all(
    wordings.statements.map((wording) => paraphraseParts(text, wording, paraphraseShare)),
  );
  return [...quotedParts(text, wordings), ...told.flat()];
}
