import { expect, it } from 'vitest';
import { fillerStatements } from './filler-statements.ts';

it('makes the requested number of different statements, the same each time, with every slot filled', () => {
  const statements = [...fillerStatements(5_000)];
  expect(new Set(statements).size).toBe(5_000);
  expect([...fillerStatements(5_000)]).toEqual(statements);
  expect([...fillerStatements(5, 1)]).not.toEqual(statements.slice(0, 5));
  expect(statements.filter((one) => /[{}|]|undefined/u.test(one))).toEqual([]);
});
