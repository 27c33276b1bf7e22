import { withoutForgotten } from '../marks/without-marked.ts';
import { storedProject } from '../namespaces.ts';
import type { MemoryOptions } from '../options.ts';
import type { Message } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import type { MemoryFilter } from '../types.ts';
import { wordsOf } from '../text/words.ts';
import type { HybridSearchInput } from './hybrid-search.ts';
import { withTimeLimit } from '../time-limit.ts';

/** A past message. `score` is its word score plus half of its neighbours' scores; comparable within one search. */
export type MessageHit = { message: Message; score: number };

type Found = { message: Message; wordScore: number };

/** Messages fetched per returned message, so that neighbours are among them. */
const candidatesPerHit = 4;
/**
 * The share of a neighbour's figures that is added: adjacent messages are about the same subject, and an answer
 * seldom repeats the question's words.
 */
const neighbourPart = 0.5;
/** The minimum share of the question's words in a message, with half of its neighbours' shares. Less is chance. */
const leastShare = 0.2;

/**
 * Searches the project's past messages by words; without words, lists the user's messages of a period. Neighbouring
 * messages add to the score, and ties go to the newest message. Forgotten parts are left out, and for a prompt what the user keeps out of it.
 */
export async function searchMessages(
  { store, options }: { store: Pick<Store, 'searchMessages'>; options: MemoryOptions },
  words: string[],
  { project, filter, limit, signal }: HybridSearchInput,
  { forPrompt = false }: { forPrompt?: boolean | undefined } = {},
): Promise<MessageHit[]> {
  if (words.length === 0 && !filter.since && !filter.until) return [];
  const found = await withTimeLimit(
    () =>
      store.searchMessages({
        words,
        project: storedProject(project),
        sessionId: filter.sessionId ?? null,
        since: filter.since ?? null,
        until: endOf(filter),
        limit: limit * candidatesPerHit,
        forPrompt,
      }),
    { milliseconds: options.retrieval.searchTimeout, signal },
  );
  const readable = found.map((one) => ({ ...one, message: withoutForgotten(one.message) }));
  return rankMessages(readable, words).slice(0, limit);
}

/** Returns the exclusive end of the period: `asOf` includes its own millisecond, `until` does not. */
function endOf({ until, asOf }: MemoryFilter): Date | null {
  const after = asOf && new Date(asOf.getTime() + 1);
  if (until && after) return until < after ? until : after;
  return until ?? after ?? null;
}

/** Drops messages that share too few words, and sorts the rest, best first. */
export function rankMessages(found: Found[], words: string[]): MessageHit[] {
  const share = withNeighbours(found, ({ message }) => shareOf(message, words));
  const score = withNeighbours(found, ({ wordScore }) => wordScore);
  return found
    .filter((one) => share(one) >= leastShare)
    .map((one) => ({ message: one.message, score: score(one) }))
    .toSorted((a, b) => b.score - a.score || b.message.createdAt.getTime() - a.message.createdAt.getTime());
}

function shareOf({ content, toolCalls }: Message, words: string[]): number {
  if (words.length === 0) return 1;
  const own = new Set(wordsOf([content, ...toolCalls.map((call) => call.arguments)].join('\n')));
  return words.filter((word) => own.has(word)).length / words.length;
}

/** Returns a function that adds half of the figures of the messages before and after a message in its session. */
function withNeighbours(found: Found[], figureOf: (one: Found) => number): (one: Found) => number {
  const figures = new Map(found.map((one) => [place(one.message, 0), figureOf(one)]));
  const at = (message: Message, offset: number): number => figures.get(place(message, offset)) ?? 0;
  return ({ message }) => at(message, 0) + neighbourPart * (at(message, -1) + at(message, 1));
}

const place = ({ sessionId, number }: Message, offset: number): string => `${sessionId} ${number + offset}`;
