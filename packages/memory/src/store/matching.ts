import { z } from 'zod';
import { type MemoryFilter, type Period, relationKinds } from '../types.ts';
import type { CallFunction } from './call-function.ts';
import { moment, vectorText } from './columns.ts';
import { chunkMatch } from './documents.ts';
import { memoryRecord } from './memories.ts';
import { messageRecord } from './messages.ts';

/** A memory that a leg of a search returned. Fusing and ranking is retrieval's work. */
export const match = z.object({
  memory: memoryRecord,
  /** Cosine similarity; null without a vector on either side. */
  similarity: z.number().nullable(),
  /** BM25 over the query's words; null when none matched. */
  wordScore: z.number().nullable(),
  /**
   * `wordScore` as a share of what a memory of average length that holds every word of the query would get (the sum
   * of all their idf, words that no memory has included): 0 to 1, a little above for a short memory that holds
   * them all; null as `wordScore` is. It makes word scores of different questions and stores comparable.
   */
  wordShare: z.number().nullable(),
  /** Whether it shares a word with the query that few memories of these scopes have. */
  sharesRareWord: z.boolean(),
  /** How many valid memories these scopes hold; estimated above 2,000. */
  searched: z.number(),
});
export type Match = z.output<typeof match>;

export type MatchQuery = {
  /** Null: no vector leg (the embedder did not answer). */
  vector: number[] | null;
  embeddingModel: string | null;
  words: string[];
  /** Those of them that are frequent in a language, and maybe others: their share of the memories is believed even if there are few. */
  frequentWords?: string[];
  /** Scopes that may be read, compared whole. */
  scopes: string[];
  /** Narrows to these namespaces and those below them, by whole segments; empty: all of the scopes. */
  namespaces: string[];
  retrievalThreshold: number;
  noiseFloor: number;
  limit: number;
  filter: MemoryFilter;
  /** Also brings what was learnt then, or is true then; empty or absent: no times are asked for. */
  times?: Period[];
  /** The words without those of the times. */
  wordsBesideTimes?: string[];
  /** Narrows to this memory. */
  memoryId?: string | undefined;
};

const nearness = z.object({
  /** As in `Match`. */
  similarity: z.number().nullable(),
  wordShare: z.number().nullable(),
});
export type Nearness = z.output<typeof nearness>;

/** A past message that may answer a question, with the similarity of the messages before and after it in its session. */
export const saidMatch = nearness.extend({
  /** Of a long one, the 4,000 characters with the most words of the question. */
  message: messageRecord,
  sessionName: z.string().nullable(),
  before: nearness.nullable(),
  after: nearness.nullable(),
  /** How many messages were searched. */
  searched: z.number(),
  /** Texts of memories taken from it that were superseded or edited since. */
  superseded: z.array(z.string()),
});
export type SaidMatch = z.output<typeof saidMatch>;

export type RecallQuery = Pick<
  MatchQuery,
  'vector' | 'embeddingModel' | 'words' | 'scopes' | 'retrievalThreshold' | 'noiseFloor' | 'limit'
> & {
  frequentWords: string[];
  saidScopes: string[];
  /** The asking session: what is in its context is left out. */
  sessionId: string | null;
  saidLimit: number;
  documentScopes: string[];
  chunkLimit: number;
  /** Of memories alone. */
  filter?: MemoryFilter;
  /** Also brings what was learnt, said or is true then; empty: no times are asked for. */
  times: Period[];
  /** The words without those of the times. */
  wordsBesideTimes: string[];
} & RelatedQuery;

/** What a memory is directly related to. */
const relatedMatch = z.object({
  ofId: z.string(),
  id: z.string(),
  kind: z.enum(relationKinds),
  direction: z.enum(['to', 'from']),
  /** Undefined for the memories that were asked about. */
  memory: memoryRecord.optional(),
});
export type RelatedMatch = z.output<typeof relatedMatch>;

type RelatedQuery = {
  /** Scopes that may be read, compared whole. */
  scopes: string[];
  /** Ids to leave out. */
  unrelated: string[];
  /** The most related memories of each, besides those that were asked about. */
  relatedLimit: number;
};

const sessionMatch = z.object({
  session: z.object({ id: z.string(), name: z.string().nullable(), gist: z.string(), lastActiveAt: moment }),
  /** As in `Match`, of the gist. */
  similarity: z.number().nullable(),
  wordShare: z.number().nullable(),
  /** How many gists were searched. */
  searched: z.number(),
});
export type SessionMatch = z.output<typeof sessionMatch>;
/** Sessions by last activity, and by what they were about. A session may be in both lists. */
const sessionMatches = z.object({ recent: sessionMatch.array(), related: sessionMatch.array() });
export type SessionMatches = z.output<typeof sessionMatches>;

const recalled = z.object({
  memories: match.array(),
  related: relatedMatch.array(),
  chunks: chunkMatch.array(),
});
export type RecallMatches = z.output<typeof recalled> & { said: SaidMatch[] };

const neighbour = z.object({
  memory: memoryRecord,
  similarity: z.number().nullable(),
  wordScore: z.number().nullable(),
  sameHash: z.boolean(),
});
export type Neighbour = z.output<typeof neighbour>;
/** `id`: of a stored memory, whose vector is used if none is given. */
export type NeighbourQuery = {
  id?: string;
  vector: number[] | null;
  words: string[];
  scope: string;
  contentHash: string;
};

