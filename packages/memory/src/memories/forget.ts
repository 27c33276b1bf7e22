import { z } from 'zod';
import { isFromUser } from '../extraction/speaker.ts';
import { mentionParts, quoteParts } from '../marks/mention-parts.ts';
import { namesIn } from '../marks/own-names.ts';
import { cutMarked } from '../marks/cut-marked.ts';
import { replaceParts } from '../marks/replace-parts.ts';
import { forgottenText } from '../marks/without-marked.ts';
import { indexMessage } from '../sessions/index-message.ts';
import type { Forgotten, ForgottenPlaces } from '../store/forgetting.ts';
import type { MemoryRecord } from '../store/memories.ts';
import type { Message } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import type { Actor, TextPart } from '../types.ts';
import { sentenceParts } from '../marks/sentence-parts.ts';
import { talkWords } from '../retrieval/talk-words.ts';
import { contentWords } from '../text/common-words.ts';
import { readStatement, saidIn } from '../text/statement-overlap.ts';
import { sessionWithout } from './session-without.ts';
import { asShown, quotedParts, tellingSentences, toldParts, type Wordings } from './told-parts.ts';
import { untilUnchanged } from './until-unchanged.ts';

export type ForgettingDependencies = {
  store: Store;
  journal: ForgettingJournal;
  onForgotten: (id: string) => void;
  /** Called when everything is erased. Never throws. */
  onErased?: () => Promise<unknown>;
};

/** Messages outside the store. */
export type ForgettingJournal = {
  /** Stores waiting messages. Never throws. */
  flush(): Promise<unknown>;
  /** Changes every text in messages that the store rejected for good. */
  changeRefused(change: (text: string) => string): Promise<void>;
};

/**
 * The memory that is being forgotten, all its past texts, and its source sessions. `said`: its past texts, and the sentences of its
 * source messages that say it, which replies may quote instead. `names`: names and figures of it that are known from it alone, so that
 * whatever else names them repeats it, in any language and wording. `rareWords`: its words that no other message has, which repeat it in
 * `turns`: those of its sources, and those that had it in their prompt.
 */
type Subject = {
  memory: MemoryRecord;
  wordings: string[];
  said: Wordings;
  names: string[];
  rareWords: string[];
  turns: ReadonlySet<string>;
  ownSessions: Set<string>;
};

/**
 * Erases a memory with its history and the jobs about it, in its own scope and in those that all projects share, or
 * everywhere if all projects share it. Messages stay, but no model sees its mentions in the sessions that it came from, or in which it or
 * its source messages were recalled, and they are not extracted again. Memories that were
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
  await dependencies.onErased?.();
  return { ...forgotten, memoryIds: [...memoryIds, ...forgotten.memoryIds] };
}

async function forgetOne(
  dependencies: ForgettingDependencies,
  id: string,
  { messages = false }: { messages?: boolean },
  actor: Actor,
): Promise<Forgotten> {
  return untilUnchanged(async () => {
    const places = await findPlaces(dependencies, id);
    const forgotten = await dependencies.store.forgetMemory(id, actor, { messages, ...places });
    for (const erased of forgotten.memoryIds) dependencies.onForgotten(erased);
    if (!messages || forgotten.keptMessages === 0) return forgotten;
    return { ...forgotten, ...(await cutHidden(dependencies, id)) };
  });
}

/** Cuts what is hidden with a forgotten memory out of the messages that were no source of it. Returns what still holds it. */
async function cutHidden(
  { store }: ForgettingDependencies,
  id: string,
): Promise<Pick<Forgotten, 'kept' | 'keptMessages'>> {
  const { messages } = await store.findMentions(id, []);
  const isHidden = ({ marks, metadata }: Message): boolean =>
    metadata['forgotten'] !== true &&
    marks.some(({ kind, memoryId, cut = false }) => kind === 'forgotten' && memoryId === id && !cut);
  return store.cutForgotten(
    id,
    messages.filter(isHidden).map((message) => {
      const { sessionId, number, contentHash, marks } = message;
      const cut = cutMarked(message);
      return {
        ...{ sessionId, number, before: { contentHash, marks: marks.length } },
        ...{ ...cut, ...indexMessage({ ...message, ...cut }) },
      };
    }),
  );
}

const nowhere = (): ForgottenPlaces => ({ marks: [], sessions: [], shared: [], said: [], topics: [] });

async function findPlaces({ store, journal }: ForgettingDependencies, id: string): Promise<ForgottenPlaces> {
  const memory = await store.getMemory(id);
  if (!memory) return nowhere();
  const wordings = wordingsOf(memory, await store.listMemoryEvents(id));
  const quotes = memory.evidence.map(({ quote }) => quote);
  const found = await store.findMentions(id, [...new Set([...wordings, ...quotes].flatMap(contentWords))]);
  const subject = await subjectOf(memory, wordings, found.messages);
  const { said } = subject;
  // first, while the memory still exists: after a failure here, forgetting can be repeated
  await journal.changeRefused((text) => replaceParts(text, quotedParts(text, said), forgottenText));
  const places: ForgottenPlaces = { ...nowhere(), said: said.quotes };
  const telling = async (text: string) => [...(await toldParts(text, said)), ...namingParts(text, subject)];
  for (const message of found.messages) places.marks.push(...(await marksIn(message, subject)));
  for (const session of found.sessions) {
    const told = await sessionWithout(session, {
      wordings,
      toldParts: telling,
    });
    if (told) places.sessions.push(told);
  }
  for (const { position, texts } of found.shared) {
    const told = await Promise.all(texts.map(telling));
    if (told.flat().length > 0) places.shared.push(position);
  }
  for (const { id: topicId, topic } of found.topics) {
    if ((await telling(topic)).length > 0) places.topics.push(topicId);
  }
  return places;
}

