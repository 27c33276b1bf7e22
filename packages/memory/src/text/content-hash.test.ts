import { expect, test } from 'vitest';
import { contentHash } from './content-hash.ts';

test('white space and the form of an accent do not make another statement', () => {
  expect(contentHash('  The port\n is\t8080 ')).toBe(contentHash('The port is 8080'));
  expect(contentHash('Mu\u0308ller')).toBe(contentHash('Müller'));
});

test('case, digits and compatibility forms make another statement', () => {
  const hashes = ['The port is 8080', 'the port is 8080', 'The port is 8081', 'x²', 'x2'].map(contentHash);
  expect(new Set(hashes).size).toBe(hashes.length);
});

test('the hash is SHA-256 in hex', () => {
  // printf 'a b' | sha256sum
  expect(contentHash('a b')).toBe('c8687a08aa5d6ed2044328fa6a697ab8e96dc34291e8c2034ae8c38e6fcc6d65');
});