/** Memories by what they say. */
export const matchingMethods = (call: CallFunction) => ({
  /**
   * The union of the legs for one question: `limit` rows each of the nearest by cosine at or above `retrievalThreshold`, of the
   * word matches by BM25, and of importance ≥ 8 when above `noiseFloor` or sharing a rare word; 2 × `limit` each of the best
   * by cosine and words together × strength now, and of the pinned. Only valid (or valid at `asOf`), unexpired, not faded.
   */
  async matchMemories({
    memoryId,
    filter,
    frequentWords = [],
    times = [],
    wordsBesideTimes = [],
    ...given
  }: MatchQuery): Promise<Match[]> {
    const query = { ...given, frequentWords };
    const [found, then] = await Promise.all([
      call(match.array(), 'match_memories', { ...query, filter: { ...filter, id: memoryId } }),
      learntThen(call, { ...query, times, wordsBesideTimes }),
    ]);
    return withTimed(found, then, ({ memory }) => memory.id, moreWords);
  },
  /**
   * `matchMemories`, `listRelated` for these, `matchChunks`, and past messages (the nearest, the best by words, and the
   * best by both). Two calls at the same time, because each takes about as long as the other, and two more if times are asked for.
   */
  async recall({
    saidScopes,
    sessionId,
    saidLimit,
    times,
    wordsBesideTimes,
    filter = {},
    ...query
  }: RecallQuery): Promise<RecallMatches> {
    const { vector, embeddingModel, words, frequentWords } = query;
    const asked = { vector, embeddingModel, frequentWords, scopes: saidScopes, sessionId };
    const past = times.filter(({ isAhead = false }) => !isAhead);
    const matchSaid = (given: { words: string[]; times: Period[]; limit: number }) =>
      saidScopes.length === 0 ? [] : call(saidMatch.array(), 'match_said', { ...asked, ...given });
    const [found, said, learnt, saidThen] = await Promise.all([
      call(recalled, 'recall', { ...query, filter, relationKinds: [...relationKinds] }),
      matchSaid({ words, times: [], limit: saidLimit }),
      learntThen(call, { ...query, times, wordsBesideTimes, filter }),
      // half of what was said then is the agent's
      past.length > 0 ? matchSaid({ words: wordsBesideTimes, times: past, limit: 2 * saidLimit }) : [],
    ]);
    return {
      ...found,
      memories: withTimed(found.memories, learnt, ({ memory }) => memory.id, moreWords),
      said: withTimed(said, saidThen, ({ message }) => message.id),
    };
  },
  /** What memories are directly related to, the best of each first: by kind, then by importance. Only valid, unexpired, not faded. */
  listRelated: ({ ids, scopes, unrelated, relatedLimit }: RelatedQuery & { ids: string[] }) =>
    call(relatedMatch.array(), 'list_related', {
      ...{ ids, scopes, kinds: [...relationKinds] },
      ...{ exclude: unrelated, limit: relatedLimit },
    }),
  /**
   * Sessions of a project (null: of none) with a gist, except `sessionId`: the `recent` that were active last, and `limit` each of the
   * nearest by cosine and of the word matches.
   */
  matchSessions: (query: {
    vector: number[] | null;
    embeddingModel: string | null;
    words: string[];
    frequentWords: string[];
    project: string | null;
    sessionId: string | null;
    recent: number;
    limit: number;
  }) => call(sessionMatches, 'match_sessions', query),
  /**
   * The `limit` most important memories of `scopes` and of what the user said about themselves in `toldScopes`, and those pinned in
   * `pinnedScopes`; without a search's scores.
   */
  listImportantMemories: (query: {
    scopes: string[];
    toldScopes: string[];
    pinnedScopes: string[];
    limit: number;
  }) => call(match.array(), 'list_important_memories', query),
  /** For each candidate its best `limit` valid neighbours in its scope, by fused rank, plus the one with its hash. */
  matchNeighbours: (
    candidates: NeighbourQuery[],
    options: { noiseFloor: number; embeddingModel: string | null; limit: number },
  ) =>
    call(neighbour.array().array(), 'match_neighbours', {
      candidates: candidates.map((candidate) => ({ ...candidate, vector: vectorText(candidate.vector) })),
      ...options,
    }),
});

/** What was learnt at the times asked for, or is true then. */
const learntThen = (
  call: CallFunction,
  {
    times,
    wordsBesideTimes,
    filter = {},
    ...asked
  }: Pick<
    RecallQuery,
    | 'vector'
    | 'embeddingModel'
    | 'frequentWords'
    | 'scopes'
    | 'limit'
    | 'retrievalThreshold'
    | 'noiseFloor'
    | 'times'
    | 'wordsBesideTimes'
    | 'filter'
  >,
): Promise<Match[]> | Match[] => {
  if (times.length === 0) return [];
  const { vector, embeddingModel, frequentWords, scopes, limit, retrievalThreshold, noiseFloor } = asked;
  return call(match.array(), 'match_memories', {
    ...{ vector, embeddingModel, frequentWords, scopes, limit, retrievalThreshold, noiseFloor },
    ...{ words: wordsBesideTimes, namespaces: [], filter: { ...filter, times } },
  });
};

/** The words of a date are words of a memory that names it, and none of one that was learnt then. */
const moreWords = (one: Match, other: Match): Match =>
  (one.wordShare ?? 0) > (other.wordShare ?? 0) ? one : other;

/** The matches of any time, and those of the times asked for with their own figures, or the better of both. */
function withTimed<Item extends { searched: number }>(
  matches: Item[],
  timed: Item[],
  idOf: (item: Item) => string,
  better: (one: Item, timed: Item) => Item = (_, item) => item,
): Item[] {
  const byId = new Map(matches.map((item) => [idOf(item), item]));
  const searched = matches[0]?.searched;
  for (const item of timed) {
    const known = byId.get(idOf(item));
    const kept = known ? better(known, item) : item;
    byId.set(idOf(item), { ...kept, searched: searched ?? kept.searched });
  }
  return [...byId.values()];
}
