import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { readableScopes, storedProject } from '../namespaces.ts';
import type { MemoryRecord } from '../store/memories.ts';
import type { Message } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import { withoutForgotten } from '../marks/without-marked.ts';
import { talkWords } from '../retrieval/talk-words.ts';
import { onlyAsks } from '../text/requests.ts';
import { contentWords } from '../text/common-words.ts';
import { wordsOf } from '../text/words.ts';
import { readForgetWish } from '../text/forget-wish.ts';
import { readAnswer, forgetRequest, readForgetRequest, type ForgetRequest } from '../text/forget-request.ts';

export const forgettableInput = z.strictObject({
  request: forgetRequest,
  project: fields.project,
  /** The conversation in which it was asked, and the number of the message that asks. */
  sessionId: fields.id,
  number: fields.whole.nullable(),
});
export type ForgettableInput = z.input<typeof forgettableInput>;

/**
 * What a request would erase. `messages`: those that say it and of which no memory was made; `others`: those that the memories were taken from,
 * and those that only ask about it.
 */
export type Forgettable = { memories: MemoryRecord[]; messages: Message[]; others: MessagePlace[] };
type MessagePlace = Pick<Message, 'sessionId' | 'number'>;
type Found = Pick<Forgettable, 'memories' | 'messages'>;

type Dependencies = {
  store: Pick<Store, 'listMemories' | 'listMessages' | 'searchMessages'>;
  /** Finds memories by meaning. */
  findByMeaning: (text: string, project: string | null) => Promise<MemoryRecord[]>;
};

const pageSize = 200;
const mostMessages = 200;
/** The share of a statement's words that a text has if it says it. A subject needs all of its words. */
const statedShare = 0.6;

/**
 * Finds what a request to forget is about: memories that the project reads, also those that no longer hold, and messages in which the user
 * said it or asked about it, whether or not a memory was made of them. Where no memory has the words, those that are close in meaning, if the request is
 * clear.
 */
export async function findForgettable(
  dependencies: Dependencies,
  input: ForgettableInput,
): Promise<Forgettable> {
  const { memories, messages } = await findFor(dependencies, input);
  const sources = memories.flatMap(({ evidence }) =>
    evidence.flatMap(({ sessionId, messages: numbers }) => numbers.map((number) => ({ sessionId, number }))),
  );
  const taken = new Set(sources.map(placeOf));
  const untaken = messages.filter((message) => !taken.has(placeOf(message)));
  // what was only asked is shown where there is nothing else
  const areAllShown = input.request.what === 'last' || (memories.length === 0 && !untaken.some(tells));
  const isShown = (message: Message): boolean => areAllShown || tells(message);
  const telling = untaken.filter(isShown);
  const asking = untaken.filter((message) => !isShown(message));
  const others = new Map([...sources, ...asking].map((one) => [placeOf(one), one]));
  return {
    memories,
    messages: telling,
    others: Array.from(others.values(), ({ sessionId, number }) => ({ sessionId, number })),
  };
}

const placeOf = ({ sessionId, number }: MessagePlace): string => `${sessionId}/${number}`;

/** Whether it says something, and does not only ask, or ask to forget. */
const tells = ({ content }: Message): boolean =>
  !onlyAsks(content) && readForgetRequest(content) === null && readForgetWish(content) === null;

async function findFor(dependencies: Dependencies, input: ForgettableInput): Promise<Found> {
  const { request, project } = input;
  const { store, findByMeaning } = dependencies;
  if (request.what === 'last') return findLast(dependencies, input);
  const memories: MemoryRecord[] = [];
  const ofUser = request.what === 'user';
  const matcher = ofUser ? null : matcherOf(request);
  const scopes = ofUser ? ['devai/user'] : readableScopes(project);
  for (let after: string | null = null; ;) {
    const query = { scopes, namespaces: [], includeInvalid: true, filter: {}, after, limit: pageSize };
    const page = await store.listMemories(query);
    memories.push(...page.filter((memory) => matcher?.note(textOf(memory)) ?? true));
    after = page.at(-1)?.id ?? null;
    if (page.length < pageSize) break;
  }
  if (!matcher) return { memories, messages: [] };
  const fitting = memories.filter((memory) => matcher.fits(textOf(memory)));
  const messages = await findSaid(dependencies, input, matcher.fits);
  if (fitting.length > 0 || messages.some(tells) || !request.isClear) return { memories: fitting, messages };
  return { memories: await findByMeaning(request.about, project), messages };
}

const textOf = ({ content, title, tags }: MemoryRecord): string => [content, title, ...tags].join('\n');

