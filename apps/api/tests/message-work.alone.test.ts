import { startScriptedModelServer, type ScriptedModelServer } from '@devai/memory/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectClient } from './chat-client.ts';
import { makeLocalHost, startLocalServer, type LocalHost, type LocalServer } from './local-server.ts';

/** What was read, in order. */
const read = vi.hoisted(() => ({ forSecrets: [] as unknown[], forTokens: [] as unknown[] }));
type Reader = (...given: unknown[]) => unknown;

vi.mock('../../../packages/memory/src/redaction/redact.ts', async (original) => {
  const { redact, ...others } = await original<{ redact: Reader }>();
  return {
    ...others,
    redact: (text: unknown) => {
      // another kind of text was redacted before
      if (typeof text === 'string') read.forSecrets.push(text);
      return redact(text);
    },
  };
});
vi.mock('../../../packages/memory/src/text/tokens.ts', async (original) =>
  Object.fromEntries(
    Object.entries(await original<Record<string, Reader>>()).map(([name, count]) => [
      name,
      (of: unknown, ...others: unknown[]) => {
        if (name.startsWith('count')) read.forTokens.push(of);
        return count(of, ...others);
      },
    ]),
  ),
);

let host: LocalHost;
let model: ScriptedModelServer;
let server: LocalServer;

beforeEach(async () => {
  host = await makeLocalHost();
  model = await startScriptedModelServer();
  const environment = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: model.baseURL };
  server = await startLocalServer(host, { background: false, environment });
});
afterEach(async () => {
  await server.stop();
  await model.close();
  await host.remove();
});

/** Longer than the other texts that are read in a turn: prompts, schemas of tools, the beginning of a message. */
const isLong = (text: unknown) => (JSON.stringify(text) ?? '').length > 25_000;
const code = (of: string) =>
  Array.from({ length: 2_500 }, (_, line) => `const ${of}${line} = read${of}(${line});`).join('\n');

it('a turn scans each of its messages once for secrets and once for tokens', async () => {
  const reply = code('answer');
  const usage = { prompt_tokens: 1, completion_tokens: 1 };
  model.replyWith(({ body }) => {
    const isTurn = JSON.stringify(body).includes('"tools"');
    return { text: isTurn ? reply : '{"topic":"reading","file_paths":[],"directories":[]}', usage };
  });
  const client = await connectClient(server.url);
  read.forSecrets = [];
  read.forTokens = [];
  await client.say(`Remember that values are read lazily.\n${code('value')}`);
  await server.memory.focus.idle();
  expect(await server.memory.focus.list('taskforge')).toMatchObject([{ topic: 'reading' }]);
  expect(read.forSecrets.filter(isLong)).toHaveLength(2);
  expect(read.forTokens.filter(isLong)).toHaveLength(2);
  await client.close();
});