async function subjectOf(memory: MemoryRecord, wordings: string[], messages: Message[]): Promise<Subject> {
  const sources = messages.filter((message) => isEvidence(message, memory));
  const located: string[] = [];
  const hidden: string[] = [];
  for (const message of sources) {
    const parts = await sourceParts(message, { memory, wordings });
    located.push(...parts.map(({ from, to }) => message.content.slice(from, to)));
    // hidden as a whole
    if (parts.length === 0) hidden.push(message.content);
  }
  const statements = [...wordings, ...asShown(located.flatMap(tellingSentences))];
  return {
    memory,
    wordings,
    said: {
      statements: [...new Set(statements)],
      quotes: [...new Set([...statements, ...asShown(hidden.flatMap(tellingSentences))])],
    },
    ...knownAlone(memory, statements, messages),
    ownSessions: new Set(
      [memory.sessionId, ...sources.map(({ sessionId }) => sessionId)].filter((id) => id !== null),
    ),
  };
}

const turnMetadata = z.object({
  turn: z.string().optional().catch(undefined),
  recalled: z.array(z.string()).catch([]).default([]),
});

/**
 * The names and words in statements that no message holds but those that tell of the memory: its sources, what agents and tools say
 * after them, and the turns in whose prompt it, or a source, was.
 */
function knownAlone(
  memory: MemoryRecord,
  statements: string[],
  messages: Message[],
): Pick<Subject, 'names' | 'rareWords' | 'turns'> {
  const sources = messages.filter((message) => isEvidence(message, memory));
  const shown = new Set([memory.id, ...sources.map(({ sessionId, number }) => `${sessionId}/${number}`)]);
  const turnOf = ({ metadata }: Message) => turnMetadata.parse(metadata);
  const isTelling = (message: Message): boolean =>
    sources.some(
      ({ sessionId, number }) =>
        sessionId === message.sessionId &&
        (number === message.number || (number < message.number && !isFromUser(message))),
    ) || turnOf(message).recalled.some((one) => shown.has(one));
  const turns = new Set(
    [...sources, ...messages.filter(isTelling)].flatMap((message) => turnOf(message).turn ?? []),
  );
  const others = messages.filter((message) => !isTelling(message) && !turns.has(turnOf(message).turn ?? ''));
  const words = [...new Set(statements.flatMap((text) => readStatement(text).words))].filter(
    (word) => word.length >= shortestRare && !talk.has(word),
  );
  return {
    names: namesIn(statements).filter((name) => others.every((message) => !isNamedIn(message, name))),
    rareWords: words.filter((word) => others.every(({ content }) => saidIn(content, [word]).length === 0)),
    turns,
  };
}

/** Letters of a word that says something by itself. */
const shortestRare = 4;
const talk = new Set(talkWords);

const isNamedIn = ({ content, toolCalls }: Message, name: string): boolean =>
  [content, ...toolCalls.map((call) => call.arguments)].some((text) => quoteParts(text, name).length > 0);

const namingParts = (text: string, { names }: Pick<Subject, 'names'>): TextPart[] =>
  names.flatMap((name) => quoteParts(text, name));

/** The sentences of a reply in a turn that knew the memory which have a word that is known from it alone. */
const rareParts = ({ content, metadata }: Message, { rareWords, turns }: Subject): TextPart[] =>
  turns.has(turnMetadata.parse(metadata).turn ?? '')
    ? sentenceParts(content).filter(({ text }) => saidIn(text, rareWords).length > 0)
    : [];

/** All texts the memory ever had, also in the form that prompts and tools show. */
function wordingsOf(memory: MemoryRecord, history: Awaited<ReturnType<Store['listMemoryEvents']>>): string[] {
  const earlier = history.flatMap(({ before, after }) => [before?.['content'], after?.['content']]);
  return asShown([memory.content, ...earlier.filter((text) => typeof text === 'string')]);
}

/** `part` null means the whole message. Messages of the user are not searched for paraphrases: similar words may mean something else. */
async function marksIn(message: Message, subject: Subject): Promise<ForgottenPlaces['marks']> {
  const { sessionId, number, content, toolCalls } = message;
  const { said } = subject;
  const place = { sessionId, number, isSource: subject.ownSessions.has(sessionId) };
  const isInCall = toolCalls.some(
    (call) => quotedParts(call.arguments, said).length > 0 || namingParts(call.arguments, subject).length > 0,
  );
  if (isInCall) return [{ ...place, part: null }];
  if (!isEvidence(message, subject.memory)) {
    const parts = isFromUser(message)
      ? quotedParts(content, said)
      : [
          ...(await toldParts(content, said)),
          ...namingParts(content, subject),
          ...rareParts(message, subject),
        ];
    return parts.map((part) => ({ ...place, part }));
  }
  const parts = await sourceParts(message, subject);
  return parts.length === 0 ? [{ ...place, part: null }] : parts.map((part) => ({ ...place, part }));
}

const isEvidence = ({ marks, sessionId, number }: Message, memory: MemoryRecord): boolean =>
  marks.some(({ memoryId }) => memoryId === memory.id) ||
  memory.evidence.some((one) => one.sessionId === sessionId && one.messages.includes(number));

/** The parts of a source message that contain the memory. */
async function sourceParts(
  { content, marks }: Message,
  { memory, wordings }: Pick<Subject, 'memory' | 'wordings'>,
): Promise<TextPart[]> {
  const mentions = await Promise.all(wordings.map((wording) => mentionParts(content, wording)));
  return [
    ...marks.filter(({ memoryId }) => memoryId === memory.id).flatMap(({ part }) => part ?? []),
    ...mentions.flat(),
    ...memory.evidence.flatMap(({ quote }) => quoteParts(content, quote)),
  ];
}
