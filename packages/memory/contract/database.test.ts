import * as fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storableJson } from '../src/store/drivers/encode-arguments.ts';
import type { OpenTestDatabase } from '../testing/reused-stores.ts';
import { testDatabases } from './test-database.ts';

describe.each(testDatabases({ driverAtRisk: true }))('the database port on $name', (testDatabase) => {
  let store: OpenTestDatabase;
  beforeEach(async () => {
    store = await testDatabase.open();
  });
  afterEach(() => store.close());
  afterAll(() => testDatabase.dispose());

  it('returns a setting as it was set', async () => {
    const value = { text: 'จำไว้ว่า 😀', list: [1, 2.5, null], nested: { yes: true } };
    await store.database.call('set_setting', { key: 'a', value });
    expect(await store.database.call('get_setting', { key: 'a' })).toEqual(value);
    expect(await store.database.call('get_setting', { key: 'b' })).toBeNull();
  });

  it('returns any JSON value, except what no Postgres can hold', async () => {
    const value = fc.jsonValue({ stringUnit: 'binary' });
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        await store.database.call('set_setting', { key: 'any', value: { given } });
        const expected: unknown = JSON.parse(storableJson({ given }));
        expect(await store.database.call('get_setting', { key: 'any' })).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('stops the clock at the time that a test sets, for all later calls', async () => {
    await store.setNow(new Date('2030-01-02T03:04:05.678Z'));
    await Promise.all(['a', 'b', 'c'].map((key) => store.database.call('set_setting', { key, value: 1 })));
    const rows = await store.query('select distinct updated_at::text from public.devai_settings');
    expect(rows).toHaveLength(1);
    await store.setNow(null);
    await store.database.call('set_setting', { key: 'a', value: 2 });
    const [row] = await store.query(
      `select updated_at < '2030-01-01' as running from public.devai_settings where key = 'a'`,
    );
    expect(row).toEqual({ running: true });
  });

  it('refuses calls after it was closed with the code `closed`', async () => {
    await store.database.close();
    await store.database.close();
    await expect(store.database.call('get_setting', { key: 'a' })).rejects.toMatchObject({ code: 'closed' });
  });
});
