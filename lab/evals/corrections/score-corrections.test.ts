import { describe, expect, it } from 'vitest';
import type { CorrectionCase, Kind } from './load-cases.ts';
import type { CorrectionResult, Left } from './run-correction.ts';
import { askedShare, correctionShortfalls, isRight, scoreCorrections } from './score-corrections.ts';

const old = 'The port is 1';
const fresh = 'The port is 2';
const merged = 'The port is 2, and it is open';

describe('the store after a case', () => {
  it.each<[boolean, Kind, string, ...Left[]]>([
    [true, 'corrections', '', gone(old), of(fresh)],
    [true, 'corrections', '', gone(old), of(merged)],
    [false, 'corrections', '', of(old), of(fresh)],
    [false, 'corrections', '', gone(old), light(fresh)],
    [true, 'negatives', '', of(old), light(fresh)],
    [false, 'negatives', '', of(old), of(fresh)],
    [false, 'negatives', '', gone(old), light(fresh)],
    [true, 'noops', 'value', gone(old), of(fresh)],
    [true, 'noops', 'person', of(old), of(fresh)],
    [false, 'noops', 'value', of(old)],
    [true, 'noops', 'known', of(old)],
    [false, 'noops', 'known', of(old), of(fresh)],
    [true, 'both', 'no change', of(old), of(fresh)],
    [false, 'both', 'no change', gone(old), of(fresh)],
    [true, 'both', 'change', gone(old), of(fresh)],
    [false, 'both', 'change', of(old), of(fresh)],
  ])('is right: %s, for %s (%s) that left %o', (right, kind, note, ...left) => {
    expect(isRight(result(kind, { note }, { left }))).toBe(right);
  });
});

it('counts by kind what is right, with answers and without, and what was asked', () => {
  const rows = scoreCorrections([
    result('negatives', {}, { left: [of(old)], asked: { stored: 1, said: 2 } }),
    result('negatives', {}, { left: [gone(old)] }),
    result('negatives', {}, { left: [of(old)], isCareful: false }),
    result('both', { note: 'change' }, { left: [gone(old), of(fresh)] }),
  ]);
  expect(rows).toEqual([
    { split: 'held_out', kind: 'negatives', cases: 2, right: 1, alone: 1, askedStored: 1, askedSaid: 1 },
    { split: 'held_out', kind: 'both', cases: 1, right: 1, alone: null, askedStored: 0, askedSaid: 0 },
  ]);
});

it('names what is below the floor, of those held out only', () => {
  const wrong = [
    result('corrections', {}, { left: [of(old)] }),
    result('negatives', {}, { left: [gone(old)], isCareful: false }),
    result('noops', { note: 'value' }, { left: [of(old)] }),
    result('noops', { note: 'name' }, { left: [of(old)] }),
  ];
  expect(correctionShortfalls(wrong)).toEqual([
    'corrections in force: 0.000, the floor is 0.93',
    '1 changes that the user did not make, with a model that does not answer',
    '2 statements dropped as known, the most are 1',
  ]);
  const tuning = wrong.map((one) => ({ ...one, about: { ...one.about, split: 'tuning' as const } }));
  expect(correctionShortfalls(tuning)).toEqual([]);
});

it('counts how many updates of a value or a name were asked about', () => {
  const asked = { asked: { stored: 1, said: 0 } };
  expect(
    askedShare([
      result('updates', { note: 'value' }, asked),
      ...[1, 2, 3].map(() => result('updates', { note: 'name' }, {})),
      result('updates', { note: 'state' }, asked),
    ]),
  ).toBe(0.25);
});

function of(content: string): Left {
  return { content, isValid: true, isHighest: true };
}
function light(content: string): Left {
  return { content, isValid: true, isHighest: false };
}
function gone(content: string): Left {
  return { content, isValid: false, isHighest: true };
}

function result(
  kind: Kind,
  about: Partial<CorrectionCase>,
  fields: Partial<CorrectionResult>,
): CorrectionResult {
  return {
    about: {
      ...{ id: 'x-1', kind, note: '', language: 'en', split: 'held_out', before: [], said: 'x' },
      ...{ stored: old, candidate: fresh, merged, category: 'other', about: 'project' },
      answers: { stored: 'yes', said: 'yes' },
      ...about,
    },
    ...{ isCareful: true, left: [], asked: { stored: 0, said: 0 } },
    ...fields,
  };
}
