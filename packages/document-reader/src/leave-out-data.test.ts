import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { leaveOutData } from './leave-out-data.ts';

const bytes = Uint8Array.from({ length: 3_000 }, (_, index) => (index * index * 31 + index * 7) % 256);
const base64 = Buffer.from(bytes).toString('base64');
const lines = base64.match(/.{1,76}/g) ?? [];

it.each([
  [
    'a picture in Markdown',
    `![a](data:image/png;base64,${base64}) text`,
    '![a]([left out: image/png, 4022 characters]) text',
  ],
  [
    'a page in a link',
    `<a href="data:text/html,${'%3Cp%3E'.repeat(50)}">a</a>`,
    '<a href="[left out: text/html, 365 characters]">a</a>',
  ],
  ['a value of JSON', `{"a": "${base64}", "b": 1}`, '{"a": "[left out: base64, 4000 characters]", "b": 1}'],
  [
    'lines',
    `before\n\n${lines.join('\n')}\n\nafter`,
    'before\n\n[left out: base64, 4052 characters]\n\nafter',
  ],
  ['lines within a string', `"${lines.join(String.raw`\n`)}\\n"`, '"[left out: base64, 4104 characters]\\n"'],
  ['strings in a list', `["${lines.join('\\n",\n "')}"]`, '["[left out: base64, 4312 characters]"]'],
])('replaces data by a mark that says what it was: %s', (_, text, expected) => {
  expect(leaveOutData(text).replace(/\d+ characters/u, '')).toBe(expected.replace(/\d+ characters/u, ''));
  expect(leaveOutData(text)).toMatch(/\d{3,} characters\]/u);
});

it.each([
  ['words', 'word '.repeat(2_000)],
  ['one letter', 'x'.repeat(5_000)],
  ['a hash', Buffer.from(bytes.slice(0, 32)).toString('hex')],
  [
    'hashes in lines',
    `${Array.from({ length: 40 }, (_, index) => `sha512-${base64.slice(index, index + 86)}==`).join('\n')}\n`,
  ],
  ['a small picture', `data:image/gif;base64,${base64.slice(0, 80)}`],
  ['a path', `/${'a-folder/'.repeat(100)}`],
  ['a name', 'someVeryLongIdentifier'.repeat(10)],
  ['a sentence about data', 'the data: text, and more data:text/plain, too'],
])('keeps %s', (_, text) => {
  expect(leaveOutData(text)).toBe(text);
});

it('reads millions of characters', () => {
  const text = randomBytes(12_000_000).toString('base64');
  expect(leaveOutData(`a ${text} b`)).toBe(`a [left out: base64, ${text.length} characters] b`);
  expect(leaveOutData(`${'data:'.repeat(300_000)}end`)).toHaveLength(1_500_003);
});
