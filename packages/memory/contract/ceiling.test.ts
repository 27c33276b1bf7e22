import { describe, expect, it } from 'vitest';
import type { JobKind } from '../src/store/jobs.ts';
import { testDatabases } from './test-database.ts';
import { openWorld } from '../testing/open-world.ts';

const noon = new Date('2026-03-01T12:00:00.000Z');
const midnight = new Date('2026-03-02T00:00:00.000Z');

describe.each(testDatabases())('the daily ceiling on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('makes billed work wait, without using up a try, until the next day', async () => {
    const { id } = await enqueue('extract', 'a');
    await use(100);
    for (let look = 0; look < 10; look += 1) expect(await claim(100)).toBeNull();
    expect(await world.store.getJob(id)).toMatchObject({ status: 'waiting', attempts: 0, error: null });
    await world.setNow(midnight);
    expect(await claim(100)).toMatchObject({ id, attempts: 1 });
  });

  it('lets it continue when the limit is raised, and does not exist when the limit is null', async () => {
    const first = await enqueue('extract', 'a');
    const second = await enqueue('extract', 'b');
    await use(100);
    expect(await claim(100)).toBeNull();
    const claimed = [await claim(101), await claim(null)];
    expect(claimed.map((job) => job?.id)).toEqual(expect.arrayContaining([first.id, second.id]));
  });

  it('holds back only billed kinds of jobs', async () => {
    await use(100);
    await enqueue('extract', 'a');
    const embed = await enqueue('embed', 'missing');
    expect(await claim(100)).toMatchObject({ id: embed.id });
    expect(await claim(100)).toBeNull();
    expect(await claim(100, [])).toMatchObject({ kind: 'extract' });
  });

  it('also keeps back jobs that a killed worker left', async () => {
    const { id } = await enqueue('extract', 'a');
    await claim(100);
    await use(100);
    await world.setNow(new Date(noon.getTime() + 61_000));
    expect(await claim(100)).toBeNull();
    expect(await world.store.getJob(id)).toMatchObject({ status: 'running', attempts: 1 });
    expect(await claim(null)).toMatchObject({ id, attempts: 2 });
  });

  function enqueue(kind: JobKind, key: string) {
    return world.store.enqueueJob({ kind, key, payload: {}, delaySeconds: 0 });
  }

  function use(inputTokens: number) {
    return world.store.recordUsage([
      { operation: 'compact', model: 'm', inputTokens, outputTokens: 0, sessionId: null, jobId: null },
    ]);
  }

  function claim(tokens: number | null, kinds: JobKind[] = ['extract', 'deduplicate']) {
    return world.store.claimJob('w', 60, 8, {
      ceiling: tokens === null ? null : { tokens, kinds },
      embedder: 'm',
    });
  }
});
