import { redact } from '../redaction/redact.ts';
import { linesOf } from '../text/sentences.ts';
import { wordsOf } from '../text/words.ts';
import type { Message } from '../store/messages.ts';
import type { Evidence } from '../types.ts';

const longestQuote = 200;
/** Characters of a message that are searched for the quote. */
const longestSearch = 20_000;

/** Returns the messages that a statement was taken from, with the sentence in them that shares the most words with it. */
export async function evidenceFor(content: string, cited: Message[]): Promise<Evidence[]> {
  const sessionId = cited[0]?.sessionId;
  if (sessionId === undefined) return [];
  const words = new Set(wordsOf(content));
  const sentences = cited.flatMap((message) =>
    linesOf(message.content.slice(0, longestSearch)).flatMap((line) => line.sentences),
  );
  const shared = sentences.map((sentence) => wordsOf(sentence).filter((word) => words.has(word)).length);
  const most = shared.reduce((left, right) => Math.max(left, right), 0);
  const sentence = await redact(sentences[shared.indexOf(most)] ?? '');
  const quote = sentence.slice(0, longestQuote).toWellFormed();
  return [{ sessionId, messages: cited.map(({ number }) => number), quote }];
}
