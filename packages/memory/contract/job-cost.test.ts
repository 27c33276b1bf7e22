import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testDatabases } from './test-database.ts';
import { type ScriptedModelServer, startScriptedModelServer } from '../testing/scripted-model-server.ts';
import { wireChatModel } from '../testing/wire-chat-model.ts';
import { createOpenAIEmbedder } from '../src/embeddings/openai-embedder.ts';
import type { Memory } from '../src/memory.ts';
import { openWorld, project } from '../testing/open-world.ts';
import { message } from '../testing/message.ts';
import { intercepted } from '../testing/intercepted.ts';
import { decided, foundMemory } from '../testing/model-answers.ts';

const databases = testDatabases().filter(({ name }) => name !== 'supabase');
if (databases.length === 0)
  it.skip('counts calls on the embedded store, and on a Postgres server in a full run', () => {});

describe.each(databases)('the cost of a job on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  let server: ScriptedModelServer;
  let memory: Memory;
  let calls: string[];
  beforeEach(async () => {
    server = await startScriptedModelServer();
    calls = [];
    memory = await world.openMemory({
      database: intercepted(world.lend(), (name) => calls.push(name)),
      embeddings: createOpenAIEmbedder({ apiKey: 'none', baseURL: server.baseURL, model: 'vectors' }),
      models: { small: wireChatModel(server.baseURL) },
    });
    // what an earlier process left is looked for in the background
    await expect.poll(() => calls).toContain('list_unembedded');
  });
  afterEach(async () => {
    memory.jobs.stop();
    await server.close();
  });

  it.each([1, 40])(
    'of an extraction is 5 database calls, 2 model calls, 1 embedding request with %i candidates',
    async (count) => {
      await memory.remember({ content: 'Services of TaskForge listen on the ports from 8000 on', project });
      await memory.jobs.drain();
      await talk(5);
      server.reply(JSON.stringify(found(count)), JSON.stringify(allNew(count)));
      const cost = await runCounted();
      expect(cost.job).toMatchObject({ status: 'done', result: { candidates: count } });
      expect(cost.calls).toEqual([
        'claim_job',
        'read_extraction',
        'match_neighbours',
        'apply_decisions',
        'measure_memories',
      ]);
      expect(cost.statements).toBe(statementsOf(5));
      expect([cost.models, cost.embeddings]).toEqual([2, 1]);
      expect(await memory.memories.list({ project, limit: 100 })).toHaveLength(count + 1);
      const { usage } = await memory.stats();
      expect(usage.map(({ operation, allTime }) => [operation, allTime.calls])).toEqual(
        expect.arrayContaining([
          ['extract', 1],
          ['deduplicate', 1],
        ]),
      );
    },
  );

  it('of a statement that was remembered at once is the same, with one model call', async () => {
    await memory.remember({ content: 'The gateway of TaskForge listens on port 9000', project });
    await memory.jobs.drain();
    await memory.remember({ content: 'The gateway of TaskForge listens on port 9001', project });
    server.reply(JSON.stringify(decided(['update', 1])));
    const cost = await runCounted();
    expect(cost.job).toMatchObject({ kind: 'deduplicate', status: 'done' });
    expect(cost.calls).toEqual(['claim_job', 'get_memory', 'match_neighbours', 'apply_decision_to_stored']);
    expect(cost.statements).toBe(statementsOf(4));
    expect([cost.models, cost.embeddings]).toEqual([1, 1]);
    expect(await memory.memories.list({ project })).toHaveLength(1);
  });

  it('of looking for work when there is none is 1 database call', async () => {
    expect((await runCounted()).calls).toEqual(['claim_job']);
  });

  it('is recorded even when it fails: every answer that was paid for', async () => {
    await talk(3);
    server.reply('no JSON at all', '{"memories": "none"}');
    const { job, calls: made } = await runCounted();
    expect(job).toMatchObject({ status: 'waiting', attempts: 1 });
    expect(made).toEqual(['claim_job', 'read_extraction', 'fail_job']);
    const { usage } = await memory.stats();
    const [entry] = usage.filter(({ operation }) => operation === 'extract');
    expect(entry).toMatchObject({ model: 'wire', allTime: { calls: 2 } });
    expect(entry?.allTime.outputTokens).toBeGreaterThan(0);
  });

  it('is recorded when the second phase fails: the first phase, the vectors, and both answers of the second', async () => {
    await memory.remember({ content: 'Service number 0 listens on port 8000', project });
    await memory.jobs.drain();
    await talk(3);
    const before = (await memory.stats()).usage;
    server.reply(JSON.stringify(found(1)), '{}', '{}');
    const { job } = await runCounted();
    expect(job).toMatchObject({ status: 'waiting', attempts: 1 });
    const counted = (await memory.stats()).usage.map(({ operation, allTime }) => ({
      operation,
      calls: allTime.calls - (before.find((line) => line.operation === operation)?.allTime.calls ?? 0),
    }));
    expect(counted.toSorted((a, b) => a.operation.localeCompare(b.operation))).toEqual([
      { operation: 'deduplicate', calls: 2 },
      { operation: 'embed_memory', calls: 1 },
      { operation: 'extract', calls: 1 },
    ]);
  });

  async function talk(turns: number): Promise<void> {
    // messages get their vectors in the background, which is no part of the job
    const embedded = async () =>
      (await memory.stats()).usage.find(({ operation }) => operation === 'embed_memory')?.allTime.calls ?? 0;
    const before = await embedded();
    // in one call, so that one request embeds them
    const id = await world.say(
      Array.from({ length: turns }, (_, turn) =>
        message(`The services of TaskForge listen on port 8000 and above, part ${turn}`, {
          role: turn % 2 === 0 ? 'user' : 'assistant',
        }),
      ),
    );
    await memory.sessions.end(id, { now: true });
    await expect.poll(embedded).toBeGreaterThan(before);
  }

  /** Runs one job. Counts what the drivers send, too: a call may not hide several statements. */
  async function runCounted() {
    // stores what the calls before it cost, which would otherwise be written some seconds later
    await memory.stats();
    const queries = vi.spyOn(Client.prototype, 'query');
    calls.length = 0;
    const [models, embeddings] = [server.chatRequests().length, server.embeddingRequests().length];
    const job = await memory.jobs.runOnce();
    const statements = queries.mock.calls.length;
    queries.mockRestore();
    return {
      job: job && (await memory.jobs.get(job.id)),
      calls: calls.filter((name) => name !== 'get_job'),
      statements,
      models: server.chatRequests().length - models,
      embeddings: server.embeddingRequests().length - embeddings,
    };
  }

  function statementsOf(count: number) {
    return testDatabase.name === 'postgres' ? count : 0;
  }
});

function found(count: number) {
  return {
    memories: Array.from({ length: count }, (_, index) =>
      foundMemory(`Service number ${index} of TaskForge listens on port ${8_000 + index}`, [1], {
        title: `Service ${index}`,
        category: 'architecture',
        namespace: 'devai/project/taskforge/ports',
        importance: 8,
      }),
    ),
  };
}

function allNew(count: number) {
  return decided(...Array.from({ length: count }, (): [string] => ['add']));
}
