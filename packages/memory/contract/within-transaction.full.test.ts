import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { postgresUrl } from '@devai/db/testing';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemory, openPgliteDatabase, openPostgresDatabase } from '../src/index.ts';
import type { MemorySettings } from '../src/memory.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { ownDatabase, type OwnDatabase } from './test-postgres.ts';

const url = postgresUrl() ?? '';
const schema = 'agent';

it('is for a store on a Postgres server, and for a client', async () => {
  const memory = await createMemory({ database: await openPgliteDatabase({ inMemory: true }) });
  const client = { query: async () => ({ rows: [] }) };
  expect(() => memory.within(client)).toThrow(
    expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining('pglite') }),
  );
  // @ts-expect-error for hosts without types
  expect(() => memory.within('client')).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  // @ts-expect-error for hosts without types
  expect(() => memory.within(client, { usr: 'anna' })).toThrow('usr');
  await memory.close();
});

describe.skipIf(url === '')('the memory within a transaction of the host', () => {
  let own: OwnDatabase;
  const closing: (() => Promise<unknown>)[] = [];
  const held = new Set<PoolClient>();
  beforeEach(async () => {
    own = await ownDatabase(url);
  });
  afterEach(async () => {
    held.forEach((client) => client.release(true));
    held.clear();
    for (const close of closing.splice(0).toReversed()) await close();
    await own.drop();
  });

  /** A memory over the host's pool, and a client of it on which a transaction was begun. */
  async function open(settings: Partial<MemorySettings> = {}, pooled: PoolConfig = {}) {
    const pool = new Pool({ connectionString: own.url, ...pooled });
    pool.on('error', () => {}); // the server ends what is idle when the database is dropped
    const database = await openPostgresDatabase({ pool, schema });
    const memory = await createMemory({ database, ...settings });
    await pool.query('create table orders (name text primary key)');
    closing.push(
      () => pool.end(),
      () => memory.close(),
    );
    const client = await begin(pool);
    return { pool, database, memory, client };
  }

  async function begin(pool: Pool): Promise<PoolClient> {
    const client = await pool.connect();
    held.add(client);
    client.on('error', () => {});
    await client.query('begin');
    return client;
  }

  async function end(client: PoolClient, how: 'commit' | 'rollback'): Promise<void> {
    await client.query(how);
    held.delete(client);
    client.release();
  }

  it('stores with the host’s rows, or with them not at all, over the only connection of a pool', async () => {
    const { pool, memory, client } = await open({}, { max: 1 });
    const store = async (on: PoolClient, name: string) => {
      await on.query('insert into orders values ($1)', [name]);
      const inside = memory.within(on);
      const { memory: told } = await inside.remember({ content: `The order ${name} goes to the depot` });
      expect(await inside.memories.get(told.id)).toMatchObject({ content: told.content });
      expect((await inside.search({ text: `order ${name}` })).hits[0]?.memory.id).toBe(told.id);
    };
    await store(client, 'Anker');
    await end(client, 'rollback');
    const again = await begin(pool);
    await store(again, 'Boje');
    await end(again, 'commit');
    const stored = await memory.memories.list();
    expect(stored.map(({ content }) => content)).toEqual(['The order Boje goes to the depot']);
    expect((await pool.query('select name from orders')).rows).toEqual([{ name: 'Boje' }]);
  });

  it('shows nobody else what is not committed', async () => {
    const { memory, client } = await open();
    await memory.within(client).remember({ content: 'The key lies under the mat' });
    expect(await memory.memories.list()).toEqual([]);
    await end(client, 'commit');
    expect(await memory.memories.list()).toHaveLength(1);
  });

  it('keeps the transaction when a call throws', async () => {
    const { memory, client } = await open();
    const inside = memory.within(client);
    const absent = '00000000-0000-4000-8000-000000000000';
    await expect(inside.memories.invalidate(absent, 'it is gone')).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(inside.remember({ content: ' ' })).rejects.toMatchObject({ code: 'invalid_input' });
    await client.query(`insert into orders values ('after')`);
    await inside.remember({ content: 'The depot closes at six' });
    await end(client, 'commit');
    expect(await memory.memories.list()).toHaveLength(1);
  });

  it('runs calls that were begun together one after the other', async () => {
    const { memory, client } = await open();
    const inside = memory.within(client);
    const contents = Array.from({ length: 8 }, (_, index) => `The shelf ${index} holds ${index} boxes`);
    const absent = inside.memories.restore('00000000-0000-4000-8000-000000000000', 'because');
    const told = Promise.all(contents.map((content) => inside.remember({ content })));
    await expect(absent).rejects.toMatchObject({ code: 'not_found' });
    await told;
    await end(client, 'commit');
    expect(await memory.memories.list()).toHaveLength(8);
  });

  it('extracts a conversation after the commit, and none that was rolled back', async () => {
    const { pool, memory, client } = await open();
    const enqueued = vi.fn<() => void>();
    memory.jobs.onEnqueued(enqueued);
    const conversation = (name: string) => [
      { role: 'user' as const, content: `My name is ${name} and I work as a nurse.` },
      { role: 'assistant' as const, content: 'Noted.' },
    ];
    await memory.within(client).add(conversation('Anna'), { project: 'shop' });
    await memory.jobs.drain();
    await end(client, 'rollback');
    const again = await begin(pool);
    const { job } = await memory.within(again).add(conversation('Berta'), { project: 'shop' });
    expect(job).toMatchObject({ kind: 'extract' });
    expect(enqueued).not.toHaveBeenCalled();
    await end(again, 'commit');
    await expect.poll(() => enqueued.mock.calls.length).toBeGreaterThan(0);
    await memory.jobs.drain();
    const stored = (await memory.memories.list()).map(({ content }) => content).join('\n');
    expect(stored).toContain('Berta');
    expect(stored).not.toContain('Anna');
    expect(await memory.sessions.list()).toHaveLength(1);
  });

  it('tells the memory file after the commit', async () => {
    const path = join(await temporaryFolder(), 'memory.md');
    const { memory, client } = await open({ memoryFile: { path, project: null } });
    await memory.within(client).remember({ content: 'I am allergic to nuts', about: 'user' });
    await memory.memoryFile.sync();
    await end(client, 'commit');
    await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toContain('allergic to nuts');
  });

  it('waits for the commit when the host’s transaction has the only connection for longer than the pool waits', async () => {
    const { memory, client } = await open({}, { max: 1, connectionTimeoutMillis: 30 });
    const enqueued = vi.fn<() => void>();
    memory.jobs.onEnqueued(enqueued);
    await memory.within(client).remember({ content: 'I like tea' });
    await client.query('select pg_sleep(0.3)');
    expect(enqueued).not.toHaveBeenCalled();
    await end(client, 'commit');
    await expect.poll(() => enqueued.mock.calls.length).toBeGreaterThan(0);
  });

  it('knows whether its transaction was committed, once it ended', async () => {
    const { pool, database, client } = await open();
    for (const [how, isCommitted] of [
      ['rollback', false],
      ['commit', true],
    ] as const) {
      const on = how === 'rollback' ? client : await begin(pool);
      const transaction = database.within?.(on);
      await transaction?.call('count_forgotten', { user: 'me' });
      const told = vi.fn<(committed: boolean) => void>();
      const ending = transaction?.hasCommitted().then(told);
      await database.call('count_forgotten', { user: 'me' });
      expect(told).not.toHaveBeenCalled();
      await end(on, how);
      await ending;
      expect(told).toHaveBeenCalledWith(isCommitted);
    }
  });

  it('acts for one user', async () => {
    const { memory, client } = await open({ users: 'many' });
    expect(() => memory.within(client)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    await memory.within(client, { user: 'anna' }).remember({ content: 'I like tea' });
    await end(client, 'commit');
    expect(await memory.as('anna').memories.list()).toHaveLength(1);
    expect(await memory.as('berta').memories.list()).toEqual([]);
    expect((await memory.users.list()).map(({ user }) => user)).toEqual(['anna']);
  });

  it('says what is wrong with the transaction', async () => {
    const { pool, memory, client } = await open();
    const inside = memory.within(client);
    await client.query('select 1 / 0').catch(() => {});
    await expect(inside.remember({ content: 'I like tea' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('roll it back'),
    });
    await client.query('rollback');
    const noTransaction = { code: 'invalid_input', message: expect.stringContaining('in no transaction') };
    await expect(inside.remember({ content: 'I like tea' })).rejects.toMatchObject(noTransaction);
    await expect(memory.within(pool).remember({ content: 'I like tea' })).rejects.toMatchObject(
      noTransaction,
    );
    expect(await memory.memories.list()).toEqual([]);
  });

  it('stores nothing when the connection breaks', async () => {
    const { pool, memory, client } = await open();
    const inside = memory.within(client);
    await inside.remember({ content: 'I like tea' });
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await expect(inside.remember({ content: 'I like milk' })).rejects.toMatchObject({
      code: 'database_unavailable',
    });
    expect(await memory.memories.list()).toEqual([]);
    await memory.remember({ content: 'I like cocoa' });
  });
});
