import { randomUUID } from 'node:crypto';
import { functions } from '@devai/db';
import { describe, expect, it } from 'vitest';
import { MemoryError } from '../src/errors.ts';
import { createStore } from '../src/store/store.ts';
import { openWorld } from '../testing/open-world.ts';
import { testDatabases } from './test-database.ts';

/** None is the form in which a store keeps a user. */
const malformed = [
  null,
  '',
  ' ',
  '\t',
  'a b',
  'alice\n',
  'a/b',
  '/',
  '@',
  '@alice',
  'alice@me',
  'x'.repeat(101),
];

describe.each(testDatabases({ driverAtRisk: true }))('the user of a call on $name', (testDatabase) => {
  const world = openWorld(testDatabase, { once: true });
  const named = Object.entries(functions).flatMap(([name, parameters]) =>
    'user' in parameters ? [{ name, parameters: Object.keys(parameters) }] : [],
  );

  const call = async (...args: unknown[]): Promise<unknown> =>
    Reflect.apply(world.database.call, world.database, args);

  it.each(malformed)('is refused by every function as %j', { timeout: 120_000 }, async (user) => {
    expect(named.length).toBeGreaterThan(60);
    const passed: string[] = [];
    for (const { name, parameters } of named) {
      const args = { ...Object.fromEntries(parameters.map((one) => [one, null])), user };
      const answer: unknown = await call(name, args).catch((error: unknown) => error);
      const problem =
        answer instanceof MemoryError ? `${answer.code}: ${answer.message}` : 'it was not refused';
      if (!problem.startsWith('invalid_input: user: ')) passed.push(`${name}: ${problem}`);
    }
    expect(passed).toEqual([]);
  });

  it('ends with the call', async () => {
    for (const user of ['alice', 'bob', 'me']) {
      const session = { id: randomUUID(), project: null, agent: 'chapo', metadata: {}, parent: null };
      await createStore(world.database, user).openSession(session);
    }
    await createStore(world.database, 'alice').listSessions({ project: null, before: null, limit: 10 });
    expect((await world.store.listTexts('session', null, 10)).rows).toHaveLength(3);
  });

  it('names no other user in a scope or project', async () => {
    const alice = createStore(world.database, 'alice');
    const refused = { code: 'invalid_input', message: expect.stringContaining('cannot name a user') };
    const session = { id: randomUUID(), agent: 'chapo', metadata: {}, parent: null };
    const me = createStore(world.database);
    await expect(me.openSession({ ...session, project: 'shop@alice' })).rejects.toMatchObject(refused);
    await expect(
      me.listDocuments({ projects: ['@alice'], path: null, after: null, limit: 10 }),
    ).rejects.toMatchObject(refused);
    await expect(
      me.beginDocument({
        ...{ project: '@alice', path: 'a', title: 'a', kind: 'text', bytes: 1, chunks: 1, mostChunks: 9 },
      }),
    ).rejects.toMatchObject(refused);
    for (const scope of [
      'devai/user@me',
      'said/@me',
      'gist/shop@me',
      'document/@me',
      'devai/project/shop@me',
    ]) {
      await expect(
        alice.publish({
          scope,
          key: 'k',
          value: { value: 1 },
          agent: null,
          sessionId: null,
          ttlSeconds: null,
        }),
      ).rejects.toMatchObject(refused);
    }
  });
});
