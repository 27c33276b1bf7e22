import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missingRights } from './missing-rights.ts';
import { defaultPlace } from './place.ts';
import { migrate, migrationStatus, requireCurrent } from './migrate.ts';
import { readSource } from './read-source.ts';
import { sourceFile, type SqlSource } from './source-files.ts';
import { embeddedConnection, emptyDatabase, serverConnection } from './testing/connections.ts';
import { postgresUrl } from './testing/postgres-url.ts';

const oneFunction = (name: string, signature: string, body: string) =>
  sourceFile(
    name,
    `create or replace function public.devai_${name}${signature} language plpgsql as $$ begin ${body} end $$;`,
  );

describe('migrating a database', () => {
  let connection: Awaited<ReturnType<typeof embeddedConnection>>;
  let source: SqlSource;
  beforeAll(async () => {
    connection = await embeddedConnection();
  });
  beforeEach(async () => {
    await connection.clear();
    source = {
      migrations: [
        sourceFile('0001_a', 'create table public.devai_a (id int)'),
        sourceFile('0002_b', 'create table public.devai_b (id int)'),
      ],
      functions: [oneFunction('one', '(p_x int) returns int', 'return p_x;')],
      privileges: (await readSource()).privileges,
    };
  });

  const column = async (sql: string) => (await connection.query(sql)).map((row) => Object.values(row)[0]);
  const tables = () =>
    column(`select relname from pg_class where relname in ('devai_a', 'devai_b', 'devai_c') order by 1`);

  it('applies missing migrations once, and reports them', async () => {
    const texts: string[] = [];
    expect(await migrate(connection, { source, log: (text) => texts.push(text) })).toEqual({
      migrations: ['0001_a', '0002_b'],
      functions: ['one'],
    });
    expect(texts).toEqual(['applied migration 0001_a', 'applied migration 0002_b', 'replaced 1 functions']);
    expect(await migrate(connection, { source })).toEqual({ migrations: [], functions: [] });

    source.migrations.push(sourceFile('0003_c', 'create table public.devai_c (id int)'));
    expect(await migrate(connection, { source })).toEqual({ migrations: ['0003_c'], functions: [] });
    expect(await tables()).toEqual(['devai_a', 'devai_b', 'devai_c']);
  });

  it('makes a function again that somebody dropped, and says beforehand that it would', async () => {
    source.functions.push(oneFunction('two', '() returns int', 'return 2;'));
    await migrate(connection, { source });
    await connection.execute('drop function public.devai_two()');
    expect(await migrationStatus(connection, source)).toMatchObject({ changedFunctions: ['two'] });
    expect(await migrate(connection, { source })).toEqual({ migrations: [], functions: ['two'] });
    expect(await connection.query('select public.devai_two() as value')).toEqual([{ value: 2 }]);
    expect(await migrate(connection, { source })).toEqual({ migrations: [], functions: [] });
  });

  it('keeps the data of an older store that a later migration changes', async () => {
    await migrate(connection, { source });
    await connection.execute('insert into public.devai_a values (1), (2)');
    source.migrations.push(
      sourceFile(
        '0003_c',
        'alter table public.devai_a add column double int generated always as (id * 2) stored',
      ),
    );
    await migrate(connection, { source });
    expect(await connection.query('select id, double from public.devai_a order by id')).toEqual([
      { id: 1, double: 2 },
      { id: 2, double: 4 },
    ]);
  });

  it('reports beforehand what it would do', async () => {
    expect(await migrationStatus(connection, source)).toEqual({
      applied: [],
      pending: ['0001_a', '0002_b'],
      changedFunctions: ['one', 'privileges'],
      newer: [],
    });
    await migrate(connection, { source });
    source.functions = [];
    expect(await migrationStatus(connection, source)).toEqual({
      applied: ['0001_a', '0002_b'],
      pending: [],
      changedFunctions: ['one'],
      newer: [],
    });
  });

  it('rolls back a failing migration, keeps earlier ones, and continues from there', async () => {
    source.migrations[1] = sourceFile('0002_b', 'create table public.devai_b (id int); select 1 / 0;');
    await expect(migrate(connection, { source })).rejects.toMatchObject({
      message: expect.stringContaining('migration 0002_b: division by zero'),
      code: '22012',
    });
    expect(await tables()).toEqual(['devai_a']);
    source.migrations[1] = sourceFile('0002_b', 'create table public.devai_b (id int);');
    expect((await migrate(connection, { source })).migrations).toEqual(['0002_b']);
  });

  it('refuses a database with a migration that the code does not know, and changes nothing', async () => {
    await migrate(connection, { source });
    const older: SqlSource = { ...source, migrations: source.migrations.slice(0, 1), functions: [] };
    await expect(migrate(connection, { source: older })).rejects.toMatchObject({
      code: 'database_newer',
      message: expect.stringContaining('0002_b'),
    });
    expect(await column('select public.devai_one(1)')).toEqual([1]);
  });

  describe('that a newer version migrated', () => {
    /** What a version of this code would have, later. */
    const later = async (header: string, ...functions: SqlSource['functions']) => {
      const own = await readSource();
      await migrate(connection, {
        source: {
          ...own,
          migrations: [
            ...own.migrations,
            sourceFile('9998_more', `${header}\ncreate table public.devai_more (id int);`),
          ],
          functions: [
            ...own.functions.filter(({ name }) => !functions.some((file) => file.name === name)),
            ...functions,
          ],
        },
      });
    };
    const getSetting = (signature: string) =>
      oneFunction('get_setting', `${signature} returns jsonb`, `return '"newer"';`);

    it.each([
      ['without a changed function', []],
      ['with another body', [getSetting('(p_key text)')]],
      ['with a new argument that may be left out', [getSetting('(p_key text, p_more text default null)')]],
      ['with a new function', [oneFunction('new_one', '() returns jsonb', `return '1';`)]],
    ])('goes on, and leaves it as it is, %s', async (_, functions) => {
      await later('-- Additive: one more table', ...functions);
      const before = await column('select name || hash from public.devai_functions order by 1');
      const unchanged = { migrations: [], functions: [], newer: ['9998_more'] };
      expect(await migrate(connection)).toEqual(unchanged);
      expect(await requireCurrent(connection)).toEqual(['9998_more']);
      expect(await migrationStatus(connection, await readSource())).toMatchObject({
        pending: [],
        changedFunctions: [],
        newer: ['9998_more'],
      });
      expect(await column('select name || hash from public.devai_functions order by 1')).toEqual(before);
      // the newer version finds its store as it was
      await connection.query('select id from public.devai_more');
    });

    it.each([
      ['-- A table', []],
      ['-- It is not Additive: code of before writes rows without it', []],
      ['-- Additive: yes', [getSetting('(p_name text)')]],
      ['-- Additive: yes', [getSetting('(p_key text, p_more text)')]],
      ['-- Additive: yes', [getSetting('()')]],
      [
        '-- Additive: yes',
        [oneFunction('get_setting', '(p_key text, p_a int) returns jsonb', 'return null;')],
      ],
    ])(
      'is refused, and left as it is, where it says "%s", or a function does not fit (%#)',
      async (header, functions) => {
        await later(header, ...functions);
        const before = await column('select name || hash from public.devai_functions order by 1');
        const refused = { code: 'database_newer', message: expect.stringContaining('9998_more') };
        await expect(migrate(connection)).rejects.toMatchObject(refused);
        await expect(requireCurrent(connection)).rejects.toMatchObject(refused);
        expect(await column('select name || hash from public.devai_functions order by 1')).toEqual(before);
      },
    );

    it('is refused if one of several migrations is not additive, or one of its own is missing', async () => {
      await later('-- Additive: yes');
      await connection.execute(
        `insert into public.devai_migrations values ('9999_breaking', '', clock_timestamp())`,
      );
      await expect(migrate(connection)).rejects.toMatchObject({ code: 'database_newer' });
      await connection.execute(
        `delete from public.devai_migrations where name in ('9999_breaking', '0027_folded_marks')`,
      );
      await expect(migrate(connection)).rejects.toMatchObject({ code: 'database_newer' });
    });

    it('is migrated by the newer version, beside an older one that restarts again and again', async () => {
      await later('-- Additive: yes', getSetting('(p_key text)'));
      await migrate(connection);
      await later('-- Additive: yes', getSetting('(p_key text)'));
      expect(await column(`select public.devai_get_setting('a')`)).toEqual(['newer']);
    });
  });

  it('goes on from a store that was made before migrations said whether they are additive', async () => {
    await migrate(connection, { source });
    await connection.execute('alter table public.devai_migrations drop column is_additive');
    expect(await migrate(connection, { source })).toEqual({ migrations: [], functions: [] });
    source.migrations.push(
      sourceFile('0003_c', '-- Additive: a table\ncreate table public.devai_c (id int)'),
    );
    expect((await migrate(connection, { source })).migrations).toEqual(['0003_c']);
    expect(await column('select name from public.devai_migrations where is_additive')).toEqual(['0003_c']);
  });

  it('refuses a changed migration, but ignores line ends', async () => {
    source.migrations[0] = sourceFile('0001_a', 'create table\npublic.devai_a (id int)');
    await migrate(connection, { source });
    source.migrations[0] = sourceFile('0001_a', 'create table\r\npublic.devai_a (id int)');
    await migrate(connection, { source });
    source.migrations[0] = sourceFile('0001_a', 'create table public.devai_a (id bigint)');
    await expect(migrate(connection, { source })).rejects.toMatchObject({ code: 'migration_changed' });
  });

  it('replaces a changed function, whatever changed', async () => {
    for (const [signature, body, call, result] of [
      ['(p_x int) returns int', 'return p_x + 1;', 'devai_one(1)', 2],
      ['(p_x int) returns text', `return 'text';`, 'devai_one(1)', 'text'],
      ['(p_y int) returns text', `return 'renamed';`, 'devai_one(p_y => 1)', 'renamed'],
      ['(p_y text) returns text', 'return p_y;', `devai_one('other type')`, 'other type'],
      ['() returns text', `return 'none';`, 'devai_one()', 'none'],
    ] as const) {
      source.functions = [oneFunction('one', signature, body)];
      expect((await migrate(connection, { source })).functions).toEqual(['one']);
      expect(await column(`select public.${call}`)).toEqual([result]);
      expect(await column(`select count(*)::int from pg_proc where proname = 'devai_one'`)).toEqual([1]);
    }
  });

  it('drops a function without a file, and no other', async () => {
    await connection.execute(
      'create function public.devai_of_a_user() returns int language sql as $$ select 1 $$',
    );
    await migrate(connection, { source });
    source.functions = [];
    expect((await migrate(connection, { source })).functions).toEqual(['one']);
    expect(await column(`select proname from pg_proc where proname like 'devai\\_%'`)).toEqual([
      'devai_of_a_user',
    ]);
  });

  it('keeps the old functions when a new one fails', async () => {
    await migrate(connection, { source });
    source.functions = [
      oneFunction('one', '(p_x int) returns int', 'return 7;'),
      sourceFile('two', 'create nonsense'),
    ];
    await expect(migrate(connection, { source })).rejects.toThrow('function two: syntax error');
    source.functions = [source.functions[0]!, oneFunction('other_name', '() returns int', 'return 1;')];
    source.functions[1] = { ...source.functions[1]!, name: 'two' };
    await expect(migrate(connection, { source })).rejects.toThrow('does not create public.devai_two');
    expect(await column('select public.devai_one(1)')).toEqual([1]);
  });

  it('allows only the owner and service_role to call functions and read tables', async () => {
    await connection.execute(`
      create role anon; create role authenticated; create role service_role bypassrls;
      alter default privileges in schema public grant all on tables to anon, authenticated;
      alter default privileges in schema public grant all on functions to anon, authenticated;
      grant usage on schema public to anon, authenticated;
    `);
    await migrate(connection);
    const open = await column(`
      select r.rolname || ' ' || p.proname
      from pg_proc p, (values ('anon'), ('authenticated')) as r(rolname)
      where p.proname like 'devai\\_%' and has_function_privilege(r.rolname, p.oid, 'execute')
      union all
      select r.rolname || ' ' || c.relname
      from pg_class c, (values ('anon'), ('authenticated')) as r(rolname)
      where c.relkind in ('r', 'S') and c.relname like 'devai\\_%'
        and has_table_privilege(r.rolname, c.oid, case c.relkind when 'S' then 'select' else 'select, insert, update, delete, truncate' end)`);
    expect(open).toEqual([]);
    expect(
      await column(
        `select relname from pg_class where relkind = 'r' and relname like 'devai\\_%' and not relrowsecurity`,
      ),
    ).toEqual([]);
    // no function lends the owner's rights, but the one that reads statistics
    expect(await column(`select proname from pg_proc where proname like 'devai\\_%' and prosecdef`)).toEqual([
      'devai__frequent_words',
    ]);

    await connection.execute('set role anon');
    await expect(connection.query(`select public.devai_get_setting('a')`)).rejects.toMatchObject({
      code: '42501',
    });
    await expect(connection.query('select * from public.devai_messages')).rejects.toMatchObject({
      code: '42501',
    });
    await connection.execute('set role service_role');
    await connection.query(`select public.devai_set_setting('a', '1')`);
    await connection.query(
      `select public.devai_record_usage('[{"operation":"tag","model":"m","inputTokens":1,"outputTokens":1}]')`,
    );
    expect(await column(`select public.devai_get_setting('a')`)).toEqual([1]);
  });

  it('admits runtime roles, one after the other, and gives them what later migrations make', async () => {
    await connection.execute(`
      drop role if exists "App one"; create role "App one"; drop role if exists app_two; create role app_two`);
    await migrate(connection);
    for (const role of ['public', 'current_user', 'absent']) {
      await expect(migrate(connection, { runtimeRole: role })).rejects.toMatchObject({ code: '42704' });
    }
    await migrate(connection, { runtimeRole: 'App one' });
    await migrate(connection, { runtimeRole: 'app_two' });
    const whole = await readSource();
    await migrate(connection, {
      source: {
        ...whole,
        migrations: [
          ...whole.migrations,
          sourceFile(
            '9998_more',
            `create table public.devai_more (id int); alter table public.devai_more enable row level security`,
          ),
        ],
      },
    });
    for (const role of ['"App one"', 'app_two']) {
      await connection.execute(`set role ${role}`);
      await connection.execute('insert into public.devai_more values (1)');
      await connection.query(`select public.devai_set_setting('a', '1')`);
      expect(await column(`select public.devai_get_setting('a')`)).toEqual([1]);
      await expect(connection.execute('delete from public.devai_migrations')).rejects.toMatchObject({
        code: '42501',
      });
      await connection.execute('reset role');
    }
    expect(await missingRights(connection, defaultPlace, 'app_two')).toEqual([]);
    await connection.execute(
      'revoke update on public.devai_jobs from app_two; drop policy devai_runtime on public.devai_more',
    );
    expect(await missingRights(connection, defaultPlace, 'app_two')).toEqual([
      'update on table devai_jobs',
      'a policy on table devai_more',
    ]);
    await connection.execute('drop owned by "App one", app_two; drop role "App one", app_two');
  });

  it('lets every function follow the conventions: an empty search path, and time only from devai__now', async () => {
    await migrate(connection);
    expect(
      await column(
        `select proname from pg_proc where proname like 'devai\\_%' and not coalesce('search_path=""' = any (proconfig), false)`,
      ),
    ).toEqual([]);
    const { functions } = await readSource();
    const withOwnClock = functions.filter(
      ({ name, text }) =>
        name !== '_now' &&
        /\b(?<!devai__)(now\(\)|clock_timestamp|statement_timestamp|current_timestamp|current_date|localtime)/i.test(
          text.replaceAll(/--.*$/gm, ''),
        ),
    );
    expect(withOwnClock.map((file) => file.name)).toEqual([]);
  });
});

