import { contentHash } from '../text/content-hash.ts';
import { MemoryError } from '../errors.ts';
import { oneLine } from '../text/one-line.ts';
import { contentWords } from '../text/content-words.ts';
import { partsHolding, partsSaying, partsSharing, paraphraseShare } from '../marks/parts-saying.ts';
import { replaceParts } from '../marks/replace-parts.ts';
import { forgottenText } from '../marks/without-marked.ts';
import type { Forgotten, ForgottenPlaces, Store } from '../store/store.ts';
import type { Actor, Memory, Message, TextPart } from '../types.ts';

type Dependencies = {
  store: Pick<Store, 'getMemory' | 'memoryHistory' | 'findSaying' | 'forgetMemory'>;
  journal: ForgettingJournal;
};

/** Messages that are not in the store. */
export type ForgettingJournal = {
  /** Stores what waits. Never throws. */
  flush(): Promise<unknown>;
  /** Changes every text of what the store refused for good. */
  changeRefused(change: (text: string, sessionId: string | null) => string): Promise<void>;
};

/** What is being forgotten: all that the memory ever said, where it came from, and where the agent had it before its eyes. */
type Subject = { memory: Memory; wordings: string[]; ownSessions: Set<string>; toldSessions: Set<string> };

/** Words that count of a statement which is looked for in sessions that it is not known to come from: one alone is no statement. */
const leastWords = 2;
/** Of its words, n-grams and all, in a message that is looked at. */
const lookedAtShare = 0.4;
/** Somebody else may change the memory, or a summary, while it is looked for. */
const attempts = 3;

/**
 * Really erases a memory, everywhere. The messages keep what was said, but where the memory stands in them they are hidden from
 * every model from then on, and teach it no more; with `messages` those that it came from are emptied. From messages that the store refused
 * it is cut out. Idempotent. Throws `conflict` when it is changed again and again meanwhile.
 */
export function createForget({ store, journal }: Dependencies) {
  return async function forget(
    id: string,
    { messages = false }: { messages?: boolean } = {},
    actor: Actor = { kind: 'user', id: null },
  ): Promise<Forgotten> {
    await journal.flush();
    for (let attempt = 1; ; attempt += 1) {
      const places = await findPlaces(id);
      try {
        return await store.forgetMemory(id, actor, { messages, ...places });
      } catch (error) {
        const isChanged = error instanceof MemoryError && error.code === 'conflict';
        if (!isChanged || attempt === attempts) throw error;
      }
    }
  };

  async function findPlaces(id: string): Promise<ForgottenPlaces> {
    const memory = await store.getMemory(id);
    if (!memory) return { marks: [], summaries: [] };
    const wordings = wordingsOf(memory, await store.memoryHistory(id));
    const found = await store.findSaying({
      memoryId: id,
      words: wordings.map(contentWords),
      evidence: memory.evidence,
      sessionIds: memory.sessionId === null ? [] : [memory.sessionId],
      leastShare: lookedAtShare,
    });
    const ownSessions = ownSessionsOf(memory, found.messages);
    const toldSessions = new Set([
      ...ownSessions,
      ...found.toldSessions,
      ...found.messages
        .filter(({ content }) => saysWhole(content, wordings))
        .map(({ sessionId }) => sessionId),
    ]);
    const subject = { memory, wordings, ownSessions, toldSessions };
    // first, while it is known what it says: nobody could look for it when this were done last, and failed
    await journal.changeRefused((text, sessionId) =>
      replaceParts(
        text,
        partsOf(text, subject, sessionId !== null && toldSessions.has(sessionId)),
        forgottenText,
      ),
    );
    return {
      marks: found.messages.flatMap((message) => marksIn(message, subject)),
      summaries: found.summaries.flatMap(({ sessionId, summary }) => {
        const parts = partsOf(summary, subject, subject.toldSessions.has(sessionId));
        const replaced = replaceParts(summary, parts, forgottenText);
        if (replaced === summary) return [];
        return [{ sessionId, before: summary, summary: replaced, summaryHash: contentHash(replaced) }];
      }),
    };
  }
}

/** All that it ever said, also as prompts and tools show it. */
function wordingsOf(memory: Memory, history: Awaited<ReturnType<Store['memoryHistory']>>): string[] {
  const earlier = history.flatMap(({ before, after }) => [before?.['content'], after?.['content']]);
  const texts = [memory.content, ...earlier.filter((text) => typeof text === 'string')];
  return [...new Set(texts.flatMap((text) => [text, oneLine(text)]))].filter((text) => text !== '');
}

const ownSessionsOf = (memory: Memory, messages: Message[]): Set<string> =>
  new Set([
    ...(memory.sessionId === null ? [] : [memory.sessionId]),
    ...memory.evidence.map(({ sessionId }) => sessionId),
    ...messages.filter((message) => isTakenFrom(message, memory)).map(({ sessionId }) => sessionId),
  ]);

function marksIn(message: Message, subject: Subject): ForgottenPlaces['marks'] {
  const { sessionId, number } = message;
  const isSource = subject.ownSessions.has(sessionId);
  const place = { sessionId, number, isSource };
  const isInCall = message.toolCalls.some((call) => partsOf(call.arguments, subject, false).length > 0);
  if (isInCall) return [{ ...place, part: null }];
  if (!isEvidence(message, subject.memory)) {
    // in words of her own the user may have said something else
    const isTold = isSource ? message.role !== 'user' : isAgentTold(message, subject);
    return partsOf(message.content, subject, isTold).map((part) => ({ ...place, part }));
  }
  const parts = sourceParts(message, subject);
  return parts.length === 0 ? [{ ...place, part: null }] : parts.map((part) => ({ ...place, part }));
}

const isAgentTold = ({ role, sessionId }: Message, { toldSessions }: Subject): boolean =>
  role === 'assistant' && toldSessions.has(sessionId);

const isTakenFrom = ({ marks }: Message, { id }: Memory): boolean =>
  marks.some((mark) => mark.memoryId === id);

const isEvidence = (message: Message, memory: Memory): boolean =>
  isTakenFrom(message, memory) ||
  memory.evidence.some(
    ({ sessionId, messages }) => sessionId === message.sessionId && messages.includes(message.number),
  );

/** Where in a message that the memory came from it stands. */
function sourceParts({ content, marks }: Message, { memory, wordings }: Subject): TextPart[] {
  const quotes = memory.evidence.map(({ quote }) => quote);
  return [
    ...marks.filter(({ memoryId }) => memoryId === memory.id).flatMap(({ part }) => part ?? []),
    ...wordings.flatMap((wording) => partsSaying(content, wording)),
    ...quotes.flatMap((quote) => partsHolding(content, quote)),
  ];
}

/** Whether a text says it word for word, be it as what was recalled by a tool. */
const saysWhole = (text: string, wordings: string[]): boolean =>
  wordings.some(
    (wording) => contentWords(wording).length >= leastWords && partsHolding(text, wording).length > 0,
  );

/** Where in a text it stands word for word; with `inOtherWords` also where it is told. */
function partsOf(text: string, { wordings }: Subject, inOtherWords: boolean): TextPart[] {
  return wordings
    .filter((wording) => inOtherWords || contentWords(wording).length >= leastWords)
    .flatMap((wording) => [
      ...partsHolding(text, wording),
      ...(inOtherWords ? partsSharing(text, wording, paraphraseShare) : []),
    ]);
}
