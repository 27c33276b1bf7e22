import { expect, it } from 'vitest';
import { createSqlDatabase, type SqlEngine } from './sql-database.ts';

/** An engine whose first calls fail with an SQLSTATE. */
function failing(times: number, code: string) {
  let asked = 0;
  const engine: SqlEngine = {
    kind: 'postgres',
    capabilities: { concurrentConnections: true, exclusive: false },
    async query() {
      asked += 1;
      if (asked <= times) throw Object.assign(new Error('refused'), { code });
      return [{ result: 7 }];
    },
    end: async () => {},
  };
  return { call: () => createSqlDatabase(engine).call('count_forgotten', {}), asked: () => asked };
}

it('makes a call again that lost a deadlock, which was undone whole', async () => {
  const { call, asked } = failing(2, '40P01');
  expect(await call()).toBe(7);
  expect(asked()).toBe(3);
});

it('reports a deadlock that does not end, and any other failure at once', async () => {
  const always = failing(100, '40P01');
  await expect(always.call()).rejects.toMatchObject({ code: 'database_failed', isRetryable: true });
  expect(always.asked()).toBe(4);
  const full = failing(1, '53100');
  await expect(full.call()).rejects.toMatchObject({ code: 'database_unavailable' });
  expect(full.asked()).toBe(1);
});
