import * as de from 'chrono-node/de';
import * as en from 'chrono-node/en';
import { z } from 'zod';

const exact = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

const typedTime = (options: { forward: boolean }) =>
  z
    .string()
    .max(100)
    .transform((text, { issues }) => {
      const date = parseTime(text, options);
      if (!date) issues.push({ code: 'custom', message: noTime, input: text });
      return date ?? z.NEVER;
    });
const noTime =
  'must be a moment (2026-03-01T10:00:00Z), a day (2026-03-01) or words ("yesterday", "2 days ago")';

/** A time in the past, as a person types it. */
export const time = typedTime({ forward: false });
/** A time to come, as a person types it. */
export const comingTime = typedTime({ forward: true });

/**
 * Parses a time as a person types it, in English or German: an ISO moment; a day, which stands for its beginning (an ISO day in UTC, others
 * in the local time zone); or a distance of hours from now. Weekdays lie before now, with `forward` after it. Null when it is not a time.
 */
export function parseTime(text: string, { forward = false } = {}): Date | null {
  const given = text.trim();
  if (exact.safeParse(given).success) return new Date(given);
  // German first: dates with dots, such as 1.3.2026, have the day first
  for (const { casual } of [de, en]) {
    const [found] = casual.parse(given, undefined, { forwardDate: forward });
    if (found?.text.length !== given.length) continue;
    const { start } = found;
    const date = start.date();
    if (!start.isCertain('hour')) date.setHours(0, 0, 0, 0);
    const isWeekdayAhead = start.isCertain('weekday') && !start.isCertain('day') && date > new Date();
    if (isWeekdayAhead && !forward) date.setDate(date.getDate() - 7);
    return date;
  }
  return null;
}
