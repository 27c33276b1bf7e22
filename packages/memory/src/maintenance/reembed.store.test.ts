import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import { MemoryError } from '../errors.ts';
import type { Memory } from '../memory.ts';
import type { EmbeddingModel } from '../ports.ts';
import { openWorld, project } from '../../testing/open-world.ts';
import { message } from '../../testing/message.ts';

const world = openWorld();

it('a store moves to the configured embedder, and searches use it at once', async () => {
  await fill(10);
  const memory = await world.openMemory({ embeddings: reversed() });
  expect(memory.store.embedder).toBe('offline-hash-512-v1');
  expect(memory.notices().join()).toContain('pnpm memory reembed');
  const seen: string[] = [];
  const report = await memory.reembed({ onProgress: ({ done, total }) => seen.push(`${done}/${total}`) });
  expect(report).toEqual({ embedded: 10, embedder: 'reversed' });
  expect(seen).toEqual(['0/10', '4/10', '8/10', '10/10']);
  expect(memory.store.embedder).toBe('reversed');
  expect(memory.notices()).toEqual([]);
  expect(await embedders(memory)).toEqual(new Set(['reversed']));
  await memory.remember({ content: 'The gateway is written in Go', project });
  expect(await embedders(memory)).toEqual(new Set(['reversed']));
  const { hits, degraded } = await memory.search({
    text: 'On which port does service number 7 listen?',
    project,
  });
  expect(degraded).toEqual([]);
  expect(hits[0]?.memory.content).toContain('8007');
  expect(hits[0]?.similarity).toBeGreaterThan(0.3);
});

it('embeds each text once, also when it is called twice and messages wait for the background', async () => {
  const session = { id: randomUUID(), project, agent: 'chapo' };
  const old = await world.openMemory({ embeddings: createOfflineEmbedder() });
  await old.sessions.open(session);
  await old.sessions.append(
    session,
    Array.from({ length: 50 }, (_, number) => message(`Service number ${number} moved to Frankfurt`)),
  );
  const times = new Map<string, number>();
  const memory = await world.openMemory({
    embeddings: reversed({
      async embed(texts) {
        // as slow as a model, so that the background would join in
        await setTimeout(30);
        for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
        return { vectors: texts.map(() => [1, ...Array<number>(511).fill(0)]), tokens: texts.length };
      },
    }),
  });
  const seen: number[] = [];
  const reports = await Promise.all([
    memory.reembed({ onProgress: ({ done }) => seen.push(done) }),
    memory.reembed(),
  ]);
  expect(reports.map(({ embedded }) => embedded)).toEqual([50, 0]);
  expect(seen).toEqual([0, ...Array.from({ length: 12 }, (_, batch) => 4 * (batch + 1)), 50]);
  times.delete('a test of the embedder');
  expect(new Set(times.values())).toEqual(new Set([1]));
});

it('embeds alone what a job has begun to embed', async () => {
  let isDown = true;
  const memory = await world.openMemory({
    embeddings: reversed({
      async embed(texts) {
        if (isDown) throw new MemoryError('embedding_failed', 'the network is down');
        await setTimeout(30);
        return { vectors: texts.map(() => [1, ...Array<number>(511).fill(0)]), tokens: texts.length };
      },
    }),
  });
  for (let port = 1; port <= 12; port += 1) {
    await memory.remember({ content: `Service number ${port} listens on port ${8000 + port}`, project });
  }
  isDown = false;
  const [{ embedded }] = await Promise.all([memory.reembed(), memory.jobs.drain()]);
  // the job ends after the batch that it had begun
  expect(embedded).toBeGreaterThanOrEqual(12 - reversed().maxBatch);
});

it('continues after an interruption', async () => {
  await fill(10);
  const stop = new AbortController();
  // embeds nothing after the interruption, also not in the background
  const stoppable = reversed({
    async embed(texts, options) {
      stop.signal.throwIfAborted();
      return reversed().embed(texts, options);
    },
  });
  const memory = await world.openMemory({ embeddings: stoppable });
  const first = memory.reembed({
    signal: stop.signal,
    onProgress: ({ done }) => {
      if (done >= 4) stop.abort(new MemoryError('closed', 'enough'));
    },
  });
  await expect(first).rejects.toMatchObject({ code: 'closed' });
  expect(await embedders(memory)).toEqual(new Set(['reversed', 'offline-hash-512-v1']));
  const { hits } = await memory.search({ text: 'On which port does service number 9 listen?', project });
  expect(hits[0]?.memory.content).toContain('8009');

  const later = await world.openMemory({ embeddings: reversed() });
  expect(await later.reembed()).toEqual({ embedded: 6, embedder: 'reversed' });
  expect(await later.reembed()).toEqual({ embedded: 0, embedder: 'reversed' });
});

it('changes nothing when the new embedder does not answer', async () => {
  await fill(2);
  const failing = reversed({
    embed: () => Promise.reject(new MemoryError('embedding_failed', 'the key is wrong')),
  });
  const memory = await world.openMemory({ embeddings: failing });
  await expect(memory.reembed()).rejects.toMatchObject({ code: 'embedding_failed' });
  const short = await world.openMemory({
    embeddings: reversed({ embed: async (texts) => ({ vectors: texts.map(() => [1]), tokens: 0 }) }),
  });
  await expect(short.reembed()).rejects.toMatchObject({ code: 'embedding_failed' });
  expect(short.store.embedder).toBe('offline-hash-512-v1');
  expect((await world.openMemory({ embeddings: createOfflineEmbedder() })).notices()).toEqual([]);
});

it('returns the running job to the queue, so that no old vectors are written afterwards', async () => {
  await fill(1);
  const memory = await world.openMemory({ embeddings: reversed() });
  const before = memory.jobs;
  await memory.reembed();
  expect(await before.drain()).toBe(0);
  expect(await memory.jobs.drain()).toBeGreaterThan(0);
});

/** Another vector space: the offline one with its figures in reverse order. */
function reversed(changes: Partial<EmbeddingModel> = {}): EmbeddingModel {
  const offline = createOfflineEmbedder();
  return {
    ...offline,
    id: 'reversed',
    maxBatch: 4,
    async embed(texts, options) {
      const { vectors } = await offline.embed(texts, options);
      return { vectors: vectors.map((vector) => vector.toReversed()), tokens: 3 * texts.length };
    },
    ...changes,
  };
}

async function fill(count: number): Promise<void> {
  const memory = await world.openMemory({ embeddings: createOfflineEmbedder() });
  for (let port = 1; port <= count; port += 1) {
    await memory.remember({ content: `Service number ${port} listens on port ${8000 + port}`, project });
  }
}

async function embedders(memory: Memory) {
  return new Set((await memory.memories.list({ limit: 100 })).map(({ embeddingModel }) => embeddingModel));
}
