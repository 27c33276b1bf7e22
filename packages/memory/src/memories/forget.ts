import { MemoryError } from '../errors.ts';
import { partsHolding, partsSaying, partsSharing, paraphraseShare } from '../marks/parts-saying.ts';
import { replaceParts } from '../marks/replace-parts.ts';
import { forgottenText } from '../marks/without-marked.ts';
import type { Forgotten, ForgottenPlaces } from '../store/forgetting.ts';
import type { MemoryRecord } from '../store/memories.ts';
import type { Message } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import type { Actor, TextPart } from '../types.ts';
import { contentHash } from '../text/content-hash.ts';
import { contentWords } from '../text/common-words.ts';
import { oneLine } from '../text/one-line.ts';

type Dependencies = {
  store: Pick<Store, 'getMemory' | 'listMemoryEvents' | 'findMentions' | 'forgetMemory'>;
  journal: ForgettingJournal;
  onForgotten: (id: string) => void;
};

/** Messages that are not in the store. */
export type ForgettingJournal = {
  /** Stores what waits. Never throws. */
  flush(): Promise<unknown>;
  /** Changes every text of what the store refused for good. */
  changeRefused(change: (text: string) => string): Promise<void>;
};

/** What is being forgotten: the memory, all that it ever said, and the sessions that it came from. */
type Subject = { memory: MemoryRecord; wordings: string[]; ownSessions: Set<string> };

/** How often forgetting starts again after somebody else changed the memory or a summary in between. */
const attempts = 3;

/**
 * Erases a memory, its history and the jobs about it. Messages keep what was said; where the memory stands in the sessions that it came
 * from, or was recalled in, it is hidden from every model and teaches nothing more. With `messages` those that it came from are
 * emptied. Idempotent. Throws `conflict` when the memory changes again and again meanwhile.
 */
export function createForget({ store, journal, onForgotten }: Dependencies) {
  return async function forget(
    id: string,
    { messages = false }: { messages?: boolean } = {},
    actor: Actor = { kind: 'user', id: null },
  ): Promise<Forgotten> {
    await journal.flush();
    for (let attempt = 1; ; attempt += 1) {
      const places = await findPlaces(id);
      try {
        const forgotten = await store.forgetMemory(id, actor, { messages, ...places });
        onForgotten(id);
        return forgotten;
      } catch (error) {
        const isChanged = error instanceof MemoryError && error.code === 'conflict';
        if (!isChanged || attempt === attempts) throw error;
      }
    }
  };

  async function findPlaces(id: string): Promise<ForgottenPlaces> {
    const memory = await store.getMemory(id);
    if (!memory) return { marks: [], summaries: [] };
    const wordings = wordingsOf(memory, await store.listMemoryEvents(id));
    const found = await store.findMentions(id, [...new Set(wordings.flatMap(contentWords))]);
    const subject = { memory, wordings, ownSessions: ownSessionsOf(memory, found.messages) };
    // first, while the memory can still be looked up: after a failure here it can be forgotten once more
    await journal.changeRefused((text) => replaceParts(text, quotedParts(text, subject), forgottenText));
    return {
      marks: found.messages.flatMap((message) => marksIn(message, subject)),
      summaries: found.summaries.flatMap(({ sessionId, summary }) => {
        const replaced = replaceParts(summary, toldParts(summary, subject), forgottenText);
        if (replaced === summary) return [];
        return [{ sessionId, before: summary, summary: replaced, summaryHash: contentHash(replaced) }];
      }),
    };
  }
}

/** All that the memory ever said, also as prompts and tools show it. */
function wordingsOf(memory: MemoryRecord, history: Awaited<ReturnType<Store['listMemoryEvents']>>): string[] {
  const earlier = history.flatMap(({ before, after }) => [before?.['content'], after?.['content']]);
  const texts = [memory.content, ...earlier.filter((text) => typeof text === 'string')];
  return [...new Set(texts.flatMap((text) => [text, oneLine(text)]))].filter((text) => text !== '');
}

const ownSessionsOf = (memory: MemoryRecord, messages: Message[]): Set<string> =>
  new Set(
    [
      memory.sessionId,
      ...messages.filter((one) => isEvidence(one, memory)).map(({ sessionId }) => sessionId),
    ].filter((id) => id !== null),
  );

/** Null for `part`: the whole message. The user may have said something else in words like these; the agent repeats. */
function marksIn(message: Message, subject: Subject): ForgottenPlaces['marks'] {
  const { sessionId, number, role, content, toolCalls } = message;
  const place = { sessionId, number, isSource: subject.ownSessions.has(sessionId) };
  const isInCall = toolCalls.some((call) => quotedParts(call.arguments, subject).length > 0);
  if (isInCall) return [{ ...place, part: null }];
  if (!isEvidence(message, subject.memory)) {
    const parts = role === 'user' ? quotedParts(content, subject) : toldParts(content, subject);
    return parts.map((part) => ({ ...place, part }));
  }
  const parts = sourceParts(message, subject);
  return parts.length === 0 ? [{ ...place, part: null }] : parts.map((part) => ({ ...place, part }));
}

const isEvidence = ({ marks, sessionId, number }: Message, memory: MemoryRecord): boolean =>
  marks.some(({ memoryId }) => memoryId === memory.id) ||
  memory.evidence.some((one) => one.sessionId === sessionId && one.messages.includes(number));

/** Where in a message that the memory came from it stands. */
function sourceParts({ content, marks }: Message, { memory, wordings }: Subject): TextPart[] {
  return [
    ...marks.filter(({ memoryId }) => memoryId === memory.id).flatMap(({ part }) => part ?? []),
    ...wordings.flatMap((wording) => partsSaying(content, wording)),
    ...memory.evidence.flatMap(({ quote }) => partsHolding(content, quote)),
  ];
}

/** Where a text says it word for word. */
const quotedParts = (text: string, { wordings }: Subject): TextPart[] =>
  wordings.flatMap((wording) => partsHolding(text, wording));

/** Where a text says it, be it in other words. */
const toldParts = (text: string, subject: Subject): TextPart[] => [
  ...quotedParts(text, subject),
  ...subject.wordings.flatMap((wording) => partsSharing(text, wording, paraphraseShare)),
];
