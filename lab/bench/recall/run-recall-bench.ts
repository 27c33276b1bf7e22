import { createOfflineEmbedder } from '../../../packages/memory/src/embeddings/offline-embedder.ts';
import { createMemory, type Memory } from '../../../packages/memory/src/memory.ts';
import type { Database, EmbeddingModel } from '../../../packages/memory/src/ports.ts';
import { type BenchDatabase, type BenchDriver, openBenchDatabase } from '../bench-database.ts';
import type { ProgressBar } from '../../../packages/memory/testing/progress-bar.ts';
import { seededRandom } from '../../../packages/memory/testing/seeded-random.ts';
import {
  bareForms,
  type Found,
  nearestExactly,
  searchAllLegs,
  searchBoth,
  wordQueries,
} from '../store/bare-search.ts';
import { chooseBareForm, noThreshold } from '../store/choose-bare-form.ts';
import { loadWorld } from '../store/load-world.ts';
import {
  askIn,
  createWorld,
  type Question,
  scopeOfSize,
  type World,
  type WorldScope,
} from '../store/synthetic-world.ts';
import { timed, type Times, timesOf } from '../times.ts';

export type RecallFigures = {
  name: string;
  memories: number;
  recall: Times;
  /** The single call to the store during the recall. */
  search: Times;
  /** Computing the query's vector alone, as `recall` does. */
  embedding: Times;
  bareForm: string;
  /** Handwritten SQL for everything that a recall has to consider. */
  bare: Times;
  /** Handwritten SQL for only the nearest and the best by words. */
  bareBoth: Times;
  /** The mean number of memories put into the block. */
  injected: number;
};
export type RecallRun = { driver: BenchDriver; rows: number; projects: RecallFigures[] };

export type RecallBenchSettings = {
  driver: BenchDriver;
  url: string | undefined;
  rows: number;
  questions: number;
  rounds: number;
  bar: ProgressBar;
};

/** `exactLow`: the nearest of an exact scan, however far away. */
export type Asked = { text: string; question: Question; queries: string[]; exactLow: Found[] };

const seed = 1;

/** Fills a store of its own with the vectors of the offline embedder, asks its questions, and drops it. */
export async function runRecallBench(settings: RecallBenchSettings): Promise<RecallRun> {
  const { driver, url, rows, questions, rounds, bar } = settings;
  const store = await openBenchDatabase(driver, url);
  try {
    const embedder = createOfflineEmbedder();
    const world = createWorld(rows, seed);
    await loadWorld(store, world, bar, embedder);
    const searches: number[] = [];
    const memory = await createMemory({
      database: timingSearches(store.database, searches),
      embeddings: embedder,
    });
    const projects: RecallFigures[] = [];
    for (const [name, size] of [
      ['middling', rows / 100],
      ['big', rows],
    ] as const) {
      bar.show(`recall: ${name}`, projects.length, 2);
      const scope = scopeOfSize(world, size);
      const asked = await prepareQuestions({ store, world, scope, embedder, count: questions });
      projects.push(await measure({ name, store, memory, searches, embedder, scope, asked, rounds }));
    }
    await memory.close();
    return { driver, rows, projects };
  } finally {
    await store.close();
  }
}

/** Adds the time of each search: from the first of its calls until the last is answered. */
function timingSearches(database: Database, times: number[]): Database {
  let open = 0;
  let started = 0;
  return {
    ...database,
    async call(name, args) {
      if (name !== 'recall' && name !== 'match_said') return database.call(name, args);
      if (open === 0) started = performance.now();
      open += 1;
      try {
        return await database.call(name, args);
      } finally {
        open -= 1;
        if (open === 0) times.push(performance.now() - started);
      }
    },
  };
}

/** Makes up questions that have answers in a scope. */
export async function prepareQuestions({
  store,
  world,
  scope,
  embedder,
  count,
}: {
  store: BenchDatabase;
  world: World;
  scope: WorldScope;
  embedder: EmbeddingModel;
  count: number;
}): Promise<Asked[]> {
  const random = seededRandom(world.seed + 500);
  const asked: Asked[] = [];
  for (let index = 0; index < count; index += 1) {
    const { scopes, words } = askIn(world, scope, scope, random);
    const text = `What did we say about ${words.join(' ')}?`;
    const { vectors } = await embedder.embed([text]);
    const question = { scopes, words, vector: vectors[0] ?? [] };
    asked.push({
      text,
      question,
      queries: await wordQueries(store, question),
      exactLow: await nearestExactly(store, question, { embedder: embedder.id, threshold: noThreshold }),
    });
  }
  return asked;
}

async function measure({
  name,
  store,
  memory,
  searches,
  embedder,
  scope,
  asked,
  rounds,
}: {
  name: string;
  store: BenchDatabase;
  memory: Memory;
  searches: number[];
  embedder: EmbeddingModel;
  scope: WorldScope;
  asked: Asked[];
  rounds: number;
}): Promise<RecallFigures> {
  const { form } = await chooseBareForm(store, { embedder: embedder.id, forms: bareForms }, asked);
  const times = {
    recall: new Array<number>(),
    embedding: new Array<number>(),
    bare: new Array<number>(),
    bareBoth: new Array<number>(),
  };
  const { retrieval: threshold, noiseFloor } = embedder.thresholds;
  const byHand = { embedder: embedder.id, threshold, total: scope.memories };
  const project = scope.scope.split('/').at(-1) ?? null;
  let injected = 0;
  // round 0 only warms up pages, plans and compiled code
  for (let round = 0; round <= rounds; round += 1) {
    if (round === 1) {
      for (const list of [...Object.values(times), searches]) list.length = 0;
      injected = 0;
    }
    for (const { text, question, queries } of asked) {
      const calls = [
        async () => {
          // strengthening runs afterwards, off the hot path, and is measured by the store's bench
          const recalled = await timed(times.recall, () =>
            memory.recall({ text, project, topics: [], preview: true }),
          );
          if (recalled.degraded.length > 0) throw new Error(recalled.degraded.join('; '));
          injected += recalled.memories.filter((hit) => hit.injected).length;
        },
        () => timed(times.embedding, () => embedder.embed([text])),
        () =>
          timed(times.bare, () => searchAllLegs(store, form, question, { ...byHand, queries, noiseFloor })),
        () => timed(times.bareBoth, () => searchBoth(store, form, question, { ...byHand, queries })),
      ];
      // the first call reads the pages that the others then find cached
      for (const call of round % 2 === 0 ? calls : calls.toReversed()) await call();
    }
  }
  return {
    name,
    memories: scope.memories,
    recall: timesOf(times.recall),
    search: timesOf(searches),
    embedding: timesOf(times.embedding),
    bareForm: form.name,
    bare: timesOf(times.bare),
    bareBoth: timesOf(times.bareBoth),
    injected: injected / (rounds * asked.length),
  };
}
