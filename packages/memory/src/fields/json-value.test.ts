import { expect, it } from 'vitest';
import { jsonObject, jsonValue } from './json-value.ts';

it('copies what JSON can hold in the way that JSON.stringify writes it', () => {
  const given = {
    text: 'x',
    list: [1, undefined, null, true],
    nothing: undefined,
    at: new Date(0),
    own: { toJSON: () => ({ form: ['its own'] }) },
    bare: Object.assign(Object.create(null), { a: 1 }),
  };
  const read = jsonObject.parse(given);
  expect(read).toEqual(JSON.parse(JSON.stringify(given)));
  given.list.push(2);
  expect(read['list']).toHaveLength(4);
});

it('accepts the same object twice, and a value with its own JSON form', () => {
  const same = { a: [1] };
  expect(jsonValue.parse([same, same])).toEqual([same, same]);
  expect(jsonValue.parse({ toJSON: () => 5 })).toBe(5);
});

const circular: Record<string, unknown> = { list: [] };
circular['list'] = [circular];

it.each<[string, object, RegExp]>([
  ['contains itself', circular, /^list: is nested deeper than 100 levels/],
  ['holds a bigint', { deep: [{ n: 5n }] }, /^deep\.0\.n: bigint is nothing that JSON can hold/],
  ['holds a key that readers drop', JSON.parse('{"__proto__": 1}'), /^__proto__: is no key that is stored/],
  ['holds an invalid date', { at: new Date('x') }, /^at: is an invalid date/],
  ['holds a function', { f() {} }, /^f: function is nothing/],
  ['holds a symbol', { s: Symbol('s') }, /^s: symbol is nothing/],
  ['holds no number', { n: Number.NaN }, /^n: NaN is nothing/],
  ['holds a map', { m: new Map() }, /^m: an object of a class is nothing/],
  [
    'throws when it is read',
    {
      get x(): number {
        throw new TypeError('no');
      },
    },
    /^: cannot be read: no/,
  ],
  [
    'throws in toJSON',
    {
      x: {
        toJSON() {
          throw new TypeError('no');
        },
      },
    },
    /^x: cannot be read: no/,
  ],
  ['is a list', [], /^: must be an object/],
  ['becomes a number', { toJSON: () => 5 }, /^: must be an object/],
])('refuses metadata that %s, and says where', (_what, given, problem) => {
  expect(problems(given)).toEqual([expect.stringMatching(problem)]);
});

function problems(given: unknown) {
  return jsonObject
    .safeParse(given)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
