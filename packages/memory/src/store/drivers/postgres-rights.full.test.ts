import { postgresUrl } from '@devai/db/testing';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { administer, databaseUrl } from '../../../contract/test-postgres.ts';
import { openPostgresDatabase } from './postgres.ts';

const url = postgresUrl() ?? '';

describe.skipIf(url === '')('a server’s store and its roles', () => {
  const name = `devai_rights_${process.pid}`;
  const owner = `${name}_owner`;
  const app = `${name} "App"`;
  const quotedApp = `"${app.replaceAll('"', '""')}"`;
  const ownUrl = url === '' ? '' : databaseUrl(url, name);
  const as = (role: string): string => {
    const changed = new URL(ownUrl);
    changed.username = encodeURIComponent(role);
    changed.password = 'secret';
    return changed.toString();
  };
  beforeEach(() =>
    administer(
      url,
      `create database ${name}`,
      `create role ${owner} login password 'secret'; create role ${quotedApp} login password 'secret'`,
    ),
  );
  afterEach(() =>
    administer(url, `drop database ${name} with (force)`, `drop role ${owner}; drop role ${quotedApp}`),
  );

  /** Opens the store as a role, writes and reads, and closes it. */
  async function use(role: string, settings: object = {}): Promise<unknown> {
    const database = await openPostgresDatabase({ url: as(role), ...settings });
    try {
      await database.call('set_setting', { key: 'a', value: role });
      return await database.call('get_setting', { key: 'a' });
    } finally {
      await database.close();
    }
  }

  /** Runs what an error's message says between quotes, as the administrator. */
  async function refusedUntilDone(role: string, settings: object = {}): Promise<string[]> {
    const done: string[] = [];
    for (;;) {
      try {
        await use(role, settings);
        return done;
      } catch (error) {
        expect(error).toMatchObject({ code: 'database_failed', message: expect.stringContaining(role) });
        const [, statement = ''] = /run "(.*?)"(?: (?:or|and) "|$)/.exec(String(error)) ?? [];
        expect(done, String(error)).not.toContain(statement);
        done.push(statement);
        await administer(ownUrl, statement);
      }
    }
  }

  it('admits a role while autovacuum is at work', async () => {
    const rounds = ['one', 'two', 'three', 'four', 'five'];
    const open = async (settings: object) =>
      (await openPostgresDatabase({ url: ownUrl, ...settings })).close();
    for (const schema of rounds) await open({ schema });
    const over = new AbortController();
    const vacuum = async () => {
      while (!over.signal.aborted) await administer(ownUrl, ...Array<string>(5).fill('vacuum analyze'));
    };
    const vacuuming = Promise.all([vacuum(), vacuum(), vacuum()]);
    try {
      for (const schema of rounds) await open({ schema, runtimeRole: app });
    } finally {
      over.abort();
      await vacuuming;
    }
  });

  it.each(['public', 'agent'])(
    'says what the owner of a store in %s lacks: done one after the other, it opens',
    async (schema) => {
      await administer(ownUrl, `grant temporary on database ${name} to ${owner}`);
      const done = await refusedUntilDone(owner, { schema });
      expect(done.length).toBeGreaterThan(0);
      expect(done.join(';')).toContain(schema === 'public' ? 'on schema public' : 'on database');
    },
  );

  it('names the statements for the administrator where pgvector is missing', async () => {
    await administer(ownUrl, `grant create on database ${name} to ${owner}`);
    await administer(ownUrl, `grant create on schema public to ${owner}`);
    // in the image, pgvector is no trusted extension, and only an administrator may create it
    const opening = use(owner);
    await opening.catch((error: unknown) => {
      expect(error).toMatchObject({
        message: expect.stringMatching(
          new RegExp(`create extension vector.*grant usage on schema extensions to ${owner}`),
        ),
      });
    });
    expect(await refusedUntilDone(owner)).toEqual([expect.stringContaining('create extension vector')]);
  });

  describe('one that migrates and one that runs', () => {
    beforeEach(() =>
      administer(
        ownUrl,
        `create schema extensions; create extension vector schema extensions; grant usage on schema extensions to ${owner} with grant option;
         create schema agent authorization ${owner}`,
      ),
    );
    const schema = 'agent';

    it('work together: the other has no right but to use the store, and keeps it when the store changes', async () => {
      await use(owner, { schema });
      await expect(use(app, { schema })).rejects.toMatchObject({
        code: 'database_failed',
        message: expect.stringMatching(
          /lacks usage on schema.*pnpm db migrate --schema agent --runtime-role/,
        ),
      });
      await use(owner, { schema, runtimeRole: app });
      expect(await use(app, { schema })).toBe(app);
      expect(await use(app, { schema, migrate: false })).toBe(app);

      // a later version replaces functions, and adds a table
      await administer(
        ownUrl,
        `delete from agent.devai_functions where name in ('get_setting', 'privileges')`,
      );
      await administer(
        ownUrl,
        `set role ${owner}; create table agent.devai_later (id int); alter table agent.devai_later enable row level security`,
      );
      await expect(use(app, { schema })).rejects.toMatchObject({ code: 'database_failed' });
      await use(owner, { schema });
      expect(await use(app, { schema })).toBe(app);

      const client = new Client({ connectionString: as(app) });
      await client.connect();
      // the planner's statistics, by which a search leaves frequent words out
      await administer(
        ownUrl,
        `insert into agent.devai_sessions (id, agent, created_at, last_active_at) values ('00000000-0000-0000-0000-000000000001', 'a', now(), now());
         insert into agent.devai_messages (id, session_id, number, role, type, content, tokens, content_hash, words, created_at)
         select gen_random_uuid(), '00000000-0000-0000-0000-000000000001', n, 'user', 'text', 'the', 1, n::text, 'the'::tsvector, now() from generate_series(1, 500) n;
         analyze agent.devai_messages`,
      );
      const { rows } = await client.query('select word, share from agent.devai__frequent_words()');
      expect(rows).toEqual([{ word: 'the', share: 1 }]);
      await client.query('insert into agent.devai_later values (1)');
      for (const statement of [
        'create table agent.devai_own (id int)',
        'drop table agent.devai_jobs',
        'delete from agent.devai_migrations',
        `update agent.devai_functions set hash = ''`,
        'truncate agent.devai_jobs',
        'alter table agent.devai_jobs disable row level security',
      ]) {
        await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
      }
      await client.end();
    });

    it('opens nothing as the second role by grants alone, which row-level security would let look empty', async () => {
      await use(owner, { schema });
      await administer(
        ownUrl,
        `grant usage on schema agent, extensions to ${quotedApp};
         grant select, insert, update, delete on all tables in schema agent to ${quotedApp};
         grant execute on all functions in schema agent to ${quotedApp}`,
      );
      await expect(use(app, { schema })).rejects.toMatchObject({
        code: 'database_failed',
        message: expect.stringContaining('a policy on table devai_chunks'),
      });
      await administer(url, `alter role ${quotedApp} bypassrls`);
      expect(await use(app, { schema })).toBe(app);
    });

    it('changes nothing as the second role: what is missing is database_outdated', async () => {
      await expect(use(owner, { schema, migrate: false })).rejects.toMatchObject({
        code: 'database_outdated',
        message:
          'there is no store in the schema agent: run "pnpm db migrate --schema agent" as the role that owns it',
      });
      await use(owner, { schema, runtimeRole: app });
      await administer(ownUrl, `delete from agent.devai_functions where name = 'get_setting'`);
      const outdated = {
        code: 'database_outdated',
        message: expect.stringMatching(/lacks 1 function .*pnpm db migrate --schema agent/),
      };
      await expect(use(app, { schema })).rejects.toMatchObject(outdated);
      await expect(use(owner, { schema, migrate: false })).rejects.toMatchObject(outdated);
      await use(owner, { schema });
      expect(await use(app, { schema })).toBe(app);
    });

    it('says which right was taken away, at opening and in a call, and gives it back', async () => {
      await use(owner, { schema, runtimeRole: app });
      const database = await openPostgresDatabase({ url: as(app), schema });
      for (const [taken, at, inCall] of [
        [
          'usage on schema agent',
          /lacks usage on schema agent\..*"grant usage on schema agent/,
          /schema agent/,
        ],
        ['execute on function agent.devai_get_setting', /execute on function devai_get_setting/, /function/],
        ['select on table agent.devai_settings', /select on table devai_settings/, /table devai_settings/],
      ] as const) {
        await administer(ownUrl, `revoke ${taken} from ${quotedApp}`);
        await expect(use(app, { schema })).rejects.toThrow(at);
        const call = database.call('get_setting', { key: 'a' });
        await expect(call).rejects.toMatchObject({
          code: 'database_failed',
          message: expect.stringMatching(inCall),
        });
        await expect(call).rejects.toThrow(`as the role ${app}`);
        await use(owner, { schema, runtimeRole: app });
        expect(await use(app, { schema })).toBe(app);
      }
      await database.close();
    });

    it('says that a database can only be read, and how to change that', async () => {
      await use(owner, { schema });
      await administer(url, `alter role ${owner} set default_transaction_read_only = on`);
      await expect(use(owner, { schema })).rejects.toMatchObject({
        code: 'database_failed',
        message: expect.stringContaining(`alter role ${owner} set default_transaction_read_only = off`),
      });
      await administer(url, `alter role ${owner} reset default_transaction_read_only`);
      expect(await use(owner, { schema })).toBe(owner);
    });
  });
});
