import { describe, inject, it } from 'vitest';
import { openWorld } from '../testing/open-world.ts';
import { seed } from './kept-stores.ts';
import { expectUsersApart } from './random-users.ts';
import { testDatabases } from './test-database.ts';

/** `DEVAI_TEST_WORLDS=500` takes half an hour. `pnpm test` takes a few. */
const runs = Number(process.env['DEVAI_TEST_WORLDS'] ?? (inject('stores') === 'quick' ? 4 : 12));

describe.each(testDatabases())('random sessions of users on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it(`show nobody what another said (seed ${seed})`, { timeout: 120_000 + runs * 10_000 }, async () => {
    await expectUsersApart(await world.openMemory({ users: 'many' }), runs);
  });
});
