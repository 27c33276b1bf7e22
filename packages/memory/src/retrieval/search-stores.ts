import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { MemoryError } from '../errors.ts';
import { documentScopes, readableScopes, saidScopes, storedProject } from '../namespaces.ts';
import type { ChunkRecord, DocumentRecord } from '../store/documents.ts';
import type { Nearness, SessionMatch } from '../store/matching.ts';
import type { MemoryRecord } from '../store/memories.ts';
import type { Message } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import { withTimeLimit } from '../time-limit.ts';
import { prepareQuery, type SearchDependencies } from './hybrid-search.ts';
import { checkedLimit } from './checked-limit.ts';
import { evidenceText, judgeAll, judgedBy, type Judged } from './judge-all.ts';
import { rankChunks } from './passages.ts';
import { rank } from './rank.ts';
import type { Judgement } from './relevance.ts';
import { evidenceFor } from './reason.ts';
import { rankSaid } from './said.ts';

/** The stores that can be searched. */
export const storeNames = ['memories', 'messages', 'sessions', 'documents'] as const;
export type StoreName = (typeof storeNames)[number];

export const searchStoresInput = z.strictObject({
  text: z.string(),
  /** The project whose items are searched; null: items without a project. */
  project: fields.project,
  stores: z.enum(storeNames).array().readonly(),
  /** The maximum number of items. Default: `retrieval.limit`. */
  limit: fields.amount,
  signal: fields.signal,
});
export type SearchStoresInput = z.input<typeof searchStoresInput>;

/** A hit, with the store that it comes from. */
export type StoreHit = {
  /**
   * The relevance of the item; of a memory multiplied by its strength, of a message with its neighbours' share, with
   * which it can exceed 1. Comparable over all stores.
   */
  score: number;
  /** Whether a recall would put it into a prompt. */
  isRelevant: boolean;
  reason: string;
} & (
  | { store: 'memories'; memory: MemoryRecord }
  | { store: 'messages'; message: Message; sessionName: string | null }
  | { store: 'sessions'; session: SessionMatch['session'] }
  | {
      store: 'documents';
      document: Pick<DocumentRecord, 'id' | 'path' | 'title' | 'project'>;
      chunk: ChunkRecord;
    }
);

type Dependencies = SearchDependencies & {
  store: SearchDependencies['store'] & Pick<Store, 'matchSessions'>;
};

/**
 * Searches several stores for people and tools, and ranks the hits together. Makes at most one embedding request and
 * two store calls. Does not abstain and strengthens nothing. If the embedder fails, only words are searched, and
 * `degraded` says so. Throws what the store throws, `invalid_input`, and the reason of an aborted signal.
 */
export async function searchStores(
  dependencies: Dependencies,
  { text, project, stores, limit: wanted, signal }: SearchStoresInput,
): Promise<{ hits: StoreHit[]; degraded: string[] }> {
  const { store, embeddings, options } = dependencies;
  if (text.trim() === '') throw new MemoryError('invalid_input', 'text: needs something to search for');
  const limit = checkedLimit(wanted ?? options.retrieval.limit);
  const { query, embedded } = await prepareQuery(dependencies, {
    ...{
      text,
      project,
      agent: null,
      sessionId: null,
      topics: [],
      isMessage: false,
      namespaces: [],
      filter: {},
    },
    ...{ exclude: new Set(), keepPinned: false, limit, signal },
  });
  const { vector, thresholds, degraded } = embedded;
  const asked = {
    vector,
    embeddingModel: vector && embeddings ? embeddings.id : null,
    words: query.words,
    frequentWords: query.frequentWords,
  };
  const wants = (name: StoreName): boolean => stores.includes(name);
  const [found, sessions] = await withTimeLimit(
    () =>
      Promise.all([
        store.recall({
          ...asked,
          scopes: wants('memories') ? readableScopes(project) : [],
          retrievalThreshold: thresholds?.noiseFloor ?? 1,
          noiseFloor: thresholds?.noiseFloor ?? 1,
          limit,
          unrelated: [],
          relatedLimit: 0,
          saidScopes: wants('messages') ? saidScopes(project) : [],
          sessionId: null,
          saidLimit: limit,
          documentScopes: wants('documents') ? documentScopes(project) : [],
          chunkLimit: limit,
          times: [],
          wordsBesideTimes: [],
        }),
        wants('sessions')
          ? store.matchSessions({
              ...asked,
              project: storedProject(project),
              sessionId: null,
              recent: 0,
              limit,
            })
          : { recent: [], related: [] },
      ]),
    { milliseconds: options.retrieval.searchTimeout, signal },
  );
  const question = { thresholds, wordCount: query.wordCount, isOfAsker: query.isOfAsker };
  const memories = rank(found.memories, {
    ...{
      ...question,
      limit,
      exclude: new Set<string>(),
      keepPinned: false,
      keepsAll: true,
      overviewScopes: null,
    },
  });
  const said = rankSaid(found.said, question);
  const hits: StoreHit[] = [
    ...memories.hits.flatMap((hit): StoreHit[] =>
      hit.standing === 'kept'
        ? [{ ...figuresOf(hit), reason: evidenceFor(hit), store: 'memories', memory: hit.memory }]
        : [],
    ),
    ...said.map(({ message, sessionName, ...hit }): StoreHit => ({
      ...{ ...figuresOf(hit), reason: evidenceText(hit.judgement) },
      ...{ store: 'messages', message, sessionName },
    })),
    ...judgeAll(sessions.related, question).map((one): StoreHit => ({
      ...judged(one),
      store: 'sessions',
      session: one.match.session,
    })),
    ...rankChunks(found.chunks, question).map((one): StoreHit => ({
      ...judged(one),
      ...{ store: 'documents', document: one.match.document, chunk: one.match.chunk },
    })),
  ];
  return {
    hits: hits
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit),
    degraded,
  };
}

const figuresOf = ({ score, judgement }: { score: number; judgement: Judgement }) => ({
  score,
  isRelevant: judgement.isRelevant,
});

const judged = (one: Judged<Nearness>) => ({
  ...figuresOf({ score: one.judgement.relevance, judgement: one.judgement }),
  reason: judgedBy(one),
});
