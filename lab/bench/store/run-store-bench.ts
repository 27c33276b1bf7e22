import { type BenchDriver, openBenchDatabase } from '../bench-database.ts';
import type { ProgressBar } from '../../../packages/memory/testing/progress-bar.ts';
import type { BareForm } from './bare-search.ts';
import { loadWorld } from './load-world.ts';
import { type ConcurrencyFigures, measureConcurrency } from './measure-concurrency.ts';
import { type DecayFigures, measureDecay } from './measure-decay.ts';
import { type ImportFigures, measureImport } from './measure-import.ts';
import { measureReinforcement, type ReinforcementFigures } from './measure-reinforcement.ts';
import { measureSearch, type SearchFigures } from './measure-search.ts';
import { measureSize, type SizeFigures } from './measure-size.ts';
import { createWorld } from './synthetic-world.ts';

export type StoreFigures = {
  driver: BenchDriver;
  rows: number;
  /** Seconds for filling an empty store and creating its indexes. */
  loading: number;
  search: SearchFigures[];
  /** Null if calls run one at a time. */
  concurrency: ConcurrencyFigures | null;
  reinforcement: ReinforcementFigures;
  decay: DecayFigures;
  size: SizeFigures;
  import: ImportFigures;
};

export type StoreBenchSettings = {
  driver: BenchDriver;
  url: string | undefined;
  rows: number;
  /** Questions per class of scopes. */
  questions: number;
  rounds: number;
  /** The handwritten forms that the library is compared with; the best is used. */
  forms: BareForm[];
  /** Rows imported through the library, in addition to the existing ones. */
  imported: number;
  bar: ProgressBar;
};

const seed = 1;

/** Fills a store of its own, measures it, and drops it. */
export async function runStoreBench(settings: StoreBenchSettings): Promise<StoreFigures> {
  const { driver, url, rows, questions, rounds, forms, imported, bar } = settings;
  const store = await openBenchDatabase(driver, url);
  try {
    const world = createWorld(rows, seed);
    const started = performance.now();
    await loadWorld(store, world, bar);
    const loading = (performance.now() - started) / 1_000;
    return {
      driver,
      rows,
      loading,
      search: await measureSearch(store, world, { questions, rounds, forms, bar }),
      concurrency: store.database.capabilities.concurrentConnections
        ? await measureConcurrency(store, world, bar)
        : null,
      reinforcement: await measureReinforcement(store, world, bar),
      decay: await measureDecay(store),
      size: await measureSize(store),
      import: await measureImport(store, imported, bar),
    };
  } finally {
    await store.close();
  }
}
