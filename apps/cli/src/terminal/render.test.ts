import { expect, test } from 'vitest';
import { render } from './render.ts';
import { createStyle } from './style.ts';

const pipe = createStyle({}, 'never');

test('a record is shown as lines of names and values, without empty fields, and its lists as sections', () => {
  const value = {
    id: 'cafe',
    createdAt: new Date(2026, 1, 3, 10, 5),
    strength: 0.123,
    count: 12_345,
    pinned: false,
    tags: ['one', 'two'],
    title: null,
    none: [],
    byType: { semantic: 2, episodic: 1 },
    jobs: [{ jobId: 'a', tries: 10 }],
    Hits: [['id', 'first\nsecond']],
  };
  expect(render(value, pipe)).toBe(
    [
      'id          cafe',
      'created at  2026-02-03 10:05',
      'strength    0.12',
      'count       12,345',
      'pinned      no',
      'tags        one, two',
      'by type     semantic 2, episodic 1',
      '',
      'jobs',
      'job id  tries',
      'a          10',
      '',
      'Hits',
      'id  first',
      '    second',
    ].join('\n'),
  );
});

test.each([[[]], [{}], [{ hits: [], degraded: '' }]])('%j is shown as nothing', (value) => {
  expect(render(value, pipe)).toBe('Nothing.');
});

test('values wrap at the width of the terminal, and cannot control it', () => {
  const narrow = createStyle({ isTTY: true, columns: 26 }, 'never');
  expect(render({ text: 'a\u001b[2J text that is\u202e too long' }, narrow)).toBe(
    'text  a[2J text that is\n      too long',
  );
});
