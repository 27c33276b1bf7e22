import { startScriptedModelServer, type ScriptedModelServer } from '@devai/memory/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectClient } from './chat-client.ts';
import { makeLocalHost, startLocalServer, type LocalHost, type LocalServer } from './local-server.ts';

let host: LocalHost;
let model: ScriptedModelServer;
let server: LocalServer;
/** Calls of background work, for which no turn waits. */
const offThePath = new Set([
  'record_usage',
  'list_unembedded',
  'set_embeddings',
  'keep_contexts',
  'reinforce_memories',
]);
/** The calls of the store, in order; `reply` where the model was asked for it. */
let calls: string[];

beforeEach(async () => {
  host = await makeLocalHost();
  model = await startScriptedModelServer();
  const { lend } = host.store;
  host.store.lend = () => {
    const database = lend.call(host.store);
    const call: typeof database.call = (name, args) => {
      if (!offThePath.has(name)) calls.push(name);
      return database.call(name, args);
    };
    return { ...database, call };
  };
  let step = 0;
  model.replyWith(({ body }) => {
    if (!JSON.stringify(body).includes('"tools"')) return topic;
    calls.push('reply');
    return `Reply ${(step += 1)}`;
  });
  calls = [];
  const environment = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: model.baseURL };
  server = await startLocalServer(host, { background: false, environment });
});
afterEach(async () => {
  await server.stop();
  await model.close();
  await host.remove();
});

const topic = JSON.stringify({ topic: 'gateway', file_paths: ['src/gateway.ts'], directories: [] });

it('a turn that recalls and begins a topic makes at most 10 calls of the store, 6 before the model is asked; the first one of a session 11 and 7', async () => {
  await server.memory.remember({
    content: 'The gateway in src/gateway.ts uses port 8081',
    project: 'taskforge',
  });
  const client = await connectClient(server.url);
  for (const most of [
    // the first turn looks for earlier sessions, too
    { before: 7, all: 11 },
    { before: 6, all: 10 },
  ]) {
    calls = [];
    const { frames } = await client.say('Which port does the gateway in src/gateway.ts use?');
    await server.memory.focus.idle();
    // the ledger is written every two seconds
    const made = calls.filter((name) => name !== 'reply');
    expect(frames.find((frame) => frame.type === 'memory_recalled')?.memories).toMatchObject([
      { injected: true },
    ]);
    expect(calls.slice(0, calls.indexOf('reply')).length, calls.join(' ')).toBeLessThanOrEqual(most.before);
    expect(made.length, made.join(' ')).toBeLessThanOrEqual(most.all);
  }
  await client.close();
});
