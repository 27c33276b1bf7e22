import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { databaseUrl } from '../../../packages/memory/contract/test-postgres.ts';
import { createCachingEmbedder } from '../../../packages/memory/src/embeddings/caching-embedder.ts';
import {
  createOfflineEmbedder,
  wordThresholds,
} from '../../../packages/memory/src/embeddings/offline-embedder.ts';
import { createMemory, type Memory } from '../../../packages/memory/src/memory.ts';
import type { Database } from '../../../packages/memory/src/ports.ts';
import { type BenchDatabase, openBenchDatabase } from '../bench-database.ts';
import type { ProgressBar } from '../../../packages/memory/testing/progress-bar.ts';
import { type Asked, prepareQuestions } from '../recall/run-recall-bench.ts';
import { bareForms, type Found, nearestExactly, searchAllLegs, wanted } from '../store/bare-search.ts';
import { chooseBareForm } from '../store/choose-bare-form.ts';
import { loadWorld } from '../store/load-world.ts';
import { type Recall, share, summarise } from '../store/recall-figures.ts';
import { createWorld, scopeOfSize, type WorldScope } from '../store/synthetic-world.ts';
import { timed, type Times, timesOf } from '../times.ts';
import type { InstalledPeers } from './install-peers.ts';
import { openers, type PeerSearch } from './open-peers.ts';

/** `recall`: how many of the nearest memories by an exact scan it finds. */
export type SearchFigures = { name: string; times: Times; recall: Recall };
export type ProjectFigures = {
  memories: number;
  /** DevAI's first. */
  searches: SearchFigures[];
  /** The single call to the store during DevAI's search. */
  databaseCall: Times;
};
export type PeersRun = { rows: number; projects: ProjectFigures[] };

export type PeersBenchSettings = {
  installed: InstalledPeers;
  /** The address of a Postgres server. */
  url: string;
  rows: number;
  questions: number;
  rounds: number;
  bar: ProgressBar;
};

type Contender = {
  name: string;
  search(asked: Asked): Promise<unknown>;
  /** Searches, and returns the share of the nearest memories that was found. */
  recall(asked: Asked): Promise<number>;
};

const seed = 1;
const peersName = 'peers';
const { id: embedderId } = createOfflineEmbedder();

/** Fills one database with the same memories for DevAI and the other libraries, asks all of them in turns, and drops it. */
export async function runPeersBench(settings: PeersBenchSettings): Promise<PeersRun> {
  const { installed, url, rows, bar } = settings;
  const store = await openBenchDatabase('postgres', url);
  const opened: { close(): Promise<void> }[] = [store];
  try {
    const world = createWorld(rows, seed);
    await loadWorld(store, world, bar, createOfflineEmbedder());
    const embedder = createCachingEmbedder(createOfflineEmbedder());
    const embed = async (texts: string[]) => (await embedder.embed(texts)).vectors;
    opened.unshift({ close: () => peersAreGone(store) });
    const peersUrl = await urlForPeers(store, url);
    const searches: PeerSearch[] = [];
    for (const open of openers) {
      const one = await open({ installed, store, url: peersUrl, embed, bar });
      opened.unshift(one);
      searches.push(...one.searches);
    }
    const calls = watchSearches(store.database);
    const memory = await createMemory({ database: calls.database, embeddings: embedder });
    opened.unshift(memory);
    const projects: ProjectFigures[] = [];
    for (const size of [rows / 100, rows]) {
      bar.show('asking', projects.length, 2);
      const scope = scopeOfSize(world, size);
      const asked = await prepareQuestions({ store, world, scope, embedder, count: settings.questions });
      const contenders = [
        devai(store, memory, calls, scope),
        ...searches.map((search) => peer(store, search, scope)),
        await byHand(store, asked, scope),
      ];
      projects.push({
        memories: scope.memories,
        searches: await measure(contenders, asked, settings.rounds, calls.times),
        databaseCall: timesOf(calls.times),
      });
    }
    return { rows, projects };
  } finally {
    for (const one of opened) await one.close();
  }
}

/** They do not name the schema of pgvector. Without jit, like DevAI and the statement by hand. */
async function urlForPeers(store: BenchDatabase, url: string): Promise<string> {
  const [row] = await store.query('select current_database() as name');
  const own = new URL(databaseUrl(url, String(row?.['name'])));
  own.searchParams.set('options', '-c search_path=public,extensions -c jit=off');
  own.searchParams.set('application_name', peersName);
  return own.toString();
}

