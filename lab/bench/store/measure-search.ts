import type { Match } from '../../../packages/memory/src/store/matching.ts';
import { createStore, type Store } from '../../../packages/memory/src/store/store.ts';
import type { BenchDatabase } from '../bench-database.ts';
import { timed, timesOf, type Times } from '../times.ts';
import type { ProgressBar } from '../../../packages/memory/testing/progress-bar.ts';
import { seededRandom } from '../../../packages/memory/testing/seeded-random.ts';
import {
  type BareForm,
  type Found,
  nearestExactly,
  searchBoth,
  searchVector,
  wanted,
  wordQueries,
} from './bare-search.ts';
import { chooseBareForm, type ChosenForm, noThreshold } from './choose-bare-form.ts';
import { benchEmbedder } from './load-world.ts';
import { type Recall, share, summarise } from './recall-figures.ts';
import { askIn, type Question, scopeOfSize, type World, type WorldScope } from './synthetic-world.ts';

/**
 * The threshold of a usual embedder. `low`: nothing is too far away, so the nearest memories of a foreign scope must
 * be found.
 */
const thresholds = { usual: 0.3, low: noThreshold };
const noiseFloor = 0.15;

type ScopeClass = { name: string; asked: WorldScope; about: WorldScope };
type PreparedClass = ScopeClass & { cases: Case[] };
type Case = { question: Question; queries: string[]; exact: Found[]; exactLow: Found[] };

export type SearchSettings = {
  /** Questions per class. */
  questions: number;
  rounds: number;
  /** The handwritten forms to try. */
  forms: BareForm[];
  bar: ProgressBar;
};

export type SearchFigures = {
  name: string;
  memories: number;
  questions: number;
  recall: Recall;
  recallLow: Recall;
  bareForm: string;
  bareRecall: Recall;
  hybrid: { library: Times; bare: Times };
  vector: { library: Times; bare: Times };
  vectorLow: Times;
};

/**
 * Measures, for each class of scopes, how many of the nearest 15 memories the library's call finds, and how long it
 * takes compared with handwritten SQL for the same question, both through the same driver, in turns.
 */
export async function measureSearch(
  store: BenchDatabase,
  world: World,
  { questions, rounds, forms, bar }: SearchSettings,
): Promise<SearchFigures[]> {
  const memories = createStore(store.database);
  const classes: PreparedClass[] = [];
  for (const [index, scopeClass] of scopeClasses(world).entries()) {
    classes.push({ ...scopeClass, cases: await prepareCases(store, world, scopeClass, questions, index) });
  }
  const figures: SearchFigures[] = [];
  for (const [done, scopeClass] of classes.entries()) {
    bar.show(`search: ${scopeClass.name}`, done, classes.length);
    const asked = classes.filter((one) => one.asked === scopeClass.asked);
    const bare = await chooseBareForm(
      store,
      { embedder: benchEmbedder, forms },
      asked.flatMap(({ cases }) => cases),
    );
    figures.push(await measureClass({ store, memories, scopeClass, bare, rounds }));
  }
  return figures;
}

function scopeClasses(world: World): ScopeClass[] {
  const small = scopeOfSize(world, 300);
  const middling = scopeOfSize(world, world.total / 100);
  const big = scopeOfSize(world, world.total);
  const foreign = scopeOfSize(world, world.total / 20);
  return [
    { name: 'small', asked: small, about: small },
    { name: 'middling', asked: middling, about: middling },
    { name: 'big', asked: big, about: big },
    { name: 'small, foreign question', asked: small, about: foreign },
    { name: 'middling, foreign question', asked: middling, about: foreign },
    { name: 'big, foreign question', asked: big, about: foreign },
  ];
}

async function prepareCases(
  store: BenchDatabase,
  world: World,
  { asked, about }: ScopeClass,
  count: number,
  seed: number,
): Promise<Case[]> {
  const random = seededRandom(world.seed + 100 + seed);
  const cases: Case[] = [];
  for (let index = 0; index < count; index += 1) {
    const question = askIn(world, asked, about, random);
    const exactLow = await nearestExactly(store, question, {
      embedder: benchEmbedder,
      threshold: thresholds.low,
    });
    cases.push({
      question,
      queries: await wordQueries(store, question),
      exact: exactLow.filter(({ similarity }) => (similarity ?? -1) >= thresholds.usual),
      exactLow,
    });
  }
  return cases;
}

async function measureClass({
  store,
  memories,
  scopeClass: { name, asked, cases },
  bare: { form, recall: bareRecall },
  rounds,
}: {
  store: BenchDatabase;
  memories: Store;
  scopeClass: PreparedClass;
  bare: ChosenForm;
  rounds: number;
}): Promise<SearchFigures> {
  const total = asked.memories;
  const search = (question: Question, words: string[], retrievalThreshold: number): Promise<Match[]> =>
    memories.matchMemories({
      vector: question.vector,
      embeddingModel: benchEmbedder,
      words,
      scopes: question.scopes,
      namespaces: [],
      retrievalThreshold,
      noiseFloor,
      limit: wanted,
      filter: {},
    });
  const times = { hybrid: emptyTimes(), vector: emptyTimes(), vectorLow: emptyTimes() };
  const recalls: number[] = [];
  const recallsLow: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { question, queries, exact, exactLow } of cases) {
      const found: Match[][] = [];
      const calls = [
        async () =>
          found.push(
            await timed(times.hybrid.library, () => search(question, question.words, thresholds.usual)),
          ),
        () =>
          timed(times.hybrid.bare, () =>
            searchBoth(store, form, question, {
              embedder: benchEmbedder,
              threshold: thresholds.usual,
              queries,
              total,
            }),
          ),
        async () =>
          found.push(await timed(times.vector.library, () => search(question, [], thresholds.usual))),
        () =>
          timed(times.vector.bare, () =>
            searchVector(store, form, question, { embedder: benchEmbedder, threshold: thresholds.usual }),
          ),
      ];
      // the first call reads the pages that the others then find cached
      for (const call of round % 2 === 0 ? calls : calls.toReversed()) await call();
      const low = await timed(times.vectorLow.library, () => search(question, [], thresholds.low));
      recalls.push(...found.map((matches) => shareFound(exact, matches)));
      recallsLow.push(shareFound(exactLow, low));
    }
  }
  return {
    name,
    memories: total,
    questions: cases.length,
    recall: summarise(recalls),
    recallLow: summarise(recallsLow),
    bareForm: form.name,
    bareRecall,
    hybrid: { library: timesOf(times.hybrid.library), bare: timesOf(times.hybrid.bare) },
    vector: { library: timesOf(times.vector.library), bare: timesOf(times.vector.bare) },
    vectorLow: timesOf(times.vectorLow.library),
  };
}

const emptyTimes = (): { library: number[]; bare: number[] } => ({ library: [], bare: [] });

const shareFound = (exact: Found[], matches: Match[]): number =>
  share(exact, new Set(matches.map(({ memory }) => memory.id)));
