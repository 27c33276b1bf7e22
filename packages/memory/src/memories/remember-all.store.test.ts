import { describe, expect, it } from 'vitest';
import { openWorld, project } from '../../testing/open-world.ts';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';

const world = openWorld();

/** An offline embedder that counts its requests. */
function countingEmbedder() {
  const embedder = createOfflineEmbedder();
  const requests: string[][] = [];
  const embed: typeof embedder.embed = (texts, options) => {
    requests.push(texts);
    return embedder.embed(texts, options);
  };
  return { embeddings: { ...embedder, embed }, requests };
}

const statement = (number: number) => ({
  content: `Service ${number} listens on ${4_000 + number}`,
  project,
});

describe('rememberAll', () => {
  it('stores statements as remember does, in their order, with one embedding request', async () => {
    const { embeddings, requests } = countingEmbedder();
    const memory = await world.openMemory({ embeddings });
    const expiresAt = new Date('2026-06-01T00:00:00.000Z');
    const given = { ...statement(1), tags: ['a'], metadata: { port: 4_001 }, importance: 4, expiresAt };
    const outcomes = await memory.rememberAll([given, statement(2), given]);
    expect(requests).toEqual([[given.content, statement(2).content, given.content]]);
    expect(outcomes.map(({ action }) => action)).toEqual(['added', 'added', 'known']);
    const [first] = await memory.memories.list({ project, filter: { tags: ['a'] } });
    await memory.memories.forget(first?.id ?? '');
    const { memory: alone } = await memory.remember(given);
    // it was told twice
    expect(first).toEqual({ ...alone, id: first?.id });
    expect(first).toMatchObject({ expiresAt, importance: 4, metadata: { port: 4_001 } });
  });

  it('refuses a statement alone, whether the library or the store does', async () => {
    const memory = await world.openMemory();
    const unknown = '6f9619ff-8b86-4011-b42d-00cf4fc964ff';
    const outcomes = await memory.rememberAll([
      statement(1),
      { content: ' ', project },
      { ...statement(2), relations: [{ kind: 'relates_to', to: unknown }] },
      statement(3),
    ]);
    expect(outcomes).toMatchObject([
      { action: 'added', memory: { content: statement(1).content } },
      { action: 'refused', error: { code: 'invalid_input', message: expect.stringContaining('content') } },
      { action: 'refused', error: { code: 'invalid_input', message: expect.stringContaining(unknown) } },
      { action: 'added', memory: { content: statement(3).content } },
    ]);
    expect(await memory.memories.list({ project })).toHaveLength(2);
  });

  it('stores nothing if a field has a wrong form, and says which', async () => {
    const memory = await world.openMemory();
    await expect(memory.rememberAll([statement(1), { ...statement(2), importance: 11 }])).rejects.toThrow(
      /^inputs\.1\.importance: /,
    );
    expect(await memory.rememberAll([])).toEqual([]);
    expect(await memory.memories.list({ project })).toEqual([]);
  });

  it('goes on after a store that failed, when it is called again', async () => {
    const database = world.lend();
    let calls = 0;
    const failing: typeof database = {
      ...database,
      call(name, args) {
        if (name === 'remember_all' && ++calls === 2) throw new Error('cut');
        return database.call(name, args);
      },
    };
    const memory = await world.openMemory({ database: failing });
    const statements = Array.from({ length: 150 }, (_, index) => statement(index));
    await expect(memory.rememberAll(statements)).rejects.toThrow('cut');
    const outcomes = await memory.rememberAll(statements);
    expect(outcomes.map(({ action }) => action)).toEqual(
      statements.map((_, index) => (index < 100 ? 'known' : 'added')),
    );
    expect(await memory.memories.list({ project, limit: 1_000 })).toHaveLength(150);
  });

  it('stores each statement once when several callers store them at the same time', async () => {
    const memory = await world.openMemory();
    const statements = Array.from({ length: 30 }, (_, index) => statement(index));
    const all = await Promise.all([
      memory.rememberAll(statements),
      memory.rememberAll(statements.toReversed()),
      ...statements.slice(0, 5).map((one) => memory.rememberAll([one])),
    ]);
    expect(all.flat().filter(({ action }) => action === 'added')).toHaveLength(30);
    expect(await memory.memories.list({ project, limit: 100 })).toHaveLength(30);
  });

  it('is bound to a chat as remember is', async () => {
    const memory = await world.openMemory();
    const chat = memory.for({ project, session: 'monday' });
    await chat.rememberAll(['The port is 6543', { content: 'The host is db1', tags: ['db'] }]);
    const filter = { sessionId: chat.sessionId };
    expect(await memory.memories.list({ project, filter })).toHaveLength(2);
    expect(await memory.memories.list({ project, filter: { ...filter, tags: ['db'] } })).toMatchObject([
      { content: 'The host is db1', namespace: `devai/project/${project}/general` },
    ]);
  });
});
