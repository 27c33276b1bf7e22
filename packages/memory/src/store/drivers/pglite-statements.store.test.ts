import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStatements } from './pglite-statements.ts';
import { createMemoryEngine } from './pglite-template.ts';

let engine: PGlite;
let run: ReturnType<typeof createStatements>;
beforeAll(async () => {
  engine = await createMemoryEngine();
  run = createStatements(engine);
});
afterAll(() => engine.close());

const id = '83899611-aa33-468c-b45a-238586877a50';
const at = '2026-01-02T03:04:05.678Z';
const nine = Buffer.from([0, 1, 0, 0, 0x41, 0x10, 0, 0]);

it.each([
  ['uuid', id, id],
  ['uuid[]', [id, id], [id, id]],
  ['text', 'äöü 🌳 \\ \' "', 'äöü 🌳 \\ \' "'],
  ['text[]', ['a,b', '{', 'NULL', ''], ['a,b', '{', 'NULL', '']],
  ['jsonb', '{"a": [1, "x"]}', { a: [1, 'x'] }],
  ['boolean', false, false],
  ['integer', -7, -7],
  ['double precision', 0.1, 0.1],
  ['timestamptz', at, new Date(at)],
  ['extensions.vector', nine, '[9]'],
  ['text', null, null],
  ['text', '', ''],
])('sends and receives %s as PGlite does', async (type, given, received) => {
  const sql = `select $1::${type} as result`;
  for (const _ of [1, 2]) expect(await run(sql, [given])).toEqual([{ result: received }]);
});

it('reports an error with its code, and goes on, also with the text that failed', async () => {
  const sql = 'select 1 / $1::integer as result';
  await expect(run(sql, [0])).rejects.toMatchObject({ code: '22012' });
  expect(await run(sql, [1])).toEqual([{ result: 1 }]);
  await expect(run('select missing', [])).rejects.toMatchObject({ code: '42703' });
  await expect(run('select * from nowhere', [])).rejects.toMatchObject({ code: '42P01' });
  await engine.exec('create view nowhere as select 5 as result');
  expect(await run('select * from nowhere', [])).toEqual([{ result: 5 }]);
});

it('runs calls at the same time one after the other, among other users of the engine', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, number) => {
      if (number % 7 === 0) await engine.query('select 1');
      const [row] = await run(`select $1::integer + ${number % 3} as result`, [number]);
      return row?.['result'];
    }),
  );
  expect(answers).toEqual(Array.from({ length: 50 }, (_, number) => number + (number % 3)));
});

it('sees a function that was replaced', async () => {
  const define = (answer: number) =>
    engine.exec(`create or replace function answer() returns integer language sql as 'select ${answer}'`);
  await define(1);
  expect(await run('select answer() as result', [])).toEqual([{ result: 1 }]);
  await define(2);
  expect(await run('select answer() as result', [])).toEqual([{ result: 2 }]);
});
