import { sentencesOf } from '../text/sentences.ts';
import type { TextPart } from '../types.ts';

export type SentencePart = TextPart & { text: string };

/** Returns the sentences of a text with their positions, in order. */
export function sentenceParts(text: string): SentencePart[] {
  let at = 0;
  return text.split('\n').flatMap((line) =>
    sentencesOf(line).map((sentence) => {
      const from = text.indexOf(sentence, at);
      at = from + sentence.length;
      return { text: sentence, from, to: at };
    }),
  );
}
