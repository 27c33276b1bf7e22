import { answerWithFacts, factText } from '@devai/memory/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveChat } from './serve-chat.ts';

describe('a small model that loads for longer than it may', () => {
  const provider = { chat: { name: 'chat' }, small: { name: 'small' }, timeouts: { answer: 0.3 } };
  const slow = serveChat('test', ({ model }) => ({
    environment: {
      DEVAI_PROVIDERS: JSON.stringify({ own: { ...provider, baseURL: model.baseURL } }),
    },
    options: {
      extraction: { endGrace: 0.1, minimumCharacters: 0 },
      jobs: { firstDelay: 0.1, longestDelay: 0.1 },
    },
  }));

  it('delays no turn, and extracts when it answers', async () => {
    let isLoading = true;
    slow.model.replyWith(({ body }) => {
      const { model, schema } = asked.parse(body);
      if (model === 'chat') return 'Noted.';
      if (isLoading) return { text: '{"memories":', fault: 'stall' };
      return JSON.stringify(answerWithFacts(schema, JSON.stringify(body).replaceAll(String.raw`\n`, '\n')));
    });

    const client = await slow.connect();
    expect((await client.say(factText(1))).reply).toBe('Noted.');
    await client.close();
    const { jobs } = slow.server.memory;
    await expect
      .poll(async () => (await jobs.list()).find(({ kind }) => kind === 'extract')?.error)
      .toMatch(/did not finish within 300 ms/u);

    isLoading = false;
    await expect.poll(async () => (await jobs.count()).open).toBe(0);

    const memories = await slow.server.memory.memories.list({ project: 'taskforge' });
    expect(memories.map(({ content }) => content)).toEqual([factText(1)]);
  });

  const asked = z
    .object({
      model: z.string(),
      response_format: z.object({ json_schema: z.object({ name: z.string() }) }).optional(),
    })
    .transform(({ model, response_format: format }) => ({ model, schema: format?.json_schema.name }));
});
