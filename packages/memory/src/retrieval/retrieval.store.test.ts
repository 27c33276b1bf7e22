import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ScriptedModelServer, silentLog, startScriptedModelServer } from '../../testing/index.ts';
import { createCachingEmbedder } from '../embeddings/caching-embedder.ts';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import { createOpenAIEmbedder } from '../embeddings/openai-embedder.ts';
import type { Memory } from '../memory.ts';
import { openWorld, project } from '../../testing/open-world.ts';
import { message } from '../../testing/message.ts';
import { intercepted } from '../../testing/intercepted.ts';

const question = { text: 'On which port does the staging database listen?', project };
/** SQL functions that run in the background and that no recall waits for. */
const inBackground = new Set(['record_usage', 'list_unembedded', 'set_embeddings']);

describe('a recall, counted where it leaves the process', () => {
  const world = openWorld();
  let server: ScriptedModelServer;
  let memory: Memory;
  let calls: string[];
  beforeEach(async () => {
    server = await startScriptedModelServer();
    calls = [];
    const embedder = createOpenAIEmbedder({ apiKey: 'none', baseURL: server.baseURL, model: 'scripted' });
    memory = await world.openMemory({
      database: intercepted(world.lend(), (name) => calls.push(name)),
      embeddings: createCachingEmbedder(embedder),
      log: silentLog,
    });
    await memory.remember({ content: 'The staging database listens on port 6543', project });
    server.requests.length = 0;
    calls.length = 0;
  });
  afterEach(async () => {
    await server.close();
  });

  it('is one search, beside what every prompt shows, and one embedding request, message, project and topics together', async () => {
    const topics = ['deployment', 'database'];
    expect(await costOf(memory.recall({ ...question, topics }))).toEqual({
      calls: ['list_standing', 'recall', 'match_said'],
      requests: 1,
    });
  });

  it('makes no request for what was asked before', async () => {
    await memory.recall({ ...question, topics: [] });
    calls.length = 0;
    server.requests.length = 0;
    expect(await costOf(memory.recall({ ...question, topics: [] }))).toMatchObject({ requests: 0 });
  });

  it('sends no secret of a question to the embedding service', async () => {
    // built at run time, so that no scanner reports this file as a leak
    const secret = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_');
    const text = `Does the staging database take ${secret}?`;
    const { memory: known } = await memory.remember({ content: 'The staging database has a token', project });
    server.requests.length = 0;
    await memory.recall({ text, project });
    await memory.search({ text: `${text} (once more)`, project });
    await memory.explain({ text: `${text} (why not)`, project, memoryId: known.id });
    expect(server.requests).toHaveLength(3);
    expect(JSON.stringify(server.requests)).toContain('[redacted:');
    expect(JSON.stringify(server.requests)).not.toContain(secret);
  });

  it('reads the topics itself when nobody gives them', async () => {
    expect(await costOf(memory.recall(question))).toEqual({
      calls: ['list_topics', 'list_standing', 'recall', 'match_said'],
      requests: 1,
    });
  });

  it('is explained by the very query that it was', async () => {
    await memory.focus.edit(project, [{ topic: 'staging database', filePaths: [], directories: [] }]);
    const [hit] = (await memory.recall({ ...question, preview: true })).memories;
    const explained = await memory.explain({ ...question, memoryId: hit?.memory.id ?? '' });
    expect(explained.reason).toBe(hit?.reason);
    expect(explained.hit?.similarity).toBe(hit?.similarity);
  });

  /** Returns the calls made before the recall was complete. Later ones are off the hot path. */
  async function costOf(recalling: Promise<{ block: string }>) {
    const { block } = await recalling;
    const cost = { calls: calls.filter((name) => !inBackground.has(name)), requests: server.requests.length };
    expect(block).toContain('6543');
    calls.length = 0;
    server.requests.length = 0;
    return cost;
  }
});

describe('a turn with an embedder of this process', () => {
  const session = { id: randomUUID(), project, agent: 'chapo' };
  const world = openWorld();
  let memory: Memory;
  let order: string[];
  beforeEach(async () => {
    order = [];
    const offline = createOfflineEmbedder();
    memory = await world.openMemory({
      database: {
        ...world.database,
        async call(name, args) {
          const result = await world.database.call(name, args);
          if (name === 'append_messages' || name === 'recall') order.push(name);
          return result;
        },
      },
      embeddings: createCachingEmbedder({
        ...offline,
        embed(texts, options) {
          if (options?.kind === 'query') order.push(...texts);
          return offline.embed(texts, options);
        },
      }),
      log: silentLog,
    });
    await memory.sessions.open(session);
  });

  it('embeds the question while it is stored, and the context when the topics change', async () => {
    await memory.focus.edit(project, [{ topic: 'deployment', filePaths: [], directories: [] }]);
    expect(order).toEqual(['taskforge, deployment']);
    order.length = 0;
    const turn = { holder: 'one', is: 'beginning' } as const;
    await memory.sessions.append(session, [message(question.text)], { turn });
    await memory.recall({ ...question, topics: ['deployment'] });
    expect(order).toEqual([question.text, 'append_messages', 'recall']);
  });

  it('embeds no message before it is asked for that begins no turn', async () => {
    await memory.sessions.append(session, [message(question.text)]);
    expect(order).toEqual(['append_messages']);
  });
});
