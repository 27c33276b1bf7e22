import { MemoryError } from '../errors.ts';
import { isFromUser } from '../extraction/speaker.ts';
import { joinParts, movePart, replaceParts } from '../marks/replace-parts.ts';
import { forgottenCall, forgottenText } from '../marks/without-marked.ts';
import { indexMessage } from '../sessions/index-message.ts';
import type { CutMessage, ForgottenMessage, MessagePlaces } from '../store/forgetting.ts';
import type { Message } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import { contentWords } from '../text/common-words.ts';
import type { Actor } from '../types.ts';
import type { ForgettingJournal } from './forget.ts';
import { sessionWithout } from './session-without.ts';
import { quotedParts, toldParts, wordingsOfMessage, type Wordings } from './told-parts.ts';
import { untilUnchanged } from './until-unchanged.ts';

type Dependencies = {
  store: Pick<Store, 'listMessages' | 'findMessageMentions' | 'forgetMessage'>;
  journal: ForgettingJournal;
  onForgotten: (message: { sessionId: string; number: number }) => void;
};

/** A message with more sentences was pasted: other messages are searched for its words only, because paraphrases would take too long. */
const mostParaphrased = 40;

const nowhere = (): MessagePlaces & { topics: string[] } => ({
  contentHash: '',
  texts: [],
  messages: [],
  sessions: [],
  shared: [],
  topics: [],
});

/**
 * Erases a message, whether or not a memory was taken from it, and its quotes in its session and in those in which it was recalled: in
 * messages, names, summaries, gists, states and shared values. Also in stored contexts, waiting jobs, and the evidence of memories. The
 * memories that were taken from it stay, and are returned. Idempotent. Throws `not_found`, and `conflict` if it keeps changing.
 */
export async function forgetMessage(
  { store, journal, onForgotten }: Dependencies,
  { sessionId, number }: { sessionId: string; number: number },
  actor: Actor = { kind: 'user', id: null },
): Promise<ForgottenMessage> {
  await journal.flush();
  return untilUnchanged(async () => {
    const [message] = await store.listMessages(sessionId, { after: number - 1, limit: 1 });
    if (message?.number !== number) {
      throw new MemoryError('not_found', `session ${sessionId} has no message ${number}`);
    }
    const isErased = message.metadata['forgotten'] === true;
    const places = isErased ? nowhere() : await findPlaces({ store, journal }, message);
    const result = await store.forgetMessage({ sessionId, number }, actor, places);
    if (result.forgotten) onForgotten({ sessionId, number });
    return result;
  });
}

async function findPlaces(
  { store, journal }: Omit<Dependencies, 'onForgotten'>,
  message: Message,
): Promise<MessagePlaces> {
  const { sessionId, number, content, contentHash } = message;
  const said = wordingsOfMessage(content);
  const found = await store.findMessageMentions(sessionId, number, [...new Set(contentWords(content))]);
  await journal.changeRefused((text) => replaceParts(text, quotedParts(text, said), forgottenText));
  const places = { ...nowhere(), contentHash, texts: said.quotes };
  const inMessages = said.statements.length > mostParaphrased ? { ...said, statements: [] } : said;
  for (const other of found.messages) {
    const isItself = other.sessionId === sessionId && other.number === number;
    const cut = isItself ? null : await withoutQuotes(other, inMessages);
    if (cut) places.messages.push(cut);
  }
  const told = (text: string) => toldParts(text, said);
  for (const session of found.sessions) {
    const without = await sessionWithout(session, { wordings: said.quotes, toldParts: told });
    if (without) places.sessions.push(without);
  }
  for (const { position, texts } of found.shared) {
    const parts = await Promise.all(texts.map(told));
    if (parts.flat().length > 0) places.shared.push(position);
  }
  for (const { id, topic } of found.topics) {
    if ((await told(topic)).length > 0) places.topics.push(id);
  }
  return places;
}

/** Cuts the quotes out of another message; null if it has none. Messages of the user are not searched for paraphrases. */
async function withoutQuotes(message: Message, said: Wordings): Promise<CutMessage | null> {
  const { sessionId, number, content, toolCalls, contentHash, marks } = message;
  const parts = joinParts(isFromUser(message) ? quotedParts(content, said) : await toldParts(content, said));
  const calls = await Promise.all(
    toolCalls.map(async (call) =>
      (await toldParts(call.arguments, said)).length > 0 ? { ...call, arguments: forgottenCall } : call,
    ),
  );
  const isInCall = calls.some((call, index) => call !== toolCalls[index]);
  if (parts.length === 0 && !isInCall) return null;
  const cut = { ...message, content: replaceParts(content, parts, forgottenText), toolCalls: calls };
  return {
    ...{ sessionId, number, before: { contentHash, marks: marks.length } },
    ...{ content: cut.content, toolCalls: calls, ...indexMessage(cut) },
    parts: isInCall ? [null] : parts.map((part) => movePart(part, parts, forgottenText)),
  };
}
