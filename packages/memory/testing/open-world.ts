import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { hashOf, sampleStatement, sampleVector } from '../contract/sample-statement.ts';
import { createOfflineEmbedder } from '../src/embeddings/offline-embedder.ts';
import { createMemory, type Memory, type MemorySettings } from '../src/memory.ts';
import type { Clock, Database } from '../src/ports.ts';
import type { Applied } from '../src/store/decisions.ts';
import type { Match, MatchQuery } from '../src/store/matching.ts';
import type { MemoryRecord, StoredCandidate } from '../src/store/memories.ts';
import { createStore, type Store } from '../src/store/store.ts';
import type { Actor, Decision, NewMessage, RelationKind } from '../src/types.ts';
import { everyRow } from './every-row.ts';
import { message } from './message.ts';
import { placesOfText } from './places-of-text.ts';
import type { OpenTestDatabase, TestDatabase } from './reused-stores.ts';
import { embeddedStores } from './test-pglite.ts';

export const user: Actor = { kind: 'user', id: null };
/** Where the clock of a world stands. */
export const start = new Date('2026-03-01T12:00:00.000Z');
export const daysAfter = (days: number): Date => new Date(start.getTime() + days * 86_400_000);
export const secondsAfter = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000);

export const project = 'taskforge';
/** The scopes that a session of the project reads. */
export const scopes = ['devai/global', 'devai/user', `devai/project/${project}`];

export type ShortDecision = Omit<Decision, 'candidate' | 'reason'> & { candidate?: number; reason?: string };

/**
 * The world of the tests of a file or of a `describe`: for each of them an empty store, and what such tests do again and again. The clocks
 * of store and library stand at `start`. It registers the hooks that open and close it; with `once` one store serves all tests. Memories
 * that are opened through it are closed with it. Without a test database it is on the embedded stores of this worker.
 *
 *     describe.each(testDatabases())('… on $name', (testDatabase) => { const world = openWorld(testDatabase); … })
 */
