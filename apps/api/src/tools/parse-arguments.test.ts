import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseArguments } from './parse-arguments.ts';
import { ToolError } from './tool-error.ts';

test.each([
  ['', {}],
  ['  \n', {}],
  ['{"path":"a"}', { path: 'a' }],
  ['{path:"a",content:\'it is\'}', { path: 'a', content: 'it is' }],
  ['```json\n{"path":"a"}\n```', { path: 'a' }],
  ['{"content":"line 1\nline 2"}', { content: 'line 1\nline 2' }],
  ['{"path":"a",}', { path: 'a' }],
  ['{"path":"a" "lines":3}', { path: 'a', lines: 3 }],
  ['{"path":"a"', { path: 'a' }],
  ['{"path":"a"}}', { path: 'a' }],
  ['{"edits":[{"a":"b"}]', { edits: [{ a: 'b' }] }],
  ['{"content":"say "hi" now"}', { content: 'say "hi" now' }],
])('reads %j', (text, value) => {
  expect(parseArguments(text)).toEqual(value);
});

test.each([
  '{"path":"a.ts","content":"const a',
  '{"path":"a.ts","content":"if (a) { b }',
  '{"path":"a.ts","content":"list[0]',
  '{"path":"a.ts","content":"say \\"hi\\"',
  `{"path":"a.ts","content":"print('x'`,
  '{"path":"a.ts","content":"',
  '{"path":"a.ts","lines":12',
  '{"path":',
])('refuses %j, which breaks off: repaired it would do half of the work', (text) => {
  expect(() => parseArguments(text)).toThrow(ToolError);
  expect(() => parseArguments(text)).toThrow('break off');
});

test('refuses what is no JSON at all', () => {
  expect(() => parseArguments('{"a":1}{"a":2}')).toThrow('not JSON');
});

test('a text cut anywhere gives an error or only whole values', () => {
  const value = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('"', "'", '{', '}', '[', ']', '\\', ',', ':', ' ', 'a', '\n') }),
  );
  fc.assert(
    fc.property(fc.record({ path: value, content: value }), fc.nat(), (whole, cut) => {
      const text = JSON.stringify(whole);
      let parsed: unknown;
      try {
        parsed = parseArguments(text.slice(0, cut % text.length));
      } catch (error) {
        expect(error).toBeInstanceOf(ToolError);
        return;
      }
      for (const [key, found] of Object.entries(parsed ?? {})) {
        if (found !== null) expect(found).toBe(Reflect.get(whole, key));
      }
    }),
    { numRuns: 5_000 },
  );
});
