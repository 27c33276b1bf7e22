import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../testing/silent-log.ts';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import type { Memory } from '../memory.ts';
import type { Database, EmbeddingModel } from '../ports.ts';
import { openWorld, project } from '../../testing/open-world.ts';
import { intercepted } from '../../testing/intercepted.ts';

const offline = createOfflineEmbedder();
const billed: EmbeddingModel = {
  ...offline,
  isLocal: false,
  embed: async (texts, options) => ({ ...(await offline.embed(texts, options)), tokens: 10 }),
};

const world = openWorld();
let warnings: string[];
beforeEach(async () => {
  warnings = [];
});

describe('embedding requests outside jobs', () => {
  it('of one turn need one call of the store', async () => {
    const calls: string[] = [];
    const memory = await open(
      billed,
      intercepted(world.lend(), (name) => calls.push(name)),
    );
    await memory.recall({ text: 'What is the gateway written in?', project });
    await memory.search({ text: 'How many parts has the gateway?', project });
    expect(await usage(memory)).toEqual(['embed_query 2 × 20']);
    expect(calls.filter((name) => name === 'record_usage')).toHaveLength(1);
  });

  it('are recorded once each for remember, change, search, explain and recall', async () => {
    const memory = await open(billed);
    const { memory: stored } = await memory.remember({ content: 'The gateway is written in Go', project });
    await memory.memories.update(stored.id, { content: 'The gateway is written in Rust' }, 'it was');
    const text = 'What is the gateway written in?';
    await memory.search({ text, project });
    await memory.explain({ text, project, memoryId: stored.id });
    await memory.recall({ text, project });
    expect(await usage(memory)).toEqual(['embed_memory 2 × 20', 'embed_query 3 × 30']);
  });

  it('are recorded with their session', async () => {
    const memory = await open(billed);
    const session = { id: randomUUID(), project };
    await memory.sessions.open({ ...session, agent: 'chapo' });
    const asked = { project, sessionId: session.id };
    await memory.remember({ content: 'The gateway is written in Go', ...asked });
    await memory.keep({ content: 'The gateway has two parts', ...asked });
    await memory.recall({ text: 'What is the gateway written in?', ...asked });
    await memory.search({ text: 'How many parts has the gateway?', ...asked });
    const recorded = async () => (await memory.stats({ sessionId: session.id })).usage;
    await expect.poll(recorded).toMatchObject([
      { operation: 'embed_memory', allTime: { calls: 2 } },
      { operation: 'embed_query', allTime: { calls: 2 } },
    ]);
  });

  it('are recorded even when nobody waited for the vector', async () => {
    const controller = new AbortController();
    const memory = await open(
      billed,
      intercepted(world.lend(), (name) => {
        if (name === 'recall') controller.abort(new Error('cancelled'));
      }),
    );
    const { signal } = controller;
    await expect(memory.recall({ text: 'Which gateway?', project, signal })).rejects.toThrow('cancelled');
    expect(await usage(memory)).toEqual(['embed_query 1 × 10']);
  });

  it('are recorded before the store closes', async () => {
    const entering = Promise.withResolvers<null>();
    const calls: string[] = [];
    const memory = await open(billed, {
      ...world.database,
      call: (name, args) => (name === 'record_usage' ? entering.promise : world.database.call(name, args)),
      close: () => Promise.resolve(void calls.push('closed')),
    });
    await memory.search({ text: 'Which gateway?', project });
    const closed = memory.close();
    await new Promise(setImmediate);
    expect(calls).toEqual([]);
    entering.resolve(null);
    await closed;
    expect(calls).toEqual(['closed']);
  });

  it('leave no entry when they are free', async () => {
    const memory = await open(offline);
    await memory.remember({ content: 'The gateway is written in Go', project });
    await memory.search({ text: 'What is the gateway written in?', project });
    expect(await usage(memory)).toEqual([]);
  });

  it('succeed when the ledger cannot be written, and the failure is logged', async () => {
    const memory = await open(
      billed,
      intercepted(world.lend(), (name) => {
        if (name === 'record_usage') throw new Error('away');
      }),
    );
    await memory.remember({ content: 'The gateway is written in Go', project });
    expect(await memory.memories.list({ project })).toHaveLength(1);
    await memory.stats();
    expect(warnings).toEqual(['calls are missing from the ledger']);
  });
});

function open(embeddings: EmbeddingModel, database: Database = world.lend()): Promise<Memory> {
  const own = warnings; // what embeds in the background may warn when its test has ended
  return world.openMemory({
    database,
    embeddings,
    log: { ...silentLog, warn: (_, text) => own.push(text) },
  });
}

async function usage(memory: Memory) {
  return (await memory.stats()).usage
    .map(({ operation, allTime }) => `${operation} ${allTime.calls} × ${allTime.inputTokens}`)
    .toSorted();
}
