import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { storedUser } from './users.ts';

const long = 'a'.repeat(199);
const alike = [
  [
    'alice',
    'Alice',
    'ALICE',
    'alice ',
    ' alice',
    'alice/..',
    'alice@me',
    'me@alice',
    '@alice',
    'user/alice',
    'devai/user/alice',
  ],
  [
    'alice',
    'ａｌｉｃｅ',
    'аlice',
    'alice%',
    'alic_',
    '%',
    '_',
    'alice\u200b',
    '\u200falice',
    '\u202ealice',
    'alice\u0000',
  ],
  ['jos\u00e9', 'jose\u0301', 'jose', 'JOS\u00c9'],
  ['สมชาย', 'สมชาย์', 'สมชาย '],
  ['me', 'ME', 'me ', '@me'],
  [`${long}b`, `${long}c`, long],
];

it.each(alike.map((ids) => [ids]))('keeps %j as different users', (ids) => {
  const all = [...ids, ...ids.map(storedUser)];
  expect(new Set(all.map(storedUser)).size).toBe(new Set(all).size);
});

it('keeps any two ids as different users, in a form that no scope can be mistaken for', () => {
  const id = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(id, id, (one, other) => {
      expect(storedUser(one) === storedUser(other)).toBe(one === other);
      expect(storedUser(one)).toMatch(/^[^/@\s\p{Cc}]{1,100}$/u);
    }),
  );
});

it('refuses an id that is blank, half a character, or longer than 200', () => {
  for (const wrong of ['', ' ', '\ud800', `${long}bc`]) {
    expect(() => storedUser(wrong)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  }
});
