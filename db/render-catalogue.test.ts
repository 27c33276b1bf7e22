import { expect, it } from 'vitest';
import type { Connection } from './connection.ts';
import { migrate } from './migrate.ts';
import { renderCatalogue } from './render-catalogue.ts';
import { sourceFile } from './source-files.ts';
import { embeddedConnection } from './testing/connections.ts';

it('the catalogue refuses functions that a driver could not call', async () => {
  const connection = await embeddedConnection();
  const render = (signature: string, name?: string) => renderFunction(connection, signature, name);

  await expect(render('(p_a real) returns jsonb')).rejects.toThrow('no encoding for p_a of type real');
  await expect(render('(a text) returns jsonb')).rejects.toThrow('must start with p_');
  await expect(render('(p_a text default null) returns jsonb')).rejects.toThrow('must not have defaults');
  await expect(render('(p_a text) returns text')).rejects.toThrow('must return one json or jsonb');
  await expect(render('(p_a text) returns setof jsonb')).rejects.toThrow('must return one json or jsonb');
  expect(await render('(p_a text, p_b uuid[]) returns jsonb')).toContain(`f: { a: 'text', b: 'uuid[]' },`);
  const long = ['a', 'b', 'c'].map((letter) => `p_${letter.repeat(40)} text`);
  expect(await render(`(${long.join(', ')}) returns jsonb`)).toMatch(
    / f: \{\n {4}a+: 'text', b+: 'text',\n {4}c+: 'text',\n {2}\},\n/,
  );
  expect(await render('(a real) returns text', '_f')).not.toContain('f: {');
});

async function renderFunction(connection: Connection, signature: string, name = 'f'): Promise<string> {
  const text = `
    create or replace function public.devai_${name}${signature} language plpgsql as $$ begin end $$;`;
  const source = {
    migrations: [],
    functions: [sourceFile(name, text)],
    privileges: sourceFile('privileges', 'select 1'),
  };
  await migrate(connection, { source });
  return renderCatalogue(connection, source);
}
