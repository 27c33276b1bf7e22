import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDocuments } from '../src/documents/documents.ts';
import { resolveOptions } from '../src/options.ts';
import { sampleMessage } from './sample-message.ts';
import { sampleStatement } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { openWorld, user } from '../testing/open-world.ts';

describe.each(testDatabases())('what an extraction reads on $name', (testDatabase) => {
  const id = randomUUID();
  const world = openWorld(testDatabase);
  beforeEach(async () => {
    await world.store.openSession({ id, project: 'p', agent: 'chapo', metadata: {} });
    const messages = Array.from({ length: 10 }, (_, index) => sampleMessage(`message ${index + 1}`));
    await world.store.appendMessages(id, messages, { idleSeconds: 60, every: 0 });
  });

  it('is all messages above the watermark, and the last ones below it', async () => {
    const input = await read(7, 3, 100);
    expect(input?.session).toMatchObject({ id, project: 'p', extractedThrough: 7, messageCount: 10 });
    expect(numbers(input?.context)).toEqual([5, 6, 7]);
    expect(numbers(input?.messages)).toEqual([8, 9, 10]);
    expect(input?.messages[0]).toMatchObject({ content: 'message 8', sessionId: id });
  });

  it('has no context before the first extraction, and nothing above the last message', async () => {
    expect(numbers((await read(0, 3, 100))?.context)).toEqual([]);
    const done = await read(10, 3, 100);
    expect(numbers(done?.messages)).toEqual([]);
    expect(numbers(done?.context)).toEqual([8, 9, 10]);
  });

  it('ends at the limit, and the rest can be read by number', async () => {
    expect(numbers((await read(2, 1, 4))?.messages)).toEqual([3, 4, 5, 6]);
    expect(numbers(await world.store.listMessages(id, { after: 6, limit: 4 }))).toEqual([7, 8, 9, 10]);
  });

  it("includes the memories of the prompts, never another project's, the most important first", async () => {
    const ids = await Promise.all(
      [3, 9, 5].map(async (importance) => {
        const namespace = importance === 5 ? 'devai/project/q/x' : 'devai/project/p/x';
        const statement = sampleStatement(`of ${importance}`, { importance, namespace });
        return (await world.store.remember(statement, user, 'said')).memory.id;
      }),
    );
    const recalled = JSON.stringify({ recalled: [...ids, 'nonsense', randomUUID()] });
    await world.query('update public.devai_messages set metadata = $1 where number = 9', [recalled]);
    expect((await read(3, 3, 100))?.known).toEqual([
      { id: ids[1], content: 'of 9', category: 'other', metadata: {} },
      { id: ids[0], content: 'of 3', category: 'other', metadata: {} },
    ]);
    expect((await read(9, 3, 100))?.known).toEqual([]);
  });

  it('includes what the project’s documents say about the same', async () => {
    const ingest = createDocuments({
      store: world.store,
      options: resolveOptions(),
      onUnembedded: () => {},
    }).ingest;
    for (const [project, text] of [
      ['p', 'A message has a number.'],
      [null, 'Every message counts.'],
      ['p', 'Of something else.'],
      ['q', 'A message of another project.'],
    ] as const) {
      await ingest({
        path: `${text}.md`,
        project,
        sourceHash: text,
        bytes: 1,
        read: async () => ({ text, title: null, kind: 'markdown' }),
      });
    }
    const input = await read(0, 3, 100);
    expect(input?.documents.toSorted()).toEqual([
      'A message has a number..md: A message has a number.',
      'Every message counts..md: Every message counts.',
    ]);
  });

  it('is null for an unknown session', async () => {
    expect(await world.store.readExtraction(randomUUID(), { context: 6, limit: 10 })).toBeNull();
  });

  function numbers(messages: { number: number }[] | undefined) {
    return messages?.map(({ number }) => number);
  }

  async function read(extractedThrough: number, context: number, limit: number) {
    await world.query('update public.devai_sessions set extracted_through = $1', [extractedThrough]);
    return world.store.readExtraction(id, { context, limit });
  }
});
