import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areRivals, rivalWords } from './rival-values.ts';

describe('areRivals', () => {
  it('holds for what there is one of at a time, in any sentence', () => {
    expect(areRivals('npm', 'pnpm', false)).toBe(true);
    expect(areRivals('github action', 'jenkin', false)).toBe(true);
  });

  it('holds for what may stand side by side only where one is chosen', () => {
    expect(areRivals('python', 'rust', false)).toBe(false);
    expect(areRivals('python', 'rust', true)).toBe(true);
  });

  it('is symmetric, and nothing is its own rival', () => {
    const value = fc.constantFrom(
      'tab',
      'space',
      'npm',
      'pnpm',
      'english',
      'german',
      'ไทย',
      'vim',
      'redis',
      '',
    );
    fc.assert(
      fc.property(value, value, fc.boolean(), (one, other, isChoice) => {
        expect(areRivals(one, other, isChoice)).toBe(areRivals(other, one, isChoice));
        expect(areRivals(one, one, isChoice)).toBe(false);
      }),
    );
  });
});

describe('rivalWords', () => {
  it.each([
    ['I prefer spaces', ['tabs', 'leerzeichen']],
    ['Ich bevorzuge Leerzeichen', ['tabs', 'spaces']],
    ['ผมชอบเว้นวรรค', ['tabs', 'แท็บ']],
    ['We build with GitHub Actions', ['jenkins', 'circleci']],
  ])('%s', (statement, words) => {
    expect(rivalWords(statement)).toEqual(expect.arrayContaining(words));
  });

  it('are none of what the statement says itself, and none where it names no such value', () => {
    expect(rivalWords('I prefer spaces')).not.toContain('spaces');
    expect(rivalWords('The standup is at ten')).toEqual([]);
  });
});
