import * as fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { migrate, migrationStatus } from './migrate.ts';
import { atPlace, channelAt, defaultPlace, type Place, schemaProblem, sourceAt } from './place.ts';
import { renderScript } from './render-script.ts';
import { readSource } from './read-source.ts';
import type { SqlSource } from './source-files.ts';
import { embeddedConnection } from './testing/connections.ts';

describe('a store in a schema of its own', () => {
  let connection: Awaited<ReturnType<typeof embeddedConnection>>;
  let source: SqlSource;
  beforeAll(async () => {
    connection = await embeddedConnection();
    source = await readSource();
  });
  afterEach(() => connection.clear());

  /** Every definition that the store has in a schema, with the schemas written as in the files. */
  async function everything(schema: string, vectorSchema: string): Promise<unknown[]> {
    const rows = await connection.query(
      `select pg_get_functiondef(p.oid) as text from pg_proc p where p.pronamespace = $1::regnamespace and p.proname like 'devai%'
       union all select pg_get_indexdef(c.oid) from pg_class c where c.relnamespace = $1::regnamespace and c.relkind = 'i' and c.relname like 'devai%'
       union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
         where not t.tgisinternal and c.relnamespace = $1::regnamespace
       union all select c.relname || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || coalesce(pg_get_expr(d.adbin, d.adrelid), '')
         from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
         where c.relnamespace = $1::regnamespace and c.relkind = 'r' and c.relname like 'devai%' and a.attnum > 0
       order by 1`,
      [`"${schema}"`],
    );
    const written = (text: string) =>
      text
        .replaceAll(new RegExp(`"?${vectorSchema}"?\\.`, 'g'), 'extensions.')
        .replaceAll(new RegExp(`"?${schema}"?\\.`, 'g'), 'public.')
        .replaceAll(`'${schema}'`, `'public'`);
    return rows.map((row) =>
      written(String(row['text'])).replaceAll("'public.devai_shared'", "'devai_shared'"),
    );
  }

  it.each([
    ['agents', 'extensions'],
    ['Tenant-1', 'vectors'],
    ['order', 'My vectors'],
    ['of agents', 'public'],
  ])('%s has what public has, with pgvector in %s, and nothing is anywhere else', async (schema, vectors) => {
    await connection.execute("set search_path = ''");
    await connection.execute(
      `create schema if not exists "${vectors}"; create extension vector schema "${vectors}"`,
    );
    await migrate(connection, { schema });
    expect(await migrate(connection, { schema })).toEqual({ migrations: [], functions: [] });
    const own = await everything(schema, vectors);
    const elsewhere = await connection.query(
      `select relname from pg_class where relname like 'devai%' and relnamespace <> $1::regnamespace and relkind <> 't'
       union all select proname from pg_proc where proname like 'devai%' and pronamespace <> $1::regnamespace`,
      [`"${schema}"`],
    );
    expect(elsewhere).toEqual([]);

    await connection.execute(`drop schema "${schema}" cascade; drop extension vector cascade`);
    await migrate(connection);
    await connection.execute("set search_path = ''");
    const known = (text: unknown) =>
      String(text).replaceAll(/hashtextextended\('[^']*devai/g, "hashtextextended('devai");
    expect(own.map(known).toSorted()).toEqual(
      (await everything('public', 'extensions')).map(known).toSorted(),
    );
  });

  it('is made by the script, too, which refuses a database whose pgvector is elsewhere', async () => {
    await connection.execute('create schema vectors; create extension vector schema vectors');
    const script = (pgvector: string | null) => renderScript(source, { schema: 'Tenant-1', pgvector });
    await expect(connection.execute(script(null))).rejects.toThrow('--pgvector vectors');
    await connection.execute('rollback');
    await connection.execute(script('vectors'));
    await connection.execute(script('vectors'));
    expect(await migrate(connection, { schema: 'Tenant-1' })).toEqual({ migrations: [], functions: [] });
  });

  it('does not change what another schema is at', async () => {
    await migrate(connection, { schema: 'one' });
    expect((await migrationStatus(connection, source, 'two')).applied).toEqual([]);
    await migrate(connection, { schema: 'two' });
    await connection.execute('drop schema one cascade');
    expect(await migrate(connection, { schema: 'two' })).toEqual({ migrations: [], functions: [] });
  });
});

describe('the files at a place', () => {
  it('are unchanged at the place that they are written for, and keep their hashes', async () => {
    const source = await readSource();
    const { migrations, ...rest } = sourceAt(source, defaultPlace);
    const { migrations: written, ...written2 } = source;
    expect(rest).toEqual(written2);
    expect(migrations.map(({ name, hash }) => [name, hash])).toEqual(
      written.map(({ name, hash }) => [name, hash]),
    );
  });

  it('name the schema in every place, whatever it is called', async () => {
    const source = await readSource();
    const files = [...source.migrations, ...source.functions, source.privileges].map(({ text }) =>
      text.replaceAll(/--.*$/gm, ''),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (schema) => {
        fc.pre(schemaProblem(schema) === undefined && !/public|extensions/.test(schema));
        const place = { schema, vectorSchema: `v ${schema}` };
        for (const text of files) {
          const rest = atPlace(text, place).replaceAll('from public', '');
          if (/\bpublic\b|\bextensions\b/.test(rest)) throw new Error(rest);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('announce and lock under the name of the schema, as its processes expect', async () => {
    const { functions } = await readSource();
    const textOf = (name: string, place: Place) =>
      atPlace(functions.find((file) => file.name === name)?.text ?? '', place);
    const own = { schema: 'My agent', vectorSchema: 'extensions' };
    expect(textOf('publish', own)).toContain(`pg_notify('My agent.devai_shared', '')`);
    expect(channelAt(own, 'devai_shared')).toBe('"My agent.devai_shared"');
    expect(textOf('_lock_scopes', own)).toContain(`hashtextextended('My agent.devai memories '`);
    expect(textOf('publish', defaultPlace)).toContain(`pg_notify('devai_shared', '')`);
    expect(channelAt(defaultPlace, 'devai_shared')).toBe('"devai_shared"');
  });

  it('are refused for names that Postgres keeps to itself or that could end a literal', () => {
    for (const name of [
      '',
      'pg_agent',
      'PG_x',
      'information_schema',
      "a'b",
      'a"b',
      'a\\b',
      'a$$b',
      'a\nb',
      'ü'.repeat(25),
    ]) {
      expect(schemaProblem(name), name).toBeDefined();
    }
    for (const name of [
      'public',
      'agent',
      'Agent',
      'tenant-1',
      'a b',
      'a.b',
      'order',
      'ü'.repeat(24),
      'pgvector',
      '1a',
    ]) {
      expect(schemaProblem(name), name).toBeUndefined();
    }
  });
});
