import { setTimeout } from 'node:timers/promises';
import { createOfflineEmbedder } from '../../../packages/memory/src/embeddings/offline-embedder.ts';
import { createMemory } from '../../../packages/memory/src/memory.ts';
import { documentScopes } from '../../../packages/memory/src/namespaces.ts';
import { createStore } from '../../../packages/memory/src/store/store.ts';
import { wordsOf } from '../../../packages/memory/src/text/words.ts';
import { type BenchDatabase, type BenchDriver, openBenchDatabase } from '../bench-database.ts';
import type { ProgressBar } from '../../../packages/memory/testing/progress-bar.ts';
import { pick, seededRandom } from '../../../packages/memory/testing/seeded-random.ts';
import { timed, type Times, timesOf } from '../times.ts';

export type DocumentsRun = {
  driver: BenchDriver;
  chunks: number;
  /** Chunks per second until they are found by words, and until the last one has its vector. */
  stored: number;
  embedded: number;
  search: Times;
  /** The 15 nearest and the 15 that contain most of the words, in two statements of stock SQL. */
  byHand: Times;
};

type Settings = {
  driver: BenchDriver;
  url: string | undefined;
  rows: number;
  questions: number;
  rounds: number;
  bar: ProgressBar;
};

const project = 'bench';
const chunksOfDocument = 100;
const limit = 15;
/** Words per chunk, which make about 280 tokens, and in the vocabulary. Frequencies follow natural text (Zipf). */
const wordsOfChunk = 80;
const vocabulary = 20_000;

/**
 * Ingests documents of random words into a store of its own, asks for the content of some of their sentences, and
 * drops it.
 */
export async function runDocumentsBench({ driver, url, rows, ...settings }: Settings): Promise<DocumentsRun> {
  const { questions, rounds, bar } = settings;
  const store = await openBenchDatabase(driver, url);
  try {
    const embedder = createOfflineEmbedder();
    const memory = await createMemory({ database: store.database, embeddings: embedder });
    const random = seededRandom(1);
    const started = performance.now();
    const asked: string[] = [];
    const documents = Math.ceil(rows / chunksOfDocument);
    for (let number = 0; number < documents; number += 1) {
      bar.show('documents', number, documents);
      const sections = Array.from({ length: chunksOfDocument }, (_, index) => sectionOf(index, random));
      asked.push(sections[pick(random, chunksOfDocument)]?.split(' ').slice(20, 32).join(' ') ?? '');
      const text = sections.join('');
      await memory.documents.ingest({
        ...{ path: `docs/${number}.md`, project, sourceHash: String(number), bytes: text.length },
        read: async () => ({ text, title: `Document ${number}`, kind: 'markdown' }),
      });
    }
    const stored = performance.now() - started;
    bar.show('vectors', 0, 1);
    const reader = createStore(store.database);
    while ((await reader.countUnembedded(embedder.id)) > 0) await setTimeout(200);
    const embedded = performance.now() - started;
    const [count] = await store.query('select count(*)::int as chunks from public.devai_chunks');
    const chunks = Number(count?.['chunks']);
    await store.query('vacuum analyze public.devai_chunks');
    await store.query('checkpoint');

    const scopes = documentScopes(project);
    const search: number[] = [];
    const byHand: number[] = [];
    const texts = asked.toSorted().slice(0, questions);
    const { vectors } = await embedder.embed(texts);
    for (let round = 0; round <= rounds; round += 1) {
      bar.show('questions', round, rounds);
      // round 0 only warms up
      if (round === 1) search.length = byHand.length = 0;
      for (const [index, text] of texts.entries()) {
        const vector = vectors[index] ?? null;
        const words = wordsOf(text);
        await timed(search, () =>
          reader.matchChunks({ vector, embeddingModel: embedder.id, words, scopes, limit }),
        );
        await timed(byHand, () => searchByHand(store, { vector: JSON.stringify(vector), text, scopes }));
      }
    }
    await memory.close();
    return {
      ...{ driver, chunks, stored: (chunks / stored) * 1_000, embedded: (chunks / embedded) * 1_000 },
      ...{ search: timesOf(search), byHand: timesOf(byHand) },
    };
  } finally {
    await store.close();
  }
}

async function searchByHand(
  store: BenchDatabase,
  { vector, text, scopes }: { vector: string; text: string; scopes: string[] },
): Promise<void> {
  await store.query(
    `select id, content from public.devai_chunks where scope = any($2) order by embedding operator(extensions.<=>) $1::extensions.halfvec limit ${limit}`,
    [vector, scopes],
  );
  await store.query(
    `select id, content from public.devai_chunks c
     cross join (select array_to_tsvector(array(select left(encode(sha256(convert_to(s, 'UTF8')), 'hex'), 5) || w
       from unnest($2::text[]) as s cross join unnest(string_to_array(lower($1), ' ')) as w)) as words) q
     where c.scope = any($2)
       and c.words @@ (select string_agg(quote_literal(w), '|')::tsquery from unnest(tsvector_to_array(q.words)) as w)
     order by ts_rank(c.words, (select string_agg(quote_literal(w), '|')::tsquery from unnest(tsvector_to_array(q.words)) as w)) desc
     limit ${limit}`,
    [text, scopes],
  );
}

function sectionOf(index: number, random: () => number): string {
  const words = Array.from({ length: wordsOfChunk }, () => wordOf(Math.floor(vocabulary ** random())));
  return `## Part ${index}\n\n${words.join(' ')}.\n\n`;
}

/** Returns a word by its rank of frequency. */
function wordOf(place: number): string {
  const syllables = ['ka', 'lo', 'mi', 'ten', 'sur', 'ba', 'rin', 'do', 'fel', 'wa'];
  return Array.from(String(place), (digit) => syllables[Number(digit)] ?? '').join('');
}
