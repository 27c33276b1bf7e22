import { setTimeout as pause } from 'node:timers/promises';
import { createStore } from '../../../packages/memory/src/store/store.ts';
import type { BenchDatabase } from '../bench-database.ts';
import { percentile } from '../../../packages/memory/testing/percentile.ts';
import type { ProgressBar } from '../../../packages/memory/testing/progress-bar.ts';
import { pick, seededRandom } from '../../../packages/memory/testing/seeded-random.ts';
import { wanted } from './bare-search.ts';
import { benchEmbedder } from './load-world.ts';
import { askIn, type Question, scopeOfSize, type World } from './synthetic-world.ts';

const readers = 8;
const writers = 2;
/** Searches per reader. */
const searches = 40;
/** Milliseconds between two statements of a writer. */
const writersPause = 5;

export type ConcurrencyFigures = {
  readers: number;
  writers: number;
  searches: number;
  written: number;
  errors: string[];
  p50: number;
  p95: number;
};

/**
 * Measures readers that search without a pause and reinforce what they found, as a turn does, while writers add
 * statements to the same projects. Every error is counted, and none is retried.
 */
export async function measureConcurrency(
  store: BenchDatabase,
  world: World,
  bar: ProgressBar,
): Promise<ConcurrencyFigures> {
  const memories = createStore(store.database);
  const times: number[] = [];
  const errors: string[] = [];
  let written = 0;
  const done = new AbortController();
  const note = (error: unknown) => void errors.push(error instanceof Error ? error.message : String(error));

  const read = async (reader: number) => {
    const random = seededRandom(world.seed + 1_000 + reader);
    for (let search = 0; search < searches; search += 1) {
      bar.show('readers and writers', times.length, readers * searches);
      const asked = scopeOfSize(world, world.total / 10 ** pick(random, 4));
      const question = askIn(world, asked, asked, random);
      const started = performance.now();
      try {
        const matches = await memories.matchMemories(toQuery(question));
        times.push(performance.now() - started);
        await memories.reinforceMemories(matches.slice(0, wanted).map(({ memory }) => memory.id));
      } catch (error) {
        note(error);
      }
    }
  };
  const write = async (writer: number) => {
    const random = seededRandom(world.seed + 2_000 + writer);
    while (!done.signal.aborted) {
      const asked = scopeOfSize(world, world.total / 10 ** pick(random, 4));
      const { vector, words } = askIn(world, asked, asked, random);
      try {
        await memories.remember(
          toStatement({ vector, words, namespace: asked.scope, number: `${writer}-${written}` }),
          { kind: 'user', id: null },
          'bench',
        );
        written += 1;
      } catch (error) {
        note(error);
      }
      await pause(writersPause);
    }
  };

  const writing = Array.from({ length: writers }, (_, writer) => write(writer));
  await Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)));
  done.abort();
  await Promise.all(writing);
  return {
    readers,
    writers,
    searches: times.length,
    written,
    errors,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
  };
}

const toQuery = ({ vector, words, scopes }: Question) => ({
  vector,
  embeddingModel: benchEmbedder,
  words,
  scopes,
  namespaces: [],
  retrievalThreshold: 0.3,
  noiseFloor: 0.15,
  limit: wanted,
  filter: {},
});

function toStatement({
  vector,
  words,
  namespace,
  number,
}: {
  vector: number[];
  words: string[];
  namespace: string;
  number: string;
}) {
  return {
    id: crypto.randomUUID(),
    content: `${words.join(' ')} ${number}`,
    title: null,
    vector,
    embeddingModel: benchEmbedder,
    contentHash: `written ${number}`,
    words,
    memoryType: 'semantic' as const,
    category: 'other' as const,
    namespace,
    priority: 'medium' as const,
    importance: 5,
    source: 'discovery' as const,
    tags: [],
    metadata: {},
    evidence: [],
    trust: 'agent' as const,
    sessionId: null,
  };
}