/** A connection ends some time after its library closed it; if the server ended it before, the process would end, too. */
async function peersAreGone(store: BenchDatabase): Promise<void> {
  const connected =
    'select from pg_stat_activity where application_name = $1 and datname = current_database()';
  while ((await store.query(connected, [peersName])).length > 0) await setTimeout(20);
}

type WatchedCalls = { database: Database; times: number[]; last: { args: unknown; result: unknown } };

function watchSearches(database: Database): WatchedCalls {
  const calls: WatchedCalls = {
    times: [],
    last: { args: null, result: null },
    database: {
      ...database,
      async call(name, args) {
        if (name !== 'match_memories') return database.call(name, args);
        const result = await timed(calls.times, () => database.call(name, args));
        calls.last = { args, result };
        return result;
      },
    },
  };
  return calls;
}

const searchArguments = z.object({ vector: z.array(z.number()), retrievalThreshold: z.number() });
const searchResult = z.array(z.object({ memory: z.object({ id: z.string() }) }));

/** Its recall is that of the call to the store: the search then ranks by more than nearness. */
function devai(store: BenchDatabase, memory: Memory, calls: WatchedCalls, scope: WorldScope): Contender {
  const project = scope.scope.split('/').at(-1) ?? null;
  const search = async ({ text }: Asked): Promise<void> => {
    const { degraded } = await memory.search({ text, project, limit: wanted });
    if (degraded.length > 0) throw new Error(degraded.join('; '));
  };
  return {
    name: 'DevAI',
    search,
    async recall(asked) {
      await search(asked);
      const { vector, retrievalThreshold: threshold } = searchArguments.parse(calls.last.args);
      const found = searchResult.parse(calls.last.result).map((match) => match.memory.id);
      const question = { ...asked.question, vector };
      return share(
        await nearestExactly(store, question, { embedder: embedderId, threshold }),
        new Set(found),
      );
    },
  };
}

function peer(store: BenchDatabase, { name, search }: PeerSearch, { scope }: WorldScope): Contender {
  const ask = ({ text, question: { words, vector } }: Asked) => search({ text, words, vector, scope });
  return {
    name,
    search: ask,
    async recall(asked) {
      const nearest = await store.query(
        `select id from public.devai_memories where scope = $1
         order by embedding::extensions.vector operator(extensions.<=>) $2::extensions.vector limit ${wanted}`,
        [scope, JSON.stringify(asked.question.vector)],
      );
      const found = new Set((await ask(asked)).map(({ id }) => id));
      return share(
        nearest.map(({ id }) => ({ id: String(id) })),
        found,
      );
    },
  };
}

async function byHand(store: BenchDatabase, asked: Asked[], { memories }: WorldScope): Promise<Contender> {
  const { form } = await chooseBareForm(store, { embedder: embedderId, forms: bareForms }, asked);
  // a search, unlike a recall, returns all that is nearer than unrelated texts
  const { noiseFloor } = wordThresholds;
  const search = ({ question, queries }: Asked): Promise<Found[]> =>
    searchAllLegs(store, form, question, {
      ...{ embedder: embedderId, threshold: noiseFloor, noiseFloor, queries },
      total: memories,
    });
  return {
    name: 'four legs by hand',
    search,
    async recall(one) {
      const nearest = one.exactLow.filter(({ similarity }) => (similarity ?? -1) >= noiseFloor);
      return share(nearest, new Set((await search(one)).map(({ id }) => id)));
    },
  };
}

async function measure(
  contenders: Contender[],
  asked: Asked[],
  rounds: number,
  databaseCalls: number[],
): Promise<SearchFigures[]> {
  const measured = contenders.map((contender) => ({
    contender,
    times: new Array<number>(),
    recalls: new Array<number>(),
  }));
  // looking at what is found warms up pages, plans and compiled code
  for (const one of asked) {
    for (const { contender, recalls } of measured) recalls.push(await contender.recall(one));
  }
  databaseCalls.length = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const one of asked) {
      // the first reads the pages that the others then find cached
      for (const { contender, times } of round % 2 === 0 ? measured : measured.toReversed())
        await timed(times, () => contender.search(one));
    }
  }
  return measured.map(({ contender: { name }, times, recalls }) => ({
    name,
    times: timesOf(times),
    recall: summarise(recalls),
  }));
}
