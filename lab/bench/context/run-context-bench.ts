import { randomUUID } from 'node:crypto';
import { contextFromSession } from '../../../packages/memory/src/compaction/context-from-session.ts';
import { contextProfiles } from '../../../packages/memory/src/context/profile.ts';
import { createCachingEmbedder } from '../../../packages/memory/src/embeddings/caching-embedder.ts';
import { createOfflineEmbedder } from '../../../packages/memory/src/embeddings/offline-embedder.ts';
import { createMemory } from '../../../packages/memory/src/memory.ts';
import type { Database } from '../../../packages/memory/src/ports.ts';
import { type BenchDatabase, type BenchDriver, openBenchDatabase } from '../bench-database.ts';
import type { ProgressBar } from '../../../packages/memory/testing/progress-bar.ts';
import { seededRandom } from '../../../packages/memory/testing/seeded-random.ts';
import { loadWorld } from '../store/load-world.ts';
import { askIn, createWorld, scopeOfSize, type World } from '../store/synthetic-world.ts';
import { timed, type Times, timesOf } from '../times.ts';
import { loadMessages } from './load-messages.ts';

export type ContextRun = {
  driver: BenchDriver;
  memories: number;
  messages: number;
  /** From the message to the hash of the context. */
  context: Times;
  /** The calls to the store during that. */
  calls: Times;
  keep: Times;
  /** Searching past messages by words, as people do. */
  search: Times;
};

type Settings = {
  driver: BenchDriver;
  url: string | undefined;
  rows: number;
  questions: number;
  rounds: number;
  bar: ProgressBar;
};

const seed = 1;
/** Messages of the conversation after its summary. */
const recentMessages = 200;

/** Fills a store of its own, assembles contexts in a long session of its biggest project, and drops it. */
export async function runContextBench({
  driver,
  url,
  rows,
  questions,
  rounds,
  bar,
}: Settings): Promise<ContextRun> {
  const store = await openBenchDatabase(driver, url);
  try {
    const world = createWorld(rows, seed);
    await loadWorld(store, world, bar, createOfflineEmbedder());
    await loadMessages(store, world, bar);
    return await measureContexts(store, world, { questions, rounds, bar });
  } finally {
    await store.close();
  }
}

/** Assembles contexts in the longest session of a filled store. */
export async function measureContexts(
  store: BenchDatabase,
  world: World,
  { questions, rounds, bar }: Pick<Settings, 'questions' | 'rounds' | 'bar'>,
): Promise<ContextRun> {
  const scope = scopeOfSize(world, world.total);
  const project = scope.scope.split('/').at(-1) ?? '';
  const longest = await longestSession(store);
  const messages = await countMessages(store);
  let inCalls = 0;
  const database: Database = {
    ...store.database,
    async call(name, args) {
      const started = performance.now();
      try {
        return await store.database.call(name, args);
      } finally {
        inCalls += performance.now() - started;
      }
    },
  };
  const memory = await createMemory({ database, embeddings: createCachingEmbedder(createOfflineEmbedder()) });
  const session = await memory.sessions.get(longest);
  if (!session) throw new Error('the long session is not there');
  const before = contextFromSession(
    { summary: null, summaryThrough: 0 },
    await memory.sessions.messages(longest, session.messageCount - recentMessages),
  );
  const random = seededRandom(seed + 1);
  const texts = Array.from(
    { length: questions },
    () => `What did we say about ${askIn(world, scope, scope, random).words.join(' ')}?`,
  );
  const times = {
    context: new Array<number>(),
    calls: new Array<number>(),
    keep: new Array<number>(),
    search: new Array<number>(),
  };
  for (let round = 0; round <= rounds; round += 1) {
    bar.show('contexts', round, rounds);
    // round 0 only warms up pages, plans, compiled code and vectors
    if (round === 1) for (const list of Object.values(times)) list.length = 0;
    for (const text of texts) {
      inCalls = 0;
      const budget = 200_000;
      const context = await timed(times.context, async () => {
        const { sections, profile, hidden } = await memory.contexts.gather({
          ...{ sessionId: longest, project, text, before, budget, preview: true },
          profile: contextProfiles.cache,
        });
        const message = { role: 'user', content: text } as const;
        const asked = { message, stored: message, number: null, tokens: 20, pinned: false };
        return memory.contexts.assemble({
          profile,
          budget,
          sections,
          hidden,
          conversation: [...before, asked],
        });
      });
      times.calls.push(inCalls);
      await timed(times.keep, async () => {
        await memory.contexts.keep(context, {
          ...{
            id: randomUUID(),
            sessionId: longest,
            project,
            turn: null,
            step: 1,
            question: null,
            model: null,
          },
          ...{ usage: null, end: 'reply', prefix: null, traceId: null, degraded: [] },
        });
        return memory.contexts.flush();
      });
      await timed(times.search, () => memory.search({ text, project, messages: true }));
    }
  }
  await memory.close();
  return {
    driver: store.driver,
    memories: world.total,
    messages,
    context: timesOf(times.context),
    calls: timesOf(times.calls),
    keep: timesOf(times.keep),
    search: timesOf(times.search),
  };
}

async function longestSession(store: BenchDatabase): Promise<string> {
  const [row] = await store.query('select id from public.devai_sessions order by message_count desc limit 1');
  return String(row?.['id']);
}

async function countMessages(store: BenchDatabase): Promise<number> {
  const [row] = await store.query('select count(*)::int as messages from public.devai_messages');
  return Number(row?.['messages']);
}
