import { once } from 'node:events';
import { createServer } from 'node:net';
import { postgresUrl } from '@devai/db/testing';
import { Client, Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databaseUrl, administer } from '../../../contract/test-postgres.ts';
import { startFaultyProxy } from '../../../testing/faulty-proxy.ts';
import { postgresDatabase, postgresPool } from './postgres-driver.ts';
import { openPostgresDatabase } from './postgres.ts';

describe('opening a server’s store', () => {
  it('fails with database_unavailable where nothing listens, without showing the password', async () => {
    const opening = openPostgresDatabase({ url: 'postgres://user:very-secret@127.0.0.1:1/devai' });
    await expect(opening).rejects.toMatchObject({
      code: 'database_unavailable',
      message: expect.stringMatching(/127\.0\.0\.1:1.*ECONNREFUSED/),
    });
    await expect(opening).rejects.not.toThrow('very-secret');
  });

  it('fails with database_unavailable where something listens and says nothing', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await expect(openPostgresDatabase({ url: `postgres://127.0.0.1:${port}/devai` })).rejects.toMatchObject({
      code: 'database_unavailable',
    });
    server.close();
  });
});

const search = {
  user: 'me',
  words: ['a'],
  project: null,
  sessionId: null,
  since: null,
  until: null,
  limit: 5,
  forPrompt: false,
};
const url = postgresUrl() ?? '';

