import { expect, it } from 'vitest';
import { previewChange } from './preview-change.ts';

it('shows the changed lines of a file under its path', () => {
  expect(previewChange('a.ts', 'one\ntwo\n', 'one\n2\n')).toBe('a.ts\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n');
});

it.each([
  ["$'$&.ts", "$'$&.ts"],
  ['a.ts\n+harmless', '"a.ts\\n+harmless"'],
])('names the path %j on one line, as it is', (path, shown) => {
  expect(previewChange(path, 'a\n', 'b\n')).toBe(`${shown}\n@@ -1,1 +1,1 @@\n-a\n+b\n`);
});

it('shows all old and new lines, within a short time, when too many differ for a diff', () => {
  const lines = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word}${index}\n`).join('');
  const began = performance.now();
  const preview = previewChange('a.ts', lines('old'), lines('new'));
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(preview).toMatch(/^a\.ts\n-old0\n[^]*-old19999\n[^]*\+new0\n[^]*\+new19999\n/);
});
