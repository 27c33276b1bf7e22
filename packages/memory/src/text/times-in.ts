import type { Period } from '../types.ts';
import { calendarTimesIn, type Days, type FoundTime } from './calendar-times.ts';
import { localDay, momentOfLocal } from './local-time.ts';
import type { DatedText } from './relative-dates.ts';

export type TimesIn = {
  /**
   * The times that a text names, in any order; one without a year is that of each of the last years, and the coming one.
   */
  periods: Period[];
  /** The text without them. */
  rest: string;
};

const dayInMilliseconds = 86_400_000;
/** Where "from March on" ends for who asks. */
const farthest = 366;

/** Finds the times that a question names ("on 9 July", "next Monday", "seit März", "เมื่อวาน"), in the time zone of whoever wrote it. */
export function timesIn(text: string, written: DatedText): TimesIn {
  const { at, timeZone } = written;
  const today = new Date(`${localDay(at, timeZone)}T00:00:00Z`);
  const asked = calendarTimesIn(text, written).flatMap((one) => {
    const past = pastOf(one, today);
    const coming = comingOf(one, today);
    const periods = [
      ...past.map(({ from, until }) => ({
        since: momentOfLocal(from, timeZone),
        until: momentOfLocal(until, timeZone),
      })),
      ...coming.map(({ from, until }) => ({
        since: momentOfLocal(from, timeZone),
        until: momentOfLocal(until, timeZone),
        isAhead: true as const,
      })),
    ];
    return periods.length === 0 ? [] : [{ ...one, periods }];
  });
  return {
    periods: asked.flatMap(({ periods }) => periods),
    rest: asked
      .toSorted((a, b) => b.index - a.index)
      .reduce((rest, { index, length }) => `${rest.slice(0, index)} ${rest.slice(index + length)}`, text),
  };
}

/** Those that began before today. What is going on today is none of them. */
function pastOf({ days, kind, bound, side }: FoundTime, today: Date): Days[] {
  // whoever names a weekday alone seldom asks what was said then
  if (kind === 'weekday' && side !== 'past') return [];
  const isOpen = bound === 'since' || bound === 'from';
  return days
    .map(({ from, until }) => ({ from, until: isOpen ? daysAfter(today, 1) : until }))
    .filter(
      ({ from, until }) =>
        from < today && (isOpen || until <= today || until.getTime() - from.getTime() > dayInMilliseconds),
    );
}

/** The first that lies ahead, or begins or goes on today. */
function comingOf({ days, bound, side }: FoundTime, today: Date): Days[] {
  const next = days.find(({ until }) => until > today);
  if (!next || side === 'past') return [];
  if (bound === 'until' || bound === 'before')
    return [{ from: today, until: bound === 'before' && next.from > today ? next.from : next.until }];
  if (bound === 'since' || bound === 'from')
    return [{ from: next.from, until: daysAfter(next.from, farthest) }];
  // `pastOf` has it
  return next.from < today ? [] : [next];
}

const daysAfter = (date: Date, days: number): Date => new Date(date.getTime() + days * dayInMilliseconds);
