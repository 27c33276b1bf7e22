const dayInMilliseconds = 86_400_000;

/** `2026-03-01`, the day in UTC. */
export const isoDay = (date: Date): string => date.toISOString().slice(0, 10);

export const addDays = (date: Date, days: number): Date =>
  new Date(date.getTime() + days * dayInMilliseconds);

/** The last day of the week (Sunday), month or year that holds a day. */
export function endOf(period: 'week' | 'month' | 'year', date: Date): Date {
  if (period === 'week') return weekdayNear(date, 0, 'this');
  const months = period === 'month' ? date.getUTCMonth() + 1 : 12;
  return new Date(Date.UTC(date.getUTCFullYear(), months, 0));
}

/** The same day of another month; its last day where it has not so many. */
export function addMonths(date: Date, months: number): Date {
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return addDays(first, Math.min(date.getUTCDate(), last) - 1);
}

/** `2026-W11`, as ISO 8601 counts: the week that holds the year's first Thursday is the first. */
export function isoWeek(date: Date): string {
  const thursday = addDays(date, 3 - ((date.getUTCDay() + 6) % 7));
  const yearStart = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - yearStart) / dayInMilliseconds / 7) + 1;
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}

/** The nearest such weekday (0 = Sunday) after a day (`next`), before it (`last`), or from it on (`this`). */
export function weekdayNear(date: Date, weekday: number, which: 'next' | 'last' | 'this'): Date {
  const ahead = (weekday - date.getUTCDay() + 7) % 7;
  if (which === 'this') return addDays(date, ahead);
  return which === 'next' ? addDays(date, ahead === 0 ? 7 : ahead) : addDays(date, ahead - 7);
}