export function openWorld(testDatabase: TestDatabase | null = null, { once = false } = {}) {
  let opened: (OpenTestDatabase & { store: Store }) | null = null;
  const memories: Memory[] = [];
  let now: Date | null = start;

  const open = async () => {
    const database = await (testDatabase ?? embeddedStores).open();
    await database.setNow((now = start));
    opened = { ...database, store: createStore(database.database) };
  };
  const close = async () => {
    try {
      for (const memory of memories.splice(0)) await memory.close();
    } finally {
      await opened?.close();
      opened = null;
    }
  };
  (once ? beforeAll : beforeEach)(open);
  if (testDatabase) afterAll(() => testDatabase.dispose());
  (once ? afterAll : afterEach)(close);

  const current = () => {
    if (opened === null) throw new Error('the world is not open');
    return opened;
  };
  const newest = () => {
    const memory = memories.at(-1);
    if (memory === undefined) throw new Error('no memory was opened');
    return memory;
  };
  const query: OpenTestDatabase['query'] = (sql, parameters) => current().query(sql, parameters);

  const clock: Clock = { now: () => new Date(now ?? Date.now()) };

  return {
    get store(): Store {
      return current().store;
    },
    get database(): Database {
      return current().database;
    },
    lend: (): Database => current().lend(),
    query,
    /**
     * The pages that a statement reads, also in functions that it calls. They are the same on a busy machine, which its time is not. The
     * statements are planned anew: a plan of an earlier test, for fewer rows, would read others.
     */
    async pagesRead(statement: string, parameters: unknown[] = []): Promise<number> {
      await query('discard plans');
      const explain = `explain (analyze, buffers, format json) ${statement}`;
      await query(explain, parameters); // reads the catalogue, too
      const [row] = await query(explain, parameters);
      const [{ Plan: plan }] = explained.parse(row?.['QUERY PLAN']);
      return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    },
    /** Stops the clock of store and library at a moment; null lets it run. */
    setNow: (moment: Date | null): Promise<void> => current().setNow((now = moment)),
    clock,
    /** Every row of every table, as text. */
    everyRow: (): Promise<string> => everyRow(query),
    /** Every column that holds the text, as `table.column`. */
    placesOf: (text: string): Promise<string[]> => placesOfText(query, text),
    ...onStore(() => current().store),
    /** Copies a stored memory with other texts, or other columns, in one statement. A copy has the words and the vector of the first, and no history. */
    async copy(
      memory: { id: string },
      rows: ({ content: string } & Record<string, unknown>)[],
    ): Promise<void> {
      const [names] = await query(
        `select string_agg(attname, ', ') as all, string_agg('r.' || attname, ', ') as copied from pg_attribute
         where attrelid = 'public.devai_memories'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
      );
      const made = rows.map((row) => ({ ...row, id: randomUUID(), content_hash: hashOf(row.content) }));
      await query(
        `insert into public.devai_memories (${String(names?.['all'])}) select ${String(names?.['copied'])}
         from public.devai_memories m cross join jsonb_array_elements($2::text::jsonb) as given (row)
         cross join lateral jsonb_populate_record(m, given.row) as r where m.id = $1`,
        [memory.id, JSON.stringify(made)],
      );
    },

    /** A memory on the store, with the offline embedder and without a model unless these are given. */
    async openMemory(settings: Partial<MemorySettings> = {}): Promise<Memory> {
      const memory = await createMemory({
        database: current().lend(),
        embeddings: createOfflineEmbedder(),
        clock,
        ...settings,
      });
      memories.push(memory);
      return memory;
    },
    /** Opens a session, unless it is open, and appends messages; a text is the user's. Returns the session's id. */
    async say(
      contents: (string | NewMessage)[],
      {
        id = randomUUID(),
        of = project,
        by = newest(),
      }: { id?: string; of?: string | null; by?: Memory } = {},
    ): Promise<string> {
      const session = { id, project: of, agent: 'chapo' };
      await by.sessions.open(session);
      await by.sessions.append(
        session,
        contents.map((one) => (typeof one === 'string' ? message(one) : one)),
      );
      return id;
    },
    /** Ends a session, and does what is due then. */
    async end(id: string, by = newest()): Promise<void> {
      await by.sessions.end(id, { now: true });
      await by.jobs.drain();
    },
    /** Waits until what was stored without a vector has one. */
    async embedded(): Promise<void> {
      const tables = ['memories', 'said', 'gists', 'chunks'];
      const waiting = tables.map((name) => `select from public.devai_${name} where embedding is null`);
      await expect.poll(() => query(waiting.join(' union all '))).toEqual([]);
    },
  };
}

/** What tests of stored memories do again and again. */
function onStore(storeOf: () => Store) {
  const claimNew = async () => {
    const made = await storeOf().enqueueJob({
      kind: 'deduplicate',
      key: randomUUID(),
      payload: {},
      delaySeconds: -1e6,
    });
    const job = await storeOf().claimJob('worker', 60, 8);
    if (job?.id !== made.id) throw new Error('another job was due first');
    return job;
  };
  /** Stores a statement by `remember` and returns the row. */
  const add = async (
    statement: string | StoredCandidate,
    fields: Partial<StoredCandidate> = {},
  ): Promise<MemoryRecord> => {
    const stored = typeof statement === 'string' ? sampleStatement(statement, fields) : statement;
    return (await storeOf().remember(stored, user, 'the user said so')).memory;
  };

  return {
    add,
    /** Stores a statement whose cosine to `sampleVector(1)` is `cosine`. */
    near: (content: string, cosine: number, fields: Partial<StoredCandidate> = {}): Promise<MemoryRecord> =>
      add(content, {
        vector: sampleVector(cosine, Math.sqrt(1 - cosine * cosine)),
        embeddingModel: 'm1',
        words: ['filler'],
        ...fields,
      }),
    async get(id: string): Promise<MemoryRecord> {
      const memory = await storeOf().getMemory(id);
      if (memory === null) throw new Error(`there is no memory ${id}`);
      return memory;
    },
    match: (query: Partial<MatchQuery> = {}): Promise<Match[]> =>
      storeOf().matchMemories({
        vector: null,
        embeddingModel: 'm1',
        words: [],
        scopes,
        namespaces: [],
        retrievalThreshold: 0.3,
        noiseFloor: 0.15,
        limit: 15,
        filter: {},
        ...query,
      }),
    /** The contents of all valid memories, sorted. */
    async valid(): Promise<string[]> {
      const memories = await storeOf().listMemories({
        scopes: null,
        namespaces: [],
        includeInvalid: false,
        filter: {},
        after: null,
        limit: 1_000,
      });
      return memories.map(({ content }) => content).toSorted();
    },
    relate: (from: { id: string }, kind: RelationKind, to: { id: string }) =>
      storeOf().relateMemories({ fromId: from.id, kind, toId: to.id }, user),
    /** The actions of a memory's history, oldest first. */
    actions: async (id: string): Promise<string[]> =>
      (await storeOf().listMemoryEvents(id)).map(({ action }) => action),
    /** Applies decisions as a job of their own would. */
    async apply(candidates: StoredCandidate[], decisions: ShortDecision[]): Promise<Applied[]> {
      const job = await claimNew();
      return storeOf().applyDecisions({
        jobId: job.id,
        worker: 'worker',
        candidates,
        decisions: decisions.map((decision, index) => ({ candidate: index, reason: 'because', ...decision })),
        watermark: null,
        result: {},
      });
    },
    async applyDecisionToStored(memoryId: string, decision: ShortDecision): Promise<Applied> {
      const job = await claimNew();
      return storeOf().applyDecisionToStored({
        jobId: job.id,
        worker: 'worker',
        memoryId,
        decision: { candidate: 0, reason: 'because', ...decision },
        result: {},
      });
    },
  };
}

const explained = z.tuple([
  z.object({ Plan: z.object({ 'Shared Hit Blocks': z.int(), 'Shared Read Blocks': z.int() }) }),
]);