const serverUrl = postgresUrl();

describe.skipIf(serverUrl === null)('migrating a Postgres server', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  beforeEach(async () => {
    database = await emptyDatabase(serverUrl ?? '');
  });
  afterEach(() => database.drop());
  const start = async () => {
    const path = fileURLToPath(new URL('testing/migrate-process.ts', import.meta.url));
    const child = spawn(process.execPath, [path, database.url], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    return child;
  };

  it('from 20 processes at once applies each migration once', async () => {
    const children = await Promise.all(Array.from({ length: 20 }, start));
    const outputs = await Promise.all(
      children.map(async (child) => {
        let output = '';
        child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
        child.stdin.write('go\n');
        await once(child, 'close');
        expect(child.exitCode).toBe(0);
        return Number(output);
      }),
    );
    const { migrations } = await readSource();
    expect(outputs.reduce((sum, count) => sum + count, 0)).toBe(migrations.length);
  }, 120_000);

  it('that was killed is completed by the next process', async () => {
    for (const delay of [0, 10, 30, 60]) {
      const child = await start();
      child.stdin.write('go\n');
      await new Promise((resolve) => setTimeout(resolve, delay));
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    const connection = await serverConnection(database.url);
    try {
      await migrate(connection);
      const source = await readSource();
      const status = await migrationStatus(connection, source);
      expect(status).toEqual({
        applied: source.migrations.map((file) => file.name),
        pending: [],
        changedFunctions: [],
        newer: [],
      });
    } finally {
      await connection.close();
    }
  }, 60_000);
});
