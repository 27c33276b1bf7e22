import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OpenTestDatabase } from '../../testing/reused-stores.ts';
import { embeddedStores } from '../../testing/test-pglite.ts';
import { databaseError } from '../store/database-error.ts';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import { createMemory, type Memory } from '../memory.ts';
import type { Database, EmbeddingModel } from '../ports.ts';

const project = 'taskforge';
const start = new Date('2026-03-01T12:00:00.000Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

let store: OpenTestDatabase;
let memory: Memory;
/** The functions that fail, and as what. */
let broken: { functions: string[]; sqlState: string | undefined };

beforeEach(async () => {
  store = await embeddedStores.open();
  await store.setNow(start);
  broken = { functions: [], sqlState: undefined };
  memory = await openWith(createOfflineEmbedder());
});
afterEach(async () => {
  await memory.close();
  await store.close();
});

function openWith(embeddings: EmbeddingModel): Promise<Memory> {
  const database: Database = {
    ...store.lend(),
    call: (name, args) =>
      broken.functions.includes(name) || broken.functions.includes('all')
        ? Promise.reject(databaseError(broken.sqlState, new Error('write EPIPE')))
        : store.database.call(name, args),
  };
  return createMemory({ database, embeddings });
}

async function sessionToExtract(): Promise<void> {
  const identity = { id: randomUUID(), project, agent: 'chapo' };
  await memory.sessions.open(identity);
  const message = { role: 'user', type: 'text', toolCallId: null, pinned: false } as const;
  const content = 'Remember that the staging database listens on port 6543';
  await memory.sessions.append(identity, [
    { ...message, id: randomUUID(), content, toolCalls: [], metadata: {} },
  ]);
  await memory.sessions.end(identity.id, { now: true });
}
const jobs = async () =>
  (await memory.jobs.list()).map(({ kind, status, attempts }) => ({ kind, status, attempts }));
const contents = async () => (await memory.memories.list({ project })).map(({ content }) => content);

it('an outage uses up no try, even ten in a row, and the job runs when the store is back', async () => {
  await sessionToExtract();
  for (let count = 0; count < 10; count += 1) {
    broken = { functions: ['apply_decisions'], sqlState: count % 2 === 0 ? '53100' : undefined };
    await store.setNow(after(count * 60));
    await memory.jobs.drain();
    expect(await jobs()).toEqual([{ kind: 'extract', status: 'waiting', attempts: 0 }]);
  }
  broken.functions = [];
  await store.setNow(after(600));
  await memory.jobs.drain();
  expect(await jobs()).toEqual([{ kind: 'extract', status: 'done', attempts: 1 }]);
  expect(await contents()).toEqual(['the staging database listens on port 6543']);
});

it('a try that ends during an outage is reported before the next job', async () => {
  await sessionToExtract();
  for (let count = 0; count < 10; count += 1) {
    await store.setNow(after(count * 60));
    broken = { functions: ['read_extraction', 'fail_job'], sqlState: undefined };
    await expect(memory.jobs.drain()).rejects.toMatchObject({ code: 'database_unavailable' });
    broken = { functions: ['all'], sqlState: undefined };
    await expect(memory.jobs.drain()).rejects.toMatchObject({ code: 'database_unavailable' });
    broken = { functions: [], sqlState: undefined };
    expect(await jobs()).toEqual([{ kind: 'extract', status: 'running', attempts: 1 }]);
    expect(await memory.jobs.drain()).toBe(0);
    expect(await jobs()).toEqual([{ kind: 'extract', status: 'waiting', attempts: 0 }]);
  }
  await store.setNow(after(600));
  await memory.jobs.drain();
  expect(await jobs()).toEqual([{ kind: 'extract', status: 'done', attempts: 1 }]);
});

it('a statement timeout and a refusal of the store use up a try each, and are retried', async () => {
  await sessionToExtract();
  broken = { functions: ['apply_decisions'], sqlState: '57014' };
  await memory.jobs.drain();
  expect(await jobs()).toEqual([{ kind: 'extract', status: 'waiting', attempts: 1 }]);
  broken.sqlState = '42P01';
  await store.setNow(after(60));
  await memory.jobs.drain();
  expect(await jobs()).toEqual([{ kind: 'extract', status: 'waiting', attempts: 2 }]);
});

it("vectors wait for a process that has the store's embedder", async () => {
  const away = new Error('no key');
  const ours = { ...createOfflineEmbedder(), id: 'ours' };
  await memory.close();
  store = await embeddedStores.open();
  await store.setNow(start);
  memory = await openWith({ ...ours, embed: () => Promise.reject(away) });
  const { memory: stored } = await memory.remember({ content: 'The gateway is written in Go', project });
  expect(stored.embeddingModel).toBeNull();
  const withoutKey = await openWith(createOfflineEmbedder());
  expect(withoutKey.store.embedder).toBe('ours');
  await withoutKey.jobs.drain();
  expect(await jobs()).toContainEqual({ kind: 'embed', status: 'waiting', attempts: 0 });
  memory = await openWith(ours);
  await memory.jobs.drain();
  expect(await jobs()).toContainEqual({ kind: 'embed', status: 'done', attempts: 1 });
  expect((await memory.memories.get(stored.id))?.embeddingModel).toBe('ours');
});

it('a process with the embedder embeds what was stored without one', async () => {
  const ours = { ...createOfflineEmbedder(), id: 'ours' };
  await memory.close();
  store = await embeddedStores.open();
  await store.setNow(start);
  await openWith(ours);
  memory = await openWith(createOfflineEmbedder());
  await sessionToExtract();
  await memory.jobs.drain();
  expect(await contents()).toHaveLength(1);
  memory = await openWith(ours);
  await memory.jobs.drain();
  const [stored] = await memory.memories.list({ project });
  expect(stored?.embeddingModel).toBe('ours');
});
