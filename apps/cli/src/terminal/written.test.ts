import { expect, test } from 'vitest';
import { distance } from './written.ts';

const now = new Date('2026-03-10T12:00:00Z');

test.each([
  ['2026-03-10T11:59:30Z', 'now'],
  ['2026-03-10T11:58:01Z', '1 minute ago'],
  ['2026-03-10T06:00:00Z', '6 hours ago'],
  ['2026-03-07T11:00:00Z', '3 days ago'],
  ['2026-03-15T13:00:00Z', 'in 5 days'],
  ['2026-01-01T12:00:00Z', '2 months ago'],
  ['2028-03-10T13:00:00Z', 'in 2 years'],
])('%s is %s', (date, text) => {
  expect(distance(new Date(date), now)).toBe(text);
});