describe.skipIf(url === '')('a server’s store', () => {
  const name = `devai_driver_${process.pid}`;
  const ownUrl = url === '' ? '' : databaseUrl(url, name);
  beforeEach(() => administer(url, `create database ${name}`));
  afterEach(() => administer(url, `drop database ${name} with (force)`));

  it('keeps its connections when the server refuses calls', async () => {
    await (await openPostgresDatabase({ url: ownUrl })).close();
    const pool = await postgresPool(ownUrl, { poolSize: 2 });
    let removed = 0;
    pool.on('remove', () => (removed += 1));
    const database = postgresDatabase(pool);
    for (let count = 0; count < 5; count += 1) {
      await expect(database.call('get_session', { user: 'me', id: 'no id' })).rejects.toMatchObject({
        code: 'invalid_input',
      });
    }
    expect([pool.totalCount, removed]).toEqual([1, 0]);
    await database.close();
  });

  it('loses calls whose connections break, as database_unavailable, and continues with new connections', async () => {
    const database = await openPostgresDatabase({ url: ownUrl, poolSize: 3 });
    const [blocker, watcher] = [
      new Client({ connectionString: ownUrl }),
      new Client({ connectionString: ownUrl }),
    ];
    await Promise.all([blocker.connect(), watcher.connect()]);
    await blocker.query('begin; lock table public.devai_settings');
    const calls = Promise.allSettled([1, 2, 3].map(() => database.call('get_setting', { key: 'a' })));
    const waiting = `from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`;
    while ((await watcher.query(`select ${waiting}`)).rowCount !== 3) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await watcher.query(`select pg_terminate_backend(pid) ${waiting}`);
    const broken = { status: 'rejected', reason: { code: 'database_unavailable', isRetryable: true } };
    expect(await calls).toMatchObject([broken, broken, broken]);
    await Promise.all([blocker.end(), watcher.end()]);
    expect(await database.call('get_setting', { key: 'a' })).toBeNull();
    await database.close();
  });

  it('survives a network that cuts its connections during calls', async () => {
    await (await openPostgresDatabase({ url: ownUrl })).close();
    const proxy = await startFaultyProxy(ownUrl);
    const database = postgresDatabase(await postgresPool(proxy.url, { poolSize: 3 }));

    const call = () => database.call('search_messages', search);
    await call();
    for (const reset of [false, true]) {
      const calls = Promise.allSettled(Array.from({ length: 12 }, call));
      await new Promise((resolve) => setTimeout(resolve, 3));
      proxy.cut({ reset });
      const outcomes = await calls;
      expect(outcomes).toContainEqual({
        status: 'rejected',
        reason: expect.objectContaining({ code: 'database_unavailable', isRetryable: true }),
      });
      expect(await call()).toEqual([]);
    }
    await database.close();
    proxy.close();
  });

  it('that accepts calls and answers none is given up, and used again when it answers', async () => {
    await (await openPostgresDatabase({ url: ownUrl })).close();
    const proxy = await startFaultyProxy(ownUrl);
    const database = await openPostgresDatabase({ url: proxy.url, poolSize: 2 });
    const call = () => database.call('get_setting', { key: 'a' });
    expect(await call()).toBeNull();

    proxy.swallow(true);
    const before = proxy.connections();
    await expect(call()).rejects.toMatchObject({ code: 'database_unavailable' });
    // the rest is refused at once, and does not wait for a connection
    for (let count = 0; count < 1_000; count += 1) {
      await expect(call()).rejects.toMatchObject({ code: 'database_unavailable' });
    }
    expect(proxy.connections()).toBeLessThanOrEqual(before + 1);

    proxy.swallow(false);
    await vi.waitFor(async () => expect(await call()).toBeNull(), 30_000);
    await database.close();
    proxy.close();
  });

  it('waits for running calls when it is closed', async () => {
    const database = await openPostgresDatabase({ url: ownUrl });
    const calls = Array.from({ length: 20 }, (_, index) =>
      database.call('set_setting', { key: `k${index}`, value: index }),
    );
    await database.close();
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  const query = async (sql: string): Promise<Record<string, unknown>[]> => {
    const client = new Client({ connectionString: ownUrl });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };

  it.each([
    ['public', 'public'],
    ['extensions', 'agent'],
    ['vectors', 'public'],
    ['My "own" $vectors', 'Tenant-1'],
    ['agent', 'agent'],
    [null, 'order'],
  ])('uses pgvector where it is, %s, for a store in the schema %s', async (vectorSchema, schema) => {
    if (vectorSchema !== null) {
      const quoted = `"${vectorSchema.replaceAll('"', '""')}"`;
      await administer(
        ownUrl,
        `create schema if not exists ${quoted}; create extension vector schema ${quoted};
         create table public.items (e ${quoted}.vector(3)); insert into public.items values ('[1,2,3]')`,
      );
    }
    for (const round of ['migrates', 'is current']) {
      const database = await openPostgresDatabase({ url: ownUrl, schema });
      await database.call('set_setting', { key: round, value: round });
      expect(
        await database.call('match_sessions', {
          user: 'me',
          vector: [1, ...Array.from({ length: 511 }, () => 0)],
          embeddingModel: 'm',
          words: ['a'],
          frequentWords: [],
          project: null,
          sessionId: null,
          recent: 2,
          limit: 5,
        }),
      ).toEqual({ recent: [], related: [] });
      await database.close();
    }
    const places = await query(
      `select distinct n.nspname as schema from pg_namespace n where n.oid in (
         select relnamespace from pg_class where relname like 'devai%' union select pronamespace from pg_proc where proname like 'devai%')`,
    );
    expect(places).toEqual([{ schema }]);
    const [pgvector] = await query(
      `select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where extname = 'vector'`,
    );
    expect(pgvector).toEqual({ schema: vectorSchema ?? 'extensions' });
    if (vectorSchema === 'public') {
      expect(await query(`select e <-> '[1,2,3]' as distance from items`)).toEqual([{ distance: 0 }]);
    }
  });

  it('follows pgvector to another schema when it is opened again', async () => {
    await (await openPostgresDatabase({ url: ownUrl })).close();
    await administer(ownUrl, 'create schema moved; alter extension vector set schema moved');
    const database = await openPostgresDatabase({ url: ownUrl });
    expect(await database.call('set_embeddings', { embeddingModel: 'm', vectors: [] })).toBeDefined();
    await database.close();
  });

  it('is one of two in a database that see nothing of each other: no rows, no notices, no locks', async () => {
    const [one, other] = await Promise.all(
      ['one', 'Other'].map((schema) => openPostgresDatabase({ url: ownUrl, schema })),
    );
    if (!one || !other) throw new Error('not opened');
    await one.call('set_setting', { key: 'a', value: 1 });
    expect(await other.call('get_setting', { key: 'a' })).toBeNull();

    const heard: string[] = [];
    const ends = await Promise.all([
      one.listen?.('devai_shared', () => heard.push('one')),
      other.listen?.('devai_shared', () => heard.push('other')),
    ]);
    await vi.waitFor(() => expect(ends.map((listening) => listening?.isHeard())).toEqual([true, true]));
    heard.length = 0;
    await administer(ownUrl, `set search_path = ''; select pg_notify('Other.devai_shared', '')`);
    await vi.waitFor(() => expect(heard).toEqual(['other']));

    const locker = new Client({ connectionString: ownUrl });
    await locker.connect();
    await locker.query(`begin; select one.devai__lock_scopes(array['devai/user'])`);
    await administer(
      ownUrl,
      `set lock_timeout = '2s'; select "Other".devai__lock_scopes(array['devai/user'])`,
    );
    await locker.end();
    for (const listening of ends) await listening?.end();
    await Promise.all([one.close(), other.close()]);
  });

  it('uses a pool of the host as it is, and leaves it open', async () => {
    await administer(
      ownUrl,
      `create schema app; alter database ${name} set search_path = app; alter database ${name} set statement_timeout = '100ms'`,
    );
    const asText = (text: string) => text;
    const pool = new Pool({
      connectionString: ownUrl,
      max: 2,
      types: { getTypeParser: () => asText },
    });
    pool.on('error', () => {}); // the database is dropped
    pool.on('connect', (client) => client.on('error', () => {}));
    const listeners = pool.listenerCount('error') + pool.listenerCount('connect');
    const database = await openPostgresDatabase({ pool, schema: 'agent' });
    const another = await openPostgresDatabase({ pool, schema: 'agent' });
    expect(pool.listenerCount('error') + pool.listenerCount('connect')).toBe(listeners + 2);
    await another.close();
    expect(pool.listenerCount('error') + pool.listenerCount('connect')).toBe(listeners + 2);
    expect(database.capabilities.concurrentConnections).toBe(true);
    expect(await database.call('set_setting', { key: 'a', value: { b: 1 } })).toEqual({ b: 1 });
    expect(
      await Promise.all(Array.from({ length: 20 }, () => database.call('get_setting', { key: 'a' }))),
    ).toEqual(Array.from({ length: 20 }, () => ({ b: 1 })));
    expect(pool.totalCount).toBe(2);

    let notices = 0;
    const listening = await database.listen?.('devai_shared', () => (notices += 1));
    await vi.waitFor(() => expect(listening?.isHeard()).toBe(true));
    notices = 0;
    await pool.query(`select pg_notify('agent.devai_shared', '')`);
    await vi.waitFor(() => expect(notices).toBe(1));
    await listening?.end();

    // a connection that the server ends is replaced, and does not end the process
    await administer(
      ownUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
    );
    await vi.waitFor(async () => expect(await database.call('get_setting', { key: 'a' })).toEqual({ b: 1 }));

    await database.close();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: '1' }]);
    expect(pool.listenerCount('error') + pool.listenerCount('connect')).toBe(listeners);
    await pool.end();
  });

  it('takes no more connections than poolSize says', async () => {
    const database = await openPostgresDatabase({ url: ownUrl, poolSize: 2 });
    await Promise.all(Array.from({ length: 30 }, () => database.call('get_setting', { key: 'a' })));
    expect(
      await query(
        `select count(*)::int from pg_stat_activity where application_name = 'devai' and datname = current_database()`,
      ),
    ).toEqual([{ count: 2 }]);
    await database.close();
    const single = await openPostgresDatabase({ url: ownUrl, poolSize: 1 });
    expect(single.capabilities.concurrentConnections).toBe(false);
    await single.close();
  });

  it('is opened beside a newer version if its migrations are additive, and not opened if one is not, or it does not exist', async () => {
    await (await openPostgresDatabase({ url: ownUrl })).close();
    await administer(
      ownUrl,
      `insert into public.devai_migrations values ('9999_future', '', clock_timestamp())`,
    );
    await expect(openPostgresDatabase({ url: ownUrl })).rejects.toMatchObject({ code: 'database_newer' });
    await administer(ownUrl, 'update public.devai_migrations set is_additive = true');
    const warn = vi.fn();
    const log = { debug() {}, info() {}, warn, error() {} };
    for (const migrate of [true, false]) {
      const database = await openPostgresDatabase({ url: ownUrl, log, migrate });
      expect(await database.call('get_setting', { key: 'a' })).toBeNull();
      await database.close();
      expect(warn).toHaveBeenLastCalledWith(
        { migrations: ['9999_future'] },
        expect.stringContaining('newer version'),
      );
    }
    await administer(ownUrl, 'drop function public.devai_recall');
    await expect(openPostgresDatabase({ url: ownUrl })).rejects.toMatchObject({
      code: 'database_newer',
      message: expect.stringContaining('devai_recall'),
    });
    await expect(openPostgresDatabase({ url: databaseUrl(url, 'devai_absent') })).rejects.toMatchObject({
      code: 'database_failed',
      message: expect.stringContaining('devai_absent'),
    });
  });
});
