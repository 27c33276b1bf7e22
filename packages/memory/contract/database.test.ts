import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storableJson } from '../src/store/drivers/encode-arguments.ts';
import { testDatabases } from './test-database.ts';
import { openWorld } from '../testing/open-world.ts';

describe.each(testDatabases({ driverAtRisk: true }))('the database port on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('returns a setting as it was set', async () => {
    const value = { text: 'จำไว้ว่า 😀', list: [1, 2.5, null], nested: { yes: true } };
    await world.database.call('set_setting', { key: 'a', value });
    expect(await world.database.call('get_setting', { key: 'a' })).toEqual(value);
    expect(await world.database.call('get_setting', { key: 'b' })).toBeNull();
  });

  it('returns any JSON value, except what no Postgres can hold', async () => {
    const value = fc.jsonValue({ stringUnit: 'binary' });
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        await world.database.call('set_setting', { key: 'any', value: { given } });
        const expected: unknown = JSON.parse(storableJson({ given }));
        expect(await world.database.call('get_setting', { key: 'any' })).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('says that it lacks nothing of this version', async () => {
    const status = await world.database.migrationStatus();
    expect(status).toMatchObject({ pending: [], changedFunctions: [], newer: [] });
    expect(status.applied.length).toBeGreaterThan(30);
  });

  it('says what it lacks of this version', async () => {
    const recorded = `update public.devai_functions set hash = $1 where name = 'get_setting'`;
    const [row] = await world.query(`select hash from public.devai_functions where name = 'get_setting'`);
    await world.query(recorded, ['of another version']);
    try {
      expect((await world.database.migrationStatus()).changedFunctions).toEqual(['get_setting']);
    } finally {
      await world.query(recorded, [row?.['hash']]);
    }
  });

  it('stops the clock at the time that a test sets, for all later calls', async () => {
    await world.setNow(new Date('2030-01-02T03:04:05.678Z'));
    await Promise.all(['a', 'b', 'c'].map((key) => world.database.call('set_setting', { key, value: 1 })));
    const rows = await world.query('select distinct updated_at::text from public.devai_settings');
    expect(rows).toHaveLength(1);
    await world.setNow(null);
    await world.database.call('set_setting', { key: 'a', value: 2 });
    const [row] = await world.query(
      `select updated_at < '2030-01-01' as running from public.devai_settings where key = 'a'`,
    );
    expect(row).toEqual({ running: true });
  });

  it('refuses calls after it was closed with the code `closed`', async () => {
    await world.database.close();
    await world.database.close();
    await expect(world.database.call('get_setting', { key: 'a' })).rejects.toMatchObject({ code: 'closed' });
  });
});
