import { startShortLivedEngines } from '@devai/memory/testing';
import { beforeEach, expect, it, vi } from 'vitest';
import { withModel } from './local-server.ts';
import { serveChat } from './serve-chat.ts';

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

const endShortLives = startShortLivedEngines();
const world = serveChat('test', ({ model }) => ({ environment: withModel(model), background: false }));
beforeEach(endShortLives);

/** Longer than the other texts that are read in a turn: prompts, schemas of tools, the beginning of a message. */
const isLong = (text: unknown) => (JSON.stringify(text) ?? '').length > 25_000;

it('a turn scans each of its messages once for secrets and once for tokens', async () => {
  const reply = code('answer');
  const usage = { prompt_tokens: 1, completion_tokens: 1 };
  world.model.replyWith(({ body }) => {
    const isTurn = JSON.stringify(body).includes('"tools"');
    return { text: isTurn ? reply : '{"topic":"reading","file_paths":[],"directories":[]}', usage };
  });
  const client = await world.connect();
  read.forSecrets = [];
  read.forTokens = [];
  await client.say(`Remember that values are read lazily.\n${code('value')}`);
  await world.server.memory.focus.idle();
  expect(await world.server.memory.focus.list('taskforge')).toMatchObject([{ topic: 'reading' }]);
  expect(read.forSecrets.filter(isLong)).toHaveLength(2);
  expect(read.forTokens.filter(isLong)).toHaveLength(2);
  await client.close();
});

const code = (of: string) =>
  Array.from({ length: 1_000 }, (_, line) => `const ${of}${line} = read${of}(${line});`).join('\n');
