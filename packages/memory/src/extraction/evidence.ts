import { redact } from '../redaction/redact.ts';
import { onlyAsks } from '../text/requests.ts';
import { linesOf } from '../text/sentences.ts';
import { readStatement, saidIn, type Statement } from '../text/statement-overlap.ts';
import type { Message } from '../store/messages.ts';
import type { Evidence } from '../types.ts';
import { isFromUser } from './speaker.ts';

const longestQuote = 200;
/** Characters of a message that are searched for the quote. */
const longestSearch = 20_000;
/** The share of a statement's words that its quote has. With less, the sentence may be about something else. */
const leastShared = 0.4;
/** So many of the words suffice for a sentence of the user's, whose words a statement replaces by names and dates. */
const sharedWithUser = 2;

/**
 * Returns the messages that a statement was taken from, with the sentence in them that says it: one of the user's, if one has enough of its
 * words or is all that they say there, otherwise one of another message. No quote if none does.
 */
export async function evidenceFor(content: string, cited: Message[]): Promise<Evidence[]> {
  const sessionId = cited[0]?.sessionId;
  if (sessionId === undefined) return [];
  const statement = readStatement(content);
  const said = tellingSentences(cited.filter(isFromUser));
  const found =
    bestOf(said, statement, sharedWithUser) ??
    // in other words, or in another language
    (said.length === 1 ? said[0] : undefined) ??
    bestOf(tellingSentences(cited.filter((message) => !isFromUser(message))), statement);
  const quote = (await redact(found ?? '')).slice(0, longestQuote).toWellFormed();
  return [{ sessionId, messages: cited.map(({ number }) => number), quote }];
}

/** Sentences that tell something by themselves. */
const tellingSentences = (messages: Message[]): string[] =>
  messages
    .flatMap(({ content }) => linesOf(content.slice(0, longestSearch)).flatMap((line) => line.sentences))
    .filter((sentence) => !onlyAsks(sentence));

/** Returns the first sentence with the most of a statement's words, if it has `enough`, or the least share of them. */
function bestOf(sentences: string[], { words, values }: Statement, enough = Infinity): string | undefined {
  // a figure or a path counts twice
  const shared = sentences.map((sentence) => saidIn(sentence, [...words, ...values]).length);
  const most = shared.reduce((left, right) => Math.max(left, right), 0);
  const isEnough = most >= enough || most >= leastShared * words.length;
  return most > 0 && isEnough ? sentences[shared.indexOf(most)] : undefined;
}
