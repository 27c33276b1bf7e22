import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ToolError } from './tool-error.ts';
import { parseWorkspacePath } from './workspace-path.ts';

test.each([
  ['', []],
  ['.', []],
  ['./src//main.ts', ['src', 'main.ts']],
  ['src/models/', ['src', 'models']],
  ['a file with blanks.md', ['a file with blanks.md']],
  ['.env.example', ['.env.example']],
  ['notes….md', ['notes….md']],
  ['รายงาน/สรุป.md', ['รายงาน', 'สรุป.md']],
  ['半角／全角.txt', ['半角／全角.txt']],
  ['v1..v2.diff', ['v1..v2.diff']],
  ['.devai-notes.md', ['.devai-notes.md']],
  ['10:30.log', ['10:30.log']],
])('accepts %j as an ordinary path', (path, segments) => {
  expect(parseWorkspacePath(path)).toEqual(segments);
});

test.each([
  ['/etc/passwd', 'not relative'],
  ['//server/share', 'not relative'],
  ['C:/Windows', 'not relative'],
  ['c:secret.txt', 'not relative'],
  ['~/.ssh/id_rsa', 'not relative'],
  ['..', 'upwards'],
  ['../secret', 'upwards'],
  ['src/../../secret', 'upwards'],
  ['src/..', 'upwards'],
  ['.. /secret', 'upwards'],
  ['.../secret', 'upwards'],
  ['. ./secret', 'upwards'],
  ['\uff0e\uff0e/secret', 'upwards'],
  ['\u2024\u2024/secret', 'upwards'],
  ['\u2025/secret', 'upwards'],
  ['.\u200b./secret', 'upwards'],
  ['.\ufeff./secret', 'upwards'],
  ['\uff0e\uff0e\uff0fsecret', 'upwards'],
  ['..\\secret', 'backslash'],
  ['src\\main.ts', 'backslash'],
  ['a\0b', 'control character'],
  ['a\nb', 'control character'],
  ['a\u001b[2Jb', 'control character'],
  ['\ud800', 'not valid Unicode'],
  ['a/'.repeat(600), 'longer than'],
  ['.devai/store', 'own folder'],
  ['sub/.devai', 'own folder'],
  ['.DevAI/journal', 'own folder'],
  ['.devai./store', 'own folder'],
  ['.dev\u200cai/store', 'own folder'],
  ['\uff0edevai', 'own folder'],
])('refuses %j', (path, reason) => {
  expect(() => parseWorkspacePath(path)).toThrow(ToolError);
  expect(() => parseWorkspacePath(path)).toThrow(reason);
});

test('segments of any accepted path are plain names', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('.', '/', '\\', 'a', ' ', '\uff0e', '\u2025', '\u200b', '\0') }),
      (path) => {
        let segments: string[];
        try {
          segments = parseWorkspacePath(path);
        } catch (error) {
          expect(error).toBeInstanceOf(ToolError);
          return;
        }
        for (const segment of segments) {
          expect(segment).not.toMatch(/[/\\\0]/);
          expect(['', '.', '..']).not.toContain(segment.normalize('NFKC').replaceAll('\u200b', '').trim());
        }
      },
    ),
    { numRuns: 2_000 },
  );
});
