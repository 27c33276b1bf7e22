import { MemoryError } from '../errors.ts';
import { isFromUser } from '../extraction/speaker.ts';
import { quoteParts, mentionParts, paraphraseParts, paraphraseShare } from '../marks/mention-parts.ts';
import { replaceParts } from '../marks/replace-parts.ts';
import { forgottenText } from '../marks/without-marked.ts';
import type { Forgotten, ForgottenPlaces } from '../store/forgetting.ts';
import type { MemoryRecord } from '../store/memories.ts';
import type { Message } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import type { Actor, TextPart } from '../types.ts';
import { contentWords } from '../text/common-words.ts';
import { oneLine } from '../text/one-line.ts';
import { sessionWithout } from './session-without.ts';

export type ForgettingDependencies = {
  store: Store;
  journal: ForgettingJournal;
  onForgotten: (id: string) => void;
};

/** Messages outside the store. */
export type ForgettingJournal = {
  /** Stores waiting messages. Never throws. */
  flush(): Promise<unknown>;
  /** Changes every text in messages that the store rejected for good. */
  changeRefused(change: (text: string) => string): Promise<void>;
};

/** The memory that is being forgotten, all its past texts, and its source sessions. */
type Subject = { memory: MemoryRecord; wordings: string[]; ownSessions: Set<string> };

/** Attempts when the memory or a text of a session changes during forgetting. */
const attempts = 3;

/**
 * Erases a memory with its history and the jobs about it, in its own scope and in those that all projects share, or
 * everywhere if all projects share it. Messages stay, but
 * no model sees its mentions in the sessions that it came from or was recalled in, and they are not extracted again. Memories that were
 * merged with it, and those that consolidation wrote from it, are erased first, so that a failed call can be repeated. `messages` also
 * empties its source messages. Idempotent. Throws `conflict` if a memory keeps changing.
 */
export async function forget(
  dependencies: ForgettingDependencies,
  id: string,
  what: { messages?: boolean } = {},
  actor: Actor = { kind: 'user', id: null },
): Promise<Forgotten> {
  await dependencies.journal.flush();
  const memoryIds: string[] = [];
  for (const other of await dependencies.store.listToldWith(id)) {
    memoryIds.push(...(await forgetOne(dependencies, other, what, actor)).memoryIds);
  }
  const forgotten = await forgetOne(dependencies, id, what, actor);
  return { ...forgotten, memoryIds: [...memoryIds, ...forgotten.memoryIds] };
}

async function forgetOne(
  dependencies: ForgettingDependencies,
  id: string,
  { messages = false }: { messages?: boolean },
  actor: Actor,
): Promise<Forgotten> {
  for (let attempt = 1; ; attempt += 1) {
    const places = await findPlaces(dependencies, id);
    try {
      const forgotten = await dependencies.store.forgetMemory(id, actor, { messages, ...places });
      for (const erased of forgotten.memoryIds) dependencies.onForgotten(erased);
      return forgotten;
    } catch (error) {
      const isChanged = error instanceof MemoryError && error.code === 'conflict';
      if (!isChanged || attempt === attempts) throw error;
    }
  }
}

async function findPlaces({ store, journal }: ForgettingDependencies, id: string): Promise<ForgottenPlaces> {
  const memory = await store.getMemory(id);
  if (!memory) return { marks: [], sessions: [], shared: [] };
  const wordings = wordingsOf(memory, await store.listMemoryEvents(id));
  const found = await store.findMentions(id, [...new Set(wordings.flatMap(contentWords))]);
  const subject = { memory, wordings, ownSessions: ownSessionsOf(memory, found.messages) };
  // first, while the memory still exists: after a failure here, forgetting can be repeated
  await journal.changeRefused((text) => replaceParts(text, quotedParts(text, subject), forgottenText));
  const places: ForgottenPlaces = { marks: [], sessions: [], shared: [] };
  for (const message of found.messages) places.marks.push(...(await marksIn(message, subject)));
  for (const session of found.sessions) {
    const told = await sessionWithout(session, {
      wordings,
      toldParts: (text) => toldParts(text, subject),
    });
    if (told) places.sessions.push(told);
  }
  for (const { position, texts } of found.shared) {
    const told = await Promise.all(texts.map((text) => toldParts(text, subject)));
    if (told.flat().length > 0) places.shared.push(position);
  }
  return places;
}

/** All texts the memory ever had, also in the form that prompts and tools show. */
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

/** `part` null means the whole message. Messages of the user are not searched for paraphrases: similar words may mean something else. */
async function marksIn(message: Message, subject: Subject): Promise<ForgottenPlaces['marks']> {
  const { sessionId, number, content, toolCalls } = message;
  const place = { sessionId, number, isSource: subject.ownSessions.has(sessionId) };
  const isInCall = toolCalls.some((call) => quotedParts(call.arguments, subject).length > 0);
  if (isInCall) return [{ ...place, part: null }];
  if (!isEvidence(message, subject.memory)) {
    const parts = isFromUser(message) ? quotedParts(content, subject) : await toldParts(content, subject);
    return parts.map((part) => ({ ...place, part }));
  }
  const parts = await sourceParts(message, subject);
  return parts.length === 0 ? [{ ...place, part: null }] : parts.map((part) => ({ ...place, part }));
}

const isEvidence = ({ marks, sessionId, number }: Message, memory: MemoryRecord): boolean =>
  marks.some(({ memoryId }) => memoryId === memory.id) ||
  memory.evidence.some((one) => one.sessionId === sessionId && one.messages.includes(number));

/** The parts of a source message that contain the memory. */
async function sourceParts({ content, marks }: Message, { memory, wordings }: Subject): Promise<TextPart[]> {
  const mentions = await Promise.all(wordings.map((wording) => mentionParts(content, wording)));
  return [
    ...marks.filter(({ memoryId }) => memoryId === memory.id).flatMap(({ part }) => part ?? []),
    ...mentions.flat(),
    ...memory.evidence.flatMap(({ quote }) => quoteParts(content, quote)),
  ];
}

/** The parts that contain it word for word. */
const quotedParts = (text: string, { wordings }: Subject): TextPart[] =>
  wordings.flatMap((wording) => quoteParts(text, wording));

/** The parts that contain it word for word or paraphrased. */
async function toldParts(text: string, subject: Subject): Promise<TextPart[]> {
  const told = await Promise.all(
    subject.wordings.map((wording) => paraphraseParts(text, wording, paraphraseShare)),
  );
  return [...quotedParts(text, subject), ...told.flat()];
}
