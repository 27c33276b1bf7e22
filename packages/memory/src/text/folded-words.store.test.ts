import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openWorld } from '../../testing/open-world.ts';

const world = openWorld();

/** The statements of a migration, each as a call of its own, without the functions that are there already. */
async function statements(migration: string): Promise<string[]> {
  const sql = await readFile(new URL(`../../../../db/migrations/${migration}.sql`, import.meta.url), 'utf8');
  return sql
    .replaceAll(/^--.*$/gm, '')
    .replaceAll(/create or replace function[^]*?end \$\$;/g, '')
    .split(/;\s*$/m)
    .filter((statement) => statement.trim() !== '');
}

it('words that an earlier version stored with their marks are found after the migration', async () => {
  const marked = 'كَلِمَةُ السِّرِّ في أحمد';
  const memory = await world.openMemory();
  const { memory: stored } = await memory.remember({ content: marked, project: 'shop' });
  const id = await world.say([marked], { of: 'shop' });
  // as the library split them before
  const before = [...marked.split(' '), 'ـ'];
  await world.query(
    `update devai_memories set words = array_to_tsvector(array(
      select left((tsvector_to_array(words))[1], 5) || w from unnest($1::text[]) as w)) where id = $2`,
    [before, stored.id],
  );
  await world.query('update devai_messages set words = array_to_tsvector($1::text[]) where session_id = $2', [
    before,
    id,
  ]);
  const words = async (table: string) => {
    const rows = await world.query(
      `select w.word from devai_${table}, unnest(tsvector_to_array(words)) as w(word)`,
    );
    return rows.map(({ word }) => String(word).replace(/^[\da-f]{5}/, '')).toSorted();
  };
  const folded = ['احمد', 'السر', 'في', 'كلمه'];
  expect(await words('said')).not.toEqual(folded);
  for (const statement of await statements('0027_folded_marks')) await world.query(statement);
  expect([await words('memories'), await words('messages'), await words('said')]).toEqual([
    folded,
    folded,
    folded,
  ]);
  for (const statement of await statements('0029_stems_of_scripts')) await world.query(statement);
  const stems = ['احمد', 'السر', 'في', 'كلم'];
  expect([await words('memories'), await words('messages'), await words('said')]).toEqual([
    stems,
    stems,
    stems,
  ]);
  const { hits } = await memory.search({ text: 'كلمة السر', project: 'shop' });
  expect(hits).toMatchObject([{ memory: { id: stored.id } }]);
});
