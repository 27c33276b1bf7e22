import { expect, it } from 'vitest';
import type { Person } from './people.ts';
import { somebody } from './person.fixture.ts';
import type { TalkResult } from './run-person.ts';
import { scoreTalk, talkShortfalls } from './score-talk.ts';

const silent = { answer: [], lines: [], tokens: 0 };

it('counts answers, silence, and recalls where nothing should come', () => {
  const [all] = scoreTalk([
    result({ lines: ['- York', '- Leeds'], tokens: 12 }),
    result({ lines: [] }),
    result({ kind: 'oblique', lines: ['- York'], tokens: 6 }),
    result({ kind: 'time', lines: ['- Leeds'], tokens: 6 }),
    result({ kind: 'list', answer: ['Leeds', 'York'], lines: ['- Leeds', '- York'], tokens: 60 }),
    result({ kind: 'changed', older: ['York'], lines: ['- Leeds'], ranked: ['Leeds', 'York'], tokens: 60 }),
    result({ kind: 'changed', older: ['York'], lines: ['- Leeds'], ranked: ['York', 'Leeds'], tokens: 60 }),
    result({ kind: 'changed', older: ['York'], lines: ['- York'], ranked: ['York'], tokens: 60 }),
    result({ ...silent, kind: 'unanswerable', lines: ['- York'] }),
    result({ ...silent, kind: 'foreign' }),
  ]);
  expect(all).toEqual({
    name: 'all',
    figures: {
      people: 1,
      passed: { plain: 0.5, oblique: 0, time: 1, list: 1, changed: 1 / 3, unanswerable: 0, foreign: 1 },
      wrong: 1,
      place: 2,
      lines: 1,
      tokens: 6,
    },
  });
});

it('scores splits, languages and people separately', () => {
  const rows = scoreTalk([
    result({ lines: ['- Leeds'] }),
    result({}, { name: 'th-1', language: 'th', split: 'held_out' }),
  ]);
  expect(rows.map(({ name, figures }) => [name, figures.passed.plain])).toEqual([
    ['all', 0.5],
    ['tuning', 1],
    ['held_out', 0],
    ['en', 1],
    ['th', 0],
    ['en-2', 1],
    ['th-1', 0],
  ]);
});

it('scores one half as that half, and judges it by a floor of its own', () => {
  const asked = result({ lines: [] }, { name: 'th-1', language: 'th', split: 'held_out' });
  const rows = scoreTalk([asked], 'held_out');
  expect(rows.map(({ name }) => name)).toEqual(['held_out', 'th-1']);
  expect(talkShortfalls(rows, 'local')).toEqual(['held_out, plain: 0.000, the floor is 0.83']);
});

it('names what is below the floor', () => {
  const shortfalls = talkShortfalls(
    scoreTalk([result({ ...silent, kind: 'foreign', lines: ['- York'] })]),
    'local',
  );
  expect(shortfalls).toContainEqual(expect.stringMatching(/^all, foreign: 0\.000, the floor is 0\.93$/u));
});

function result(given: Partial<TalkResult>, person: Partial<Person> = {}): TalkResult {
  return {
    person: { ...somebody, ...person },
    kind: 'plain',
    ask: 'Where?',
    answer: ['Leeds'],
    ranked: [],
    lines: [],
    tokens: 0,
    ...given,
  };
}
