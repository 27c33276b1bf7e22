import type { Message } from '../store/messages.ts';
import type { RawCandidate } from './schema.ts';
import { isFromUser } from './speaker.ts';

/** A word of a sentence: paths, names with dots and figures are of no language. */
const plainWord = /(?<![^\s("'„“])\p{L}[\p{L}\p{M}'’-]*(?=[,.;:!?)"'“”]*(?:\s|$))/gu;
/** Letters below which a text tells no language. */
const leastLetters = 20;
/** Characters of a message that tell its language. */
const telling = 2_000;

/**
 * The candidates that are in another language than the user's messages that they are taken from; where the user said nothing of it, than all
 * of the user's. `detect` tells a language, or null. Undecided, as for code and very short texts, is no difference.
 */
export function inOtherLanguage(
  candidates: RawCandidate[],
  messages: Message[],
  detect: (text: string) => string | null,
): RawCandidate[] {
  const languageOf = (text: string) => detectIn(text, detect);
  const fromUser = messages.filter(isFromUser);
  const everything = languageOf(textOf(fromUser));
  return candidates.filter(({ content, evidence }) => {
    const said = textOf(fromUser.filter(({ number }) => evidence.includes(number)));
    const expected = said === '' ? everything : languageOf(said);
    const given = languageOf(content);
    return expected !== null && given !== null && given !== expected;
  });
}

const textOf = (messages: Message[]): string =>
  messages
    .map(({ content }) => content.slice(0, telling))
    .join('\n')
    .slice(-telling);

function detectIn(text: string, detect: (text: string) => string | null): string | null {
  const words = text.match(plainWord)?.join(' ') ?? '';
  return words.length < leastLetters ? null : detect(words);
}
