import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { renderSchema } from './render-schema.ts';
import { renderScript } from './render-script.ts';
import { readSource, sourceFile, type SqlSource } from './source-files.ts';
import { embeddedConnection } from './testing/connections.ts';

describe('the script for an SQL editor', () => {
  let connection: Awaited<ReturnType<typeof embeddedConnection>>;
  let source: SqlSource;
  beforeAll(async () => {
    connection = await embeddedConnection();
    source = await readSource();
  });
  afterEach(() => connection.clear());

  it('leaves nothing for migrate to do, on an empty database and when it is run again', async () => {
    await connection.execute(renderScript(source));
    const schema = await renderSchema(connection);
    expect(schema).toContain('create table public.devai_memories');
    expect(await migrate(connection)).toEqual({ migrations: [], functions: [] });
    await connection.execute(renderScript(source));
    expect(await migrate(connection)).toEqual({ migrations: [], functions: [] });
    expect(await renderSchema(connection)).toBe(schema);
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
