import * as fc from 'fast-check';
import { z } from 'zod';

const schemaShape = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});

/** Generates values that fit a JSON schema, for the features that the published schemas use. */
export function arbitraryOf(given: unknown): fc.Arbitrary<unknown> {
  const schema = schemaShape.parse(given ?? {});
  const among = schema.anyOf ?? schema.oneOf;
  if (among !== undefined) return fc.oneof(...among.map(arbitraryOf));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => arbitraryOf({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -9, max: Math.min(schema.maximum ?? 1e6, 1e9) });
    case 'number':
      return fc.double();
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(arbitraryOf(schema.items), { maxLength: 4 });
    case 'object':
      if (schema.properties === undefined) return fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, arbitraryOf(one)])),
        { requiredKeys: schema.required ?? [] },
      );
    default:
      return fc.jsonValue();
  }
}

function text({ format, minLength = 0, maxLength = 200 }: z.infer<typeof schemaShape>): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const length = { minLength, maxLength: Math.min(maxLength, 40) };
  return fc.oneof(
    fc.string({ ...length, unit: 'binary' }),
    fc.string({ ...length, unit: 'grapheme' }),
    fc.constantFrom('the staging database listens on 6543', 'yesterday', 'devai/user/preferences', '%', "'"),
  );
}

let deep: unknown = [];
for (let depth = 0; depth < 2_000; depth += 1) deep = [deep];

/** Values that hardly any published schema allows. */
const nasty: unknown[] = [
  null,
  true,
  -1,
  0.5,
  2 ** 53,
  1e308,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e\u0000\uffff',
  '👩‍👩‍👧‍👦'.repeat(300),
  'a'.repeat(100_001),
  '\n'.repeat(20_000),
  `'; drop table devai_memories; --`,
  '../../../../etc/passwd',
  '%00%2e%2e%2f',
  '${jndi:ldap://127.0.0.1/a}',
  '1e309',
  '0000-00-00T00:00:00Z',
  '+275761-01-01T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  [],
  {},
  deep,
  Array.from({ length: 5_000 }, (_, index) => index),
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
];

/** A value in which up to two parts were replaced, removed or added. */
export const mutated = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(values, fc.array(fc.tuple(fc.nat(), fc.constantFrom(...nasty), fc.nat(2)), { maxLength: 2 }))
    .map(([value, changes]) => changes.reduce(change, value));

function change(value: unknown, [where, replacement, how]: [number, unknown, number]): unknown {
  if (typeof value !== 'object' || value === null) return replacement;
  const entries = Object.entries(value);
  const chosen = where % (entries.length + 1);
  const [name, part] = entries[chosen] ?? ['unasked', undefined];
  // deeper, where there is something
  const changed =
    how === 0 && part !== undefined ? change(part, [Math.floor(where / 7), replacement, 1]) : replacement;
  const others = entries.filter((_, index) => index !== chosen);
  const result = how === 2 && part !== undefined ? others : [...others, [name, changed] as const];
  return Array.isArray(value) ? result.map(([, one]) => one) : Object.fromEntries(result);
}

/** The JSON of a value, sometimes damaged. */
export const damagedJson = (values: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.tuple(values, fc.nat(19), fc.nat()).map(([value, how, where]) => {
    const json = JSON.stringify(value) ?? '';
    if (how === 0) return json.slice(0, where % (json.length + 1));
    if (how === 1)
      return `${json.slice(0, where % (json.length + 1))}\u0000}{,${json.slice(where % (json.length + 1))}`;
    return json;
  });
