import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseTime } from './parse-time.ts';

// a Wednesday
beforeEach(() => vi.useFakeTimers({ now: new Date(2026, 2, 18, 15, 30) }));
afterEach(() => vi.useRealTimers());

test.each([
  ['2026-03-01', new Date('2026-03-01T00:00:00Z')],
  ['2026-03-01T10:00:00+02:00', new Date('2026-03-01T08:00:00Z')],
  ['yesterday', new Date(2026, 2, 17)],
  [' Yesterday ', new Date(2026, 2, 17)],
  ['2 days ago', new Date(2026, 2, 16)],
  ['vor 2 Tagen', new Date(2026, 2, 16)],
  ['gestern', new Date(2026, 2, 17)],
  ['last week', new Date(2026, 2, 11)],
  ['3 hours ago', new Date(2026, 2, 18, 12, 30)],
  ['yesterday 5pm', new Date(2026, 2, 17, 17)],
  ['1.3.2026', new Date(2026, 2, 1)],
  ['monday', new Date(2026, 2, 16)],
  ['friday', new Date(2026, 2, 13)],
])('%s is %s', (text, time) => {
  expect(parseTime(text)).toEqual(time);
});

test('a weekday in the future is the next one', () => {
  expect(parseTime('monday', { forward: true })).toEqual(new Date(2026, 2, 23));
  expect(parseTime('in 2 weeks', { forward: true })).toEqual(new Date(2026, 3, 1));
});

test.each(['', 'soon', 'yesterday or so', '2026-02-30', '12', 'since the flood of yesterday'])(
  '%j is not a time',
  (text) => {
    expect(parseTime(text)).toBe(null);
  },
);
