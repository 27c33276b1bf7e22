import { expect, it } from 'vitest';
import { withModel, type LocalSettings } from './local-server.ts';
import { serveChat, type Parts } from './serve-chat.ts';

/** The calls of the store, in order; `reply` where the model was asked for it. */
let calls: string[];

const world = serveChat('test', counting);

it('a turn that recalls and begins a topic makes at most 10 calls of the store, 6 before the model is asked; the first one of a session 12 and 8', async () => {
  await world.server.memory.remember({
    content: 'The gateway in src/gateway.ts uses port 8081',
    project: 'taskforge',
  });
  const client = await world.connect();
  for (const most of [
    // the first turn looks for earlier sessions, too, and stores its own
    { before: 8, all: 12 },
    { before: 6, all: 10 },
  ]) {
    calls = [];
    const { frames } = await client.say('Which port does the gateway in src/gateway.ts use?');
    await world.server.memory.focus.idle();
    // the ledger is written every two seconds
    const made = calls.filter((name) => name !== 'reply');
    expect(frames.find((frame) => frame.type === 'memory_recalled')?.memories).toMatchObject([
      { injected: true },
    ]);
    expect(calls.slice(0, calls.indexOf('reply')).length, calls.join(' ')).toBeLessThanOrEqual(most.before);
    expect(made.length, made.join(' ')).toBeLessThanOrEqual(most.all);
  }
});

/** Calls of background work, for which no turn waits. */
const offThePath = new Set([
  'record_usage',
  'list_unembedded',
  'set_embeddings',
  'keep_contexts',
  'reinforce_memories',
]);

const topic = JSON.stringify({ topic: 'gateway', file_paths: ['src/gateway.ts'], directories: [] });

/** The settings of a server whose calls of its store and its model are noted. */
function counting({ host, model }: Parts): LocalSettings {
  calls = [];
  let step = 0;
  model.replyWith(({ body }) => {
    if (!JSON.stringify(body).includes('"tools"')) return topic;
    calls.push('reply');
    return `Reply ${(step += 1)}`;
  });
  const store = host.store.lend();
  const call: typeof store.call = (name, args) => {
    if (!offThePath.has(name)) calls.push(name);
    return store.call(name, args);
  };
  return { background: false, environment: withModel(model), database: { ...store, call } };
}
