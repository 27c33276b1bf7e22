import { functions, parameterOf, readSource } from '@devai/db';
import { describe, expect, it } from 'vitest';
import type { Log } from '../../ports.ts';
import { openSupabaseDatabase } from './supabase.ts';

type Versions = Awaited<ReturnType<typeof versionsOf>>;

describe('a store behind the API of Supabase', () => {
  it('is opened when it is of this version', async () => {
    const { database, log } = await opening();
    expect(await database.call('get_setting', { key: 'any' })).toBe('done');
    expect(await database.migrationStatus()).toMatchObject({ pending: [], changedFunctions: [] });
    expect(log).toEqual([]);
  });

  it.each<[string, (versions: Versions) => void]>([
    ['lacks a migration', ({ migrations }) => migrations.pop()],
    [
      'has a function of another version',
      ({ functions: [one] }) => void Object.assign(one ?? {}, { hash: 'other' }),
    ],
    ['lacks a function', ({ functions: there }) => there.pop()],
  ])('is refused as outdated when it %s, with the command that mends it', async (_, change) => {
    await expect(opening({ change })).rejects.toMatchObject({
      code: 'database_outdated',
      message: expect.stringMatching(/lacks 1 (?:migration|function).*pnpm db migrate/),
    });
  });

  const newMigration = (isAdditive: boolean) => ({ name: '9999_later', hash: 'later', isAdditive });

  it('is refused when a newer version changed it, and gone on with when that only added', async () => {
    const changed = ({ migrations }: Versions) => migrations.push(newMigration(false));
    await expect(opening({ change: changed })).rejects.toMatchObject({ code: 'database_newer' });
    const added = ({ migrations }: Versions) => migrations.push(newMigration(true));
    const { log } = await opening({ change: added });
    expect(log).toEqual([{ migrations: ['9999_later'] }]);
  });

  it('is refused when a newer version only added, but a function takes other arguments now', async () => {
    const change = ({ migrations, functions: there }: Versions) => {
      migrations.push(newMigration(true));
      const one = there.find(({ name }) => name === 'get_setting');
      one?.parameters.splice(0, 1, 'p_other');
    };
    await expect(opening({ change })).rejects.toMatchObject({
      code: 'database_newer',
      message: expect.stringContaining('devai_get_setting changed'),
    });
  });

  it('is refused with a code when something else answers', async () => {
    const change = () => 'Welcome';
    await expect(opening({ change })).rejects.toMatchObject({ code: 'database_failed' });
  });

  const lostDeadlock = { code: '40P01', message: 'deadlock detected' };

  it('is asked again when a call lost a deadlock', async () => {
    const { database, asked } = await opening({ failures: [lostDeadlock, lostDeadlock, lostDeadlock] });
    expect(await database.call('count_open_jobs', {})).toBe('done');
    expect(asked()).toBe(4);
  });

  it('is asked four times at most, and not again after another failure', async () => {
    const refused = { code: 'database_failed', isRetryable: true };
    const lost = await opening({ failures: Array.from({ length: 9 }, () => lostDeadlock) });
    await expect(lost.database.call('count_open_jobs', {})).rejects.toMatchObject(refused);
    expect(lost.asked()).toBe(4);
    const failed = await opening({ failures: [{ code: '40001', message: 'could not serialize' }] });
    await expect(failed.database.call('count_open_jobs', {})).rejects.toMatchObject(refused);
    expect(failed.asked()).toBe(1);
  });
});

/** What a store of this version answers. */
async function versionsOf() {
  const source = await readSource();
  return {
    vectorSchema: 'extensions',
    migrations: source.migrations.map(({ name, hash }) => ({ name, hash, isAdditive: false })),
    functions: [...source.functions, source.privileges].map(({ name, hash }) => {
      const parameters = Object.keys(Object(Reflect.get(functions, name))).map(parameterOf);
      return { name, hash, parameters, required: parameters.length };
    }),
  };
}

/** Opens a store whose API answers with its versions, then with the failures one after the other, then with `done`. */
async function opening({
  change = () => {},
  failures = [],
}: { change?: (versions: Versions) => unknown; failures?: object[] } = {}) {
  const versions = await versionsOf();
  const answer = change(versions);
  const waiting = [...failures];
  let calls = 0;
  const log: object[] = [];
  const note = (fields: object) => void log.push(fields);
  const database = await openSupabaseDatabase({
    ...{ url: 'http://127.0.0.1:1', serviceRoleKey: 'key' },
    log: { debug: note, info: note, warn: note, error: note } satisfies Log,
    fetch: async (address) => {
      if (String(address).endsWith('devai_get_versions'))
        return Response.json(typeof answer === 'string' ? answer : versions);
      calls += 1;
      const failure = waiting.shift();
      return failure === undefined ? Response.json('done') : Response.json(failure, { status: 500 });
    },
  });
  return { database, log, asked: () => calls };
}
