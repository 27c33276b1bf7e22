import { countTokens } from '@devai/memory';
import { startScriptedModelServer, type ScriptedModelServer } from '@devai/memory/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leastWindow } from '../src/models/context-windows.ts';
import { connectClient } from './chat-client.ts';
import { goodSummary, readRequest } from './compacting-chat.ts';
import { makeLocalHost, startLocalServer, type LocalHost, type LocalServer } from './local-server.ts';

let host: LocalHost;
let model: ScriptedModelServer;
let server: LocalServer | null;

beforeEach(async () => {
  host = await makeLocalHost();
  model = await startScriptedModelServer();
  server = null;
});
afterEach(async () => {
  await server?.stop();
  await model.close();
  await host.remove();
});

/** Starts a server on a model of this window that counts tokens `scale` times as they are counted here. */
async function open(window: number, scale = 1) {
  model.replyWith(({ body }) => {
    const { schema, messages } = readRequest(body);
    if (schema === 'compaction') return goodSummary;
    if (schema !== null) return '{"topic":"","file_paths":[],"directories":[]}';
    const prompt_tokens = Math.floor(countTokens(JSON.stringify(messages)) * scale);
    return { text: 'Noted.', usage: { prompt_tokens, completion_tokens: 2 } };
  });
  server = await startLocalServer(host, {
    environment: {
      OPENAI_BASE_URL: model.baseURL,
      OPENAI_CONTEXT_WINDOW: String(window),
      MEMORY_EXTRACT_EVERY: '0',
    },
  });
  return connectClient(server.url);
}

const paragraph = (number: number) => `Station ${number}: ${'all rows are fine, nothing to do. '.repeat(60)}`;

describe('a small window', () => {
  it('is refused at the start when no turn fits into it', async () => {
    await expect(open(leastWindow - 1)).rejects.toThrow(
      `OPENAI_CONTEXT_WINDOW: must be a whole number of at least ${leastWindow} tokens`,
    );
  });

  it('leaves room for a conversation, because the reserve for the reply shrinks with it', async () => {
    const client = await open(leastWindow);
    for (let number = 0; number < 3; number += 1) {
      const { reply, frames } = await client.say(paragraph(number));
      expect(reply).toBe('Noted.');
      expect(frames.filter(({ type }) => type === 'error' || type === 'context_compacted')).toEqual([]);
    }
    await client.close();
  });

  it.each([
    ['as they are counted here', 1, false],
    ['as twice as many', 2, true],
  ])('is filled with tokens as the provider counts them: %s', async (_, scale, isCompacted) => {
    const client = await open(16_000, scale);
    const frames = [];
    for (let number = 0; number < 10; number += 1) {
      frames.push(...(await client.say(paragraph(number))).frames);
    }
    expect(frames.some(({ type }) => type === 'context_compacted')).toBe(isCompacted);
    await client.close();
  });
});
