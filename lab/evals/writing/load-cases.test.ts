import { describe, expect, it } from 'vitest';
import { kinds, languages } from './eval-case.ts';
import { loadCases } from './load-cases.ts';

const cases = loadCases();

describe('the labelled cases', () => {
  it('are at least 150, each with a unique id', () => {
    expect(cases.length).toBeGreaterThanOrEqual(150);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });

  it.each(kinds)('of the kind %s are there in every language', (kind) => {
    const found = cases.filter((one) => one.kind === kind).map(({ language }) => language);
    expect(new Set(found)).toEqual(new Set(languages));
  });

  it('have a third held out', () => {
    const heldOut = cases.filter(({ split }) => split === 'held_out');
    expect(heldOut.length).toBeGreaterThanOrEqual(cases.length / 3);
  });

  it('have conversations that are long enough to be sent to a model', () => {
    const tooShort = cases.filter(
      ({ paths, sessions }) =>
        paths.includes('model') && sessions.some(({ messages }) => messages.length < 3),
    );
    expect(tooShort.map(({ id }) => id)).toEqual([]);
  });

  it('can be loaded by kind', () => {
    expect(loadCases('echo')).toEqual(cases.filter(({ kind }) => kind === 'echo'));
  });
});
