import { readStatement, shareSaid } from '../text/statement-overlap.ts';
import { contentLength } from '../text/tokens.ts';
import type { Message } from '../store/messages.ts';
import type { KnownMemory } from './relate-candidates.ts';
import type { RawCandidate } from './schema.ts';
import { isFromUser } from './speaker.ts';

/** A plain word of a sentence, or a run of a script without spaces; paths, names with dots and figures belong to no language. */
const plainWord =
  /(?<![^\s("'„“])\p{L}[\p{L}\p{M}'’-]*(?=[,.;:!?)"'“”]*(?:\s|$))|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]{2,}/gu;
/** The minimum number of letters by which a language can be detected, of a script like the Latin one. */
const leastLetters = 20;
/** A candidate changes a known memory when it has this share of the memory's content words. */
const changedShare = 1 / 3;
/** Characters of the messages by which the language is detected. */
const telling = 2_000;

/**
 * Returns the candidates that are in another language than the user's messages they are taken from, or, if they cite
 * none of the user's, than all of the user's messages. One that changes a known memory may have its language. `detect` returns a language or null. Undetected languages, as
 * of code and very short texts, count as no difference.
 */
export function inOtherLanguage(
  candidates: RawCandidate[],
  { messages, known }: { messages: Message[]; known: Pick<KnownMemory, 'content'>[] },
  detect: (text: string) => string | null,
): RawCandidate[] {
  const languageOf = (text: string) => detectIn(text, detect);
  const fromUser = messages.filter(isFromUser);
  const everything = languageOf(textOf(fromUser));
  return candidates.filter(({ content, evidence }) => {
    const said = textOf(fromUser.filter(({ number }) => evidence.includes(number)));
    const expected = said === '' ? everything : languageOf(said);
    const given = languageOf(content);
    return expected !== null && given !== null && given !== expected && !changesOneIn(given, content);
  });

  function changesOneIn(language: string, content: string): boolean {
    return known.some(
      (memory) =>
        shareSaid(content, readStatement(memory.content)) >= changedShare &&
        languageOf(memory.content) === language,
    );
  }
}

const textOf = (messages: Message[]): string =>
  messages
    .map(({ content }) => content.slice(0, telling))
    .join('\n')
    .slice(-telling);

function detectIn(text: string, detect: (text: string) => string | null): string | null {
  const words = text.match(plainWord)?.join(' ') ?? '';
  return contentLength(words) < leastLetters ? null : detect(words);
}
