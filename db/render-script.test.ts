import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { renderSchema } from './render-schema.ts';
import { renderScript } from './render-script.ts';
import { readSource } from './read-source.ts';
import { sourceFile, type SqlSource } from './source-files.ts';
import { embeddedConnection } from './testing/connections.ts';

describe('the script for an SQL editor', () => {
  let connection: Awaited<ReturnType<typeof embeddedConnection>>;
  let source: SqlSource;
  beforeAll(async () => {
    connection = await embeddedConnection();
    source = await readSource();
  });
  afterEach(() => connection.clear());

  /** Tables, functions and triggers with their definitions and rights. */
  const everything = async () => ({
    schema: await renderSchema(connection),
    functions: await connection.query(
      `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as text, p.proacl::text as rights
       from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname like 'devai%' order by 1`,
    ),
    triggers: await connection.query(
      `select pg_get_triggerdef(t.oid) as text from pg_trigger t where not t.tgisinternal order by 1`,
    ),
  });

  it('leaves nothing for migrate to do, on an empty database and when it is run again', async () => {
    await connection.execute(renderScript(source));
    const schema = await renderSchema(connection);
    expect(schema).toContain('create table public.devai_memories');
    expect(await migrate(connection)).toEqual({ migrations: [], functions: [] });
    await connection.execute(renderScript(source));
    expect(await migrate(connection)).toEqual({ migrations: [], functions: [] });
    expect(await renderSchema(connection)).toBe(schema);
  });

  it('makes the schema that migrate makes, on an empty database and on one in use', async () => {
    await migrate(connection);
    const whole = await everything();
    expect(whole.functions.length).toBeGreaterThan(200);
    await connection.execute(renderScript(source));
    expect(await everything()).toEqual(whole);
    await connection.clear();
    await connection.execute(renderScript(source));
    expect(await everything()).toEqual(whole);
  });

  it('upgrades an older database, with its rows and functions of other signatures', async () => {
    const earlier = {
      ...source,
      migrations: source.migrations.slice(0, 2),
      functions: [
        sourceFile(
          'get_setting',
          `create function public.devai_get_setting(p_other int) returns int language sql as 'select 1'`,
        ),
      ],
    };
    await migrate(connection, { source: earlier });
    await connection.execute(
      `insert into public.devai_settings values ('kept', '{"a": "$$ ''"}', clock_timestamp())`,
    );
    await connection.execute(renderScript(source));
    expect(await migrate(connection)).toEqual({ migrations: [], functions: [] });
    expect(await connection.query(`select public.devai_get_setting('kept') as value`)).toEqual([
      { value: { a: "$$ '" } },
    ]);
  });

  it('refuses a database of a newer version, and changes nothing', async () => {
    await migrate(connection, {
      source: {
        ...source,
        migrations: [...source.migrations, sourceFile('9999_x', 'create table public.devai_x (a int)')],
      },
    });
    const schema = await renderSchema(connection);
    await expect(connection.execute(renderScript(source))).rejects.toThrow('9999_x is not of this version');
    await connection.execute('rollback');
    expect(await renderSchema(connection)).toBe(schema);
  });
});
