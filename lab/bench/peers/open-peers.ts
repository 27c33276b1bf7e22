import { z } from 'zod';
import { dimensions } from '../../../packages/memory/src/embeddings/offline-embedder.ts';
import type { BenchDatabase } from '../bench-database.ts';
import type { ProgressBar } from '../../../packages/memory/testing/progress-bar.ts';
import { wanted } from '../store/bare-search.ts';
import { fillTable } from '../store/load-world.ts';
import type { InstalledPeers } from './install-peers.ts';

export type PeerQuestion = { text: string; words: string[]; vector: number[]; scope: string };
type Found = { id: string };

export type PeerSearch = {
  name: string;
  /** Returns the nearest memories of the question's scope alone. */
  search(question: PeerQuestion): Promise<Found[]>;
};
/** Another library, with a table of its own. */
export type Peer = { searches: PeerSearch[]; close(): Promise<void> };

/** What of each library is used. */
type Mem0 = {
  initialize(): Promise<void>;
  search(vector: number[], topK: number, filters: { user_id: string }): Promise<Found[]>;
  /** Null after an error, which it writes to the console. */
  keywordSearch(words: string, topK: number, filters: { user_id: string }): Promise<Found[] | null>;
  close(): Promise<void>;
};
type Mastra = {
  createIndex(index: object): Promise<void>;
  query(query: object): Promise<Found[]>;
  disconnect(): Promise<void>;
};
type LangGraph = {
  setup(): Promise<void>;
  search(namespace: string[], query: { query: string; limit: number }): Promise<{ key: string }[]>;
  stop(): Promise<void>;
};

const classOf = <Instance>() =>
  z.custom<new (settings: object) => Instance>((value) => typeof value === 'function');
const mem0Module = z.object({ PGVector: classOf<Mem0>() });
const mastraModule = z.object({ PgVector: classOf<Mastra>() });
const langGraphModule = z.object({ PostgresStore: classOf<LangGraph>() });

export type PeerSettings = {
  installed: InstalledPeers;
  /** The store's database, filled with the memories. */
  store: BenchDatabase;
  url: string;
  embed: (texts: string[]) => Promise<number[][]>;
  bar: ProgressBar;
};

/** Each lets its library create its tables in the store's database, and copies all memories into them. */
export const openers = [openMem0, openMastra, openLangGraph];

async function openMem0({ installed, store, url, bar }: PeerSettings): Promise<Peer> {
  const { PGVector } = mem0Module.parse(installed.load('mem0ai/oss'));
  const mem0 = new PGVector({
    connectionString: url,
    collectionName: 'mem0',
    embeddingModelDims: dimensions,
    hnsw: true,
  });
  await mem0.initialize();
  await fillTable(store, 'mem0', bar, () =>
    store.query(`
      insert into public.mem0 (id, vector, payload)
      select id, embedding::extensions.vector, jsonb_build_object('data', content, 'textLemmatized', content,
        'hash', md5(content), 'createdAt', created_at, 'updatedAt', updated_at, 'user_id', scope)
      from public.devai_memories`),
  );
  const search = ({ vector, scope }: PeerQuestion) => mem0.search(vector, wanted, { user_id: scope });
  return {
    searches: [
      { name: 'mem0', search },
      {
        name: 'with words',
        async search(question) {
          const words = mem0.keywordSearch(question.words.join(' '), wanted, { user_id: question.scope });
          const [found, worded] = await Promise.all([search(question), words]);
          if (worded === null) throw new Error('the word search of mem0 failed');
          return found;
        },
      },
    ],
    close: () => mem0.close(),
  };
}

async function openMastra({ installed, store, url, bar }: PeerSettings): Promise<Peer> {
  const { PgVector } = mastraModule.parse(installed.load('@mastra/pg'));
  const mastra = new PgVector({ connectionString: url });
  const indexName = 'mastra';
  await mastra.createIndex({
    indexName,
    dimension: dimensions,
    metric: 'cosine',
    indexConfig: { type: 'hnsw' },
  });
  await fillTable(store, indexName, bar, () =>
    store.query(`
      insert into public.mastra (vector_id, embedding, metadata)
      select id, embedding::extensions.vector, jsonb_build_object('text', content, 'resource_id', scope)
      from public.devai_memories`),
  );
  return {
    searches: [
      {
        name: 'Mastra',
        search: ({ vector, scope }) =>
          mastra.query({ indexName, queryVector: vector, topK: wanted, filter: { resource_id: scope } }),
      },
    ],
    close: () => mastra.disconnect(),
  };
}

async function openLangGraph({ installed, store, url, embed, bar }: PeerSettings): Promise<Peer> {
  const { PostgresStore } = langGraphModule.parse(
    installed.load('@langchain/langgraph-checkpoint-postgres/store'),
  );
  const langGraph = new PostgresStore({
    connectionOptions: url,
    index: { dims: dimensions, embed, fields: ['text'] },
  });
  await langGraph.setup();
  // it also searches namespaces that only begin alike: project-10 for project-1, unless something follows
  await fillTable(store, 'store', bar, () =>
    store.query(`
      insert into public.store (namespace_path, key, value)
      select scope || ':memories', id, jsonb_build_object('text', content) from public.devai_memories`),
  );
  await fillTable(store, 'store_vectors', bar, () =>
    store.query(`
      insert into public.store_vectors (namespace_path, key, field_path, text_content, embedding)
      select scope || ':memories', id, 'text', content, embedding::extensions.vector from public.devai_memories`),
  );
  return {
    searches: [
      {
        name: 'LangGraph',
        async search({ text, scope }) {
          const found = await langGraph.search([scope, 'memories'], { query: text, limit: wanted });
          return found.map(({ key }) => ({ id: key }));
        },
      },
    ],
    close: () => langGraph.stop(),
  };
}
