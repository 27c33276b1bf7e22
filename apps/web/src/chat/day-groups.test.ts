import { expect, it } from 'vitest';
import { groupByDay } from './day-groups.ts';

it('names days as people do, by the beginnings of days and not by hours', () => {
  const at = (day: number, hour = 12) => ({ at: new Date(2026, 10, day, hour).toISOString() });
  const now = new Date(2026, 10, 28, 0, 30);
  const entries = [at(28, 0), at(27, 23), at(27, 1), at(26), at(21), at(20), { at: '2025-01-01T00:00:00Z' }];
  expect(groupByDay(entries, now).map((group) => [group.name, group.entries.length])).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['The last seven days', 2],
    ['The last thirty days', 1],
    ['Earlier', 1],
  ]);
});
