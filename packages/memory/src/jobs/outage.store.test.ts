import { beforeEach, expect, it } from 'vitest';
import { databaseError } from '../store/database-error.ts';
import { MemoryError } from '../errors.ts';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import type { Memory } from '../memory.ts';
import type { EmbeddingModel } from '../ports.ts';
import { openWorld, project, secondsAfter } from '../../testing/open-world.ts';
import { intercepted } from '../../testing/intercepted.ts';

const world = openWorld();
let memory: Memory;
/** The functions that fail, and as what. */
let broken: { functions: string[]; sqlState: string | undefined };

beforeEach(() => {
  broken = { functions: [], sqlState: undefined };
});

it('an outage uses up no try, even ten in a row, and the job runs when the store is back', async () => {
  memory = await openWith(createOfflineEmbedder());
  await sessionToExtract();
  for (let count = 0; count < 10; count += 1) {
    broken = { functions: ['apply_decisions'], sqlState: count % 2 === 0 ? '53100' : undefined };
    await world.setNow(secondsAfter(count * 60));
    await memory.jobs.drain();
    expect(await jobs()).toEqual([{ kind: 'extract', status: 'waiting', attempts: 0 }]);
  }
  broken.functions = [];
  await world.setNow(secondsAfter(600));
  await memory.jobs.drain();
  expect(await jobs()).toEqual([{ kind: 'extract', status: 'done', attempts: 1 }]);
  expect(await contents()).toEqual(['the staging database listens on port 6543']);
});

it('a try that ends during an outage is reported before the next job', async () => {
  memory = await openWith(createOfflineEmbedder());
  await sessionToExtract();
  for (let count = 0; count < 10; count += 1) {
    await world.setNow(secondsAfter(count * 60));
    broken = { functions: ['read_extraction', 'fail_job'], sqlState: undefined };
    await expect(memory.jobs.drain()).rejects.toMatchObject({ code: 'database_unavailable' });
    broken = { functions: ['all'], sqlState: undefined };
    await expect(memory.jobs.drain()).rejects.toMatchObject({ code: 'database_unavailable' });
    broken = { functions: [], sqlState: undefined };
    expect(await jobs()).toEqual([{ kind: 'extract', status: 'running', attempts: 1 }]);
    expect(await memory.jobs.drain()).toBe(0);
    expect(await jobs()).toEqual([{ kind: 'extract', status: 'waiting', attempts: 0 }]);
  }
  await world.setNow(secondsAfter(600));
  await memory.jobs.drain();
  expect(await jobs()).toEqual([{ kind: 'extract', status: 'done', attempts: 1 }]);
});

it('a statement timeout and a refusal of the store use up a try each, and are retried', async () => {
  memory = await openWith(createOfflineEmbedder());
  await sessionToExtract();
  broken = { functions: ['apply_decisions'], sqlState: '57014' };
  await memory.jobs.drain();
  expect(await jobs()).toEqual([{ kind: 'extract', status: 'waiting', attempts: 1 }]);
  broken.sqlState = '42P01';
  await world.setNow(secondsAfter(60));
  await memory.jobs.drain();
  expect(await jobs()).toEqual([{ kind: 'extract', status: 'waiting', attempts: 2 }]);
});

it.each([
  ['is not reached uses up no try', true, 0, 'waiting'],
  ['fails uses up all', false, 8, 'dead'],
] as const)('a model that %s in hours', async (_, isAway, attempts, status) => {
  let isGone = true;
  const offline = createOfflineEmbedder();
  memory = await openWith({
    ...offline,
    async embed(texts, options) {
      if (isGone) throw new MemoryError('embedding_failed', 'no answer', { isAway });
      return offline.embed(texts, options);
    },
  });
  await sessionToExtract();
  for (let count = 0; count < 20; count += 1) {
    await world.setNow(secondsAfter(count * 3_600));
    await memory.jobs.drain();
  }
  expect(await jobs()).toEqual([{ kind: 'extract', status, attempts }]);
  isGone = false;
  await world.setNow(secondsAfter(20 * 3_600 + 600));
  await memory.jobs.drain();
  expect(await contents()).toHaveLength(isAway ? 1 : 0);
});

it("vectors wait for a process that has the store's embedder", async () => {
  const away = new Error('no key');
  const ours = { ...createOfflineEmbedder(), id: 'ours' };
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

function openWith(embeddings: EmbeddingModel): Promise<Memory> {
  const database = intercepted(world.lend(), (name) => {
    if (broken.functions.includes(name) || broken.functions.includes('all')) {
      throw databaseError(broken.sqlState, new Error('write EPIPE'));
    }
  });
  return world.openMemory({ database, embeddings });
}

async function sessionToExtract(): Promise<void> {
  const id = await world.say(['Remember that the staging database listens on port 6543'], { by: memory });
  await memory.sessions.end(id, { now: true });
}

async function jobs() {
  return (await memory.jobs.list()).map(({ kind, status, attempts }) => ({ kind, status, attempts }));
}

async function contents() {
  return (await memory.memories.list({ project })).map(({ content }) => content);
}
