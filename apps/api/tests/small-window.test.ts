import { countTokens } from '@devai/memory';
import { describe, expect, it } from 'vitest';
import { leastWindow } from '@devai/memory/models';
import { goodSummary, readRequest } from './compacting-chat.ts';
import { serveChat } from './serve-chat.ts';

const world = serveChat('test', null);

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
  });

  it.each([
    ['as they are counted here', 1, false],
    ['as twice as many', 2, true],
  ])('is filled with tokens as the provider counts them: %s', async (_, scale, isCompacted) => {
    const client = await open(16_000, scale);
    const frames = [];
    for (let number = 0; number < 14; number += 1) {
      frames.push(...(await client.say(paragraph(number))).frames);
    }
    expect(frames.some(({ type }) => type === 'context_compacted')).toBe(isCompacted);
  });
});

/** Starts a server on a model of this window that counts tokens `scale` times as they are counted here. */
async function open(window: number, scale = 1) {
  world.model.replyWith(({ body }) => {
    const { schema, messages } = readRequest(body);
    if (schema === 'compaction') return goodSummary;
    if (schema !== null) return '{"topic":"","file_paths":[],"directories":[]}';
    const prompt_tokens = Math.floor(countTokens(JSON.stringify(messages)) * scale);
    return { text: 'Noted.', usage: { prompt_tokens, completion_tokens: 2 } };
  });
  await world.start({
    environment: {
      OPENAI_BASE_URL: world.model.baseURL,
      OPENAI_CONTEXT_WINDOW: String(window),
      MEMORY_EXTRACT_EVERY: '0',
    },
  });
  return world.connect();
}

const paragraph = (number: number) => `Station ${number}: ${'all rows are fine, nothing to do. '.repeat(60)}`;
