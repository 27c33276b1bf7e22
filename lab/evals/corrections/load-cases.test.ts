import { expect, it } from 'vitest';
import { kinds, loadCases } from './load-cases.ts';

it('reads cases of every kind, of which some are held out', () => {
  const cases = loadCases();
  for (const kind of kinds) {
    const splits = new Set(cases.filter((one) => one.kind === kind).map(({ split }) => split));
    expect([...splits], kind).toEqual(expect.arrayContaining(['tuning', 'held_out']));
  }
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

it('knows what a careful model answers', () => {
  const answersTo = (id: string) => loadCases().find((one) => one.id === id)?.answers;
  expect(answersTo('corrections-1')).toEqual({ stored: 'yes', said: 'yes' });
  expect(answersTo('negatives-1')).toEqual({ stored: 'yes', said: 'no' });
  const ofNoops = loadCases().filter(({ kind }) => kind === 'noops');
  const storedOf = (note: string) => ofNoops.find((one) => one.note === note)?.answers.stored;
  expect(['known', 'value', 'negation', 'person'].map(storedOf)).toEqual(['same', 'yes', 'yes', 'no']);
  const ofBoth = loadCases().filter(({ kind }) => kind === 'both');
  expect(new Set(ofBoth.map(({ note, answers }) => `${note}: ${answers.stored}`))).toEqual(
    new Set(['change: yes', 'no change: no']),
  );
});
