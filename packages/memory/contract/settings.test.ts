import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testDatabases } from './test-database.ts';
import { openWorld } from '../testing/open-world.ts';

describe.each(testDatabases())('settings and usage on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('are null until they are set, and then have the last value', async () => {
    expect(await world.store.getSetting('decay')).toBeNull();
    await world.store.setSetting('decay', { at: '2026-03-01' });
    await world.store.setSetting('decay', { at: '2026-03-02' });
    expect(await world.store.getSetting('decay')).toEqual({ at: '2026-03-02' });
    for (const value of [[], ['text', 3, false, null], { nested: { empty: {} } }]) {
      await world.store.setSetting('any', value);
      expect(await world.store.getSetting('any')).toEqual(value);
    }
  });

  it('are claimed only by the first caller', async () => {
    const claims = await Promise.all(
      ['offline', 'openai', 'other'].map((id) => world.store.claimSetting('embedder', { id })),
    );
    expect(new Set(claims.map((claim) => JSON.stringify(claim))).size).toBe(1);
    expect(await world.store.getSetting('embedder')).toEqual(claims[0]);
  });

  it('that are arrays get entries at the front, each once, even from many callers at once', async () => {
    const push = (...entries: number[]) =>
      Promise.all(entries.map((entry) => world.store.pushSetting('files', { entry }, 3)));
    await push(1);
    await push(2);
    expect(await world.store.pushSetting('files', { entry: 1 }, 3)).toEqual([{ entry: 1 }, { entry: 2 }]);
    await push(3);
    await push(4);
    expect(await world.store.getSetting('files')).toEqual([{ entry: 4 }, { entry: 3 }, { entry: 1 }]);
    await push(5, 6, 7);
    const kept: unknown = await world.store.getSetting('files');
    expect(kept).toHaveLength(3);
    expect(kept).toEqual(expect.arrayContaining([{ entry: 5 }, { entry: 6 }, { entry: 7 }]));
  });

  it('record calls in the ledger by the store’s clock', async () => {
    const now = new Date('2026-03-01T12:00:00.000Z');
    const [sessionId, jobId] = [randomUUID(), randomUUID()];
    await world.setNow(now);
    await world.store.recordUsage([
      { operation: 'extract', model: 'glm-4.7', inputTokens: 900, outputTokens: 50, sessionId, jobId },
      {
        operation: 'embed_query',
        model: 'small',
        inputTokens: 12,
        outputTokens: 0,
        sessionId: null,
        jobId: null,
      },
    ]);
    await world.store.recordUsage([]);
    const rows = await world.query(
      `select operation, model, input_tokens::integer, output_tokens::integer, session_id, job_id, at = $1 as in_time
       from public.devai_usage order by id`,
      [now.toISOString()],
    );
    expect(rows).toEqual([
      {
        operation: 'extract',
        model: 'glm-4.7',
        input_tokens: 900,
        output_tokens: 50,
        session_id: sessionId,
        job_id: jobId,
        in_time: true,
      },
      {
        operation: 'embed_query',
        model: 'small',
        input_tokens: 12,
        output_tokens: 0,
        session_id: null,
        job_id: null,
        in_time: true,
      },
    ]);
  });
});