/** The user's last message before the request, and the memories that were taken from it. */
async function findLast(
  { store }: Dependencies,
  { sessionId, project, number }: ForgettableInput,
): Promise<Found> {
  const before = number === null ? Infinity : number;
  const after = Math.max(0, (number ?? 0) - mostMessages);
  const messages = await store.listMessages(sessionId, { after, limit: mostMessages });
  const last = messages.findLast((message) => message.number < before && isSaid(message) && isOwn(message));
  if (!last) return { memories: [], messages: [] };
  const memories = await store.listMemories({
    ...{
      scopes: readableScopes(project),
      namespaces: [],
      includeInvalid: true,
      after: null,
      limit: pageSize,
    },
    filter: { sessionId },
  });
  const isFrom = ({ evidence }: MemoryRecord): boolean =>
    evidence.some((one) => one.sessionId === sessionId && one.messages.includes(last.number));
  return { memories: memories.filter(isFrom), messages: [last] };
}

/** Whether it is about something itself, and no answer or request about forgetting. */
const isOwn = ({ content }: Message): boolean =>
  readAnswer(content) === null && readForgetRequest(content) === null;

/** Messages of the user that say something about it. */
async function findSaid(
  { store }: Dependencies,
  { request, project, sessionId, number }: ForgettableInput,
  isAbout: (text: string) => boolean,
): Promise<Message[]> {
  const words = [...new Set(contentWords(request.about))];
  if (words.length === 0) return [];
  const found = await store.searchMessages({
    ...{ words, project: storedProject(project), sessionId: null, since: null, until: null },
    limit: mostMessages,
  });
  return found
    .map(({ message }) => withoutForgotten(message))
    .filter((message) => isSaid(message) && isAbout(message.content))
    .filter((message) => message.sessionId !== sessionId || message.number !== number)
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.number - b.number);
}

const isSaid = ({ role, type, content }: Message): boolean =>
  role === 'user' && type !== 'notice' && content.trim() !== '';

/** Between two subjects: "my cats and my dog". */
const conjunction =
  /\s*[,;&]\s*(?:and |und )?|\s+(?:and|or|und|oder|as well as|sowie)\s+|\s*(?:และ|กับ|หรือ|ทั้ง(?!หมด))\s*/iu;

type Matcher = {
  /** Whether a text may fit. Those that fit best are known when all were noted. */
  note: (text: string) => boolean;
  fits: (text: string) => boolean;
};

/** Returns what tells whether a text is about what is to be forgotten. What other clauses name is in the texts that have most of their words. */
function matcherOf({ what, about }: ForgetRequest): Matcher {
  const separator = what === 'named' ? /;\s*/u : conjunction;
  const parts = (what === 'statement' ? [about] : about.split(separator))
    .map(wordsFor)
    .filter((words) => words.length > 0)
    .map((words) => ({ words, best: 1 }));
  const least = what === 'subject' ? 1 : statedShare;
  const scoresOf = (text: string): number[] => {
    const said = new Set(wordsOf(text));
    return parts.map(({ words }) => {
      const count = words.filter((word) => hasForm(said, word)).length;
      return what === 'named' ? count : Number(count >= least * words.length);
    });
  };
  return {
    note(text) {
      const scores = scoresOf(text);
      for (const [index, part] of parts.entries()) part.best = Math.max(part.best, scores[index] ?? 0);
      return scores.some((score) => score > 0);
    },
    fits: (text) => scoresOf(text).some((score, index) => score >= (parts[index]?.best ?? 1)),
  };
}

/** The words that name a subject; words of conversation only where there are no others. */
function wordsFor(text: string): string[] {
  // "my son's diagnosis" is about the son
  const words = [...new Set(contentWords(text.replaceAll(/['’]s(?!\p{L})/gu, '')))];
  const naming = words.filter((word) => !talk.has(word));
  return naming.length > 0 ? naming : words;
}

const talk = new Set(talkWords.flatMap(wordsOf));

/** Letters that two forms of a word have in common, at least, and those in which they may differ at their ends. */
const leastStem = 3;
const longestEnding = 2;
/** The same of long words: "Allergie" and "allergisch". */
const longStem = 6;
const endingOfLong = 4;
/** Letters of a part of a compound at its beginning ("Latex" in "Latexallergie") and at its end ("Nummer" in "Telefonnummer"). */
const leastFirst = 5;
const leastLast = 4;

function hasForm(said: ReadonlySet<string>, word: string): boolean {
  if (said.has(word)) return true;
  return [...said].some((other) => areForms(word, other) || isPart(word, other) || isPart(other, word));
}

/** "cats" and "cat", "Katzen" and "Katze", "allergisch" and "allergische". */
function areForms(one: string, other: string): boolean {
  if (/\p{N}/u.test(one + other)) return false;
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  const ends = Math.max(one.length, other.length) - shared;
  if (shared >= longStem && ends <= endingOfLong) return true;
  return shared >= leastStem && ends <= longestEnding && (ends < 2 || shared > leastStem);
}

const isPart = (part: string, compound: string): boolean =>
  /^\p{sc=Latin}+$/u.test(part + compound) &&
  compound.length - part.length >= leastStem &&
  ((part.length >= leastFirst && compound.startsWith(part)) ||
    (part.length >= leastLast && compound.endsWith(part)));
