import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPathList, parsePathList, shownPath, shownPaths } from './path-list.ts';

describe('a list of paths', () => {
  it.each([
    ['a.ts, b.ts', ['a.ts', 'b.ts']],
    ['a.ts,b.ts ,', ['a.ts', 'b.ts']],
    ['"a, b.ts", src/b c.ts', ['a, b.ts', 'src/b c.ts']],
    ['app/[id]/(group)/page.tsx', ['app/[id]/(group)/page.tsx']],
    ['"unclosed, b.ts', ['"unclosed', 'b.ts']],
    ['a.ts, a.ts', ['a.ts']],
    ['  ', []],
    [',,', []],
    ['ไฟล์/ทดสอบ.ts', ['ไฟล์/ทดสอบ.ts']],
  ])('%j reads as %j', (text, paths) => {
    expect(parsePathList(text)).toEqual(paths);
  });

  it('preserves paths, whatever they are', () => {
    const path = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: fc.constantFrom('a', ',', '"', '`', "'", '\\', ' ', '\n', '/'), maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(path, { maxLength: 6 }), (paths) => {
        expect(parsePathList(formatPathList(paths))).toEqual(shownPaths(paths));
        expect(formatPathList(paths)).not.toMatch(/[\n\r\u2028]/);
      }),
      { numRuns: 500 },
    );
  });

  it('shows a path on one line, the same when it is shown again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (path) => {
        expect(shownPath(shownPath(path))).toBe(shownPath(path));
      }),
    );
  });
});
