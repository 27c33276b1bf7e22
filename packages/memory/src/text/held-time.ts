import { calendarTimesIn, type Days, type FoundTime } from './calendar-times.ts';
import { anyFits } from './languages/languages.ts';
import { localDay, momentOfLocal } from './local-time.ts';
import type { DatedText } from './relative-dates.ts';
import type { HeldTime } from '../types.ts';

const dayInMilliseconds = 86_400_000;
/** Up to here ahead, a date without a year is the coming one: about nine months. */
const farAhead = 275;
/** Several dates that are farther apart are no one time. */
const mostApart = 366;

/** Code names no time. */
const code = /`[^`\n]{1,300}`/gu;

/**
 * Returns the time that a statement tells of or holds in, as its words name it; null if they name none. A date without a year is the
 * nearest to when it was written. Of several dates, the time from the earliest to the latest. "Every Friday" is no time.
 */
export function heldTimeIn(statement: string, written: DatedText): HeldTime | null {
  const text = statement.replaceAll(code, (part) => ' '.repeat(part.length));
  const today = new Date(`${localDay(written.at, written.timeZone)}T00:00:00Z`);
  const isPast = anyFits(text, ({ past }) => past);
  const isLasting = anyFits(text, ({ lasting }) => lasting);
  const spans = calendarTimesIn(text, written)
    // "we always deploy on Tuesday"
    .filter(({ kind }) => kind !== 'weekday' || !isLasting)
    .flatMap((one) => spanOf(one, today, isPast) ?? []);
  const starts = spans.flatMap(({ from }) => from?.getTime() ?? []);
  const ends = spans.flatMap(({ until }) => until?.getTime() ?? []);
  if (spans.length === 0) return null;
  // "since March" beside "until May" is a time with two ends
  const isOpenAhead = spans.some(({ until }) => until === null) && !spans.some(({ from }) => from === null);
  const isOpenBack = spans.some(({ from }) => from === null) && !spans.some(({ until }) => until === null);
  const from = isOpenBack || starts.length === 0 ? null : Math.min(...starts);
  const until = isOpenAhead || ends.length === 0 ? null : Math.max(...ends);
  const apart = Math.max(...starts, ...ends) - Math.min(...starts, ...ends);
  if (spans.length > 1 && apart > mostApart * dayInMilliseconds) return null;
  if (from !== null && until !== null && from >= until) return null;
  const moment = (day: number | null): Date | null =>
    day === null ? null : momentOfLocal(new Date(day), written.timeZone);
  return { holdsFrom: moment(from), holdsUntil: moment(until) };
}

type Span = { from: Date | null; until: Date | null };

function spanOf(time: FoundTime, today: Date, isPast: boolean): Span | null {
  const days = meantOf(time, today, isPast);
  if (days === null) return null;
  switch (time.bound) {
    case 'since':
    case 'from':
      return { from: days.from, until: null };
    case 'until':
      return { from: null, until: days.until };
    case 'after':
      return { from: days.until, until: null };
    case 'before':
      return { from: null, until: days.from };
    case null:
      return days;
  }
}

function meantOf({ days, side }: FoundTime, today: Date, isPast: boolean): Days | null {
  const [only, ...others] = days;
  if (only === undefined || others.length === 0) return only ?? null;
  const last = days.findLast(({ from }) => from <= today) ?? null;
  const next = days.find(({ until }) => until > today) ?? null;
  if (side === 'past' || next === null) return last;
  if (side === 'coming') return next;
  const isNear = next.from.getTime() - today.getTime() <= farAhead * dayInMilliseconds;
  return isPast || !isNear ? last : next;
}

/** Whether two times are the same. */
export const isSameTime = (one: HeldTime | null, other: HeldTime | null): boolean =>
  one?.holdsFrom?.getTime() === other?.holdsFrom?.getTime() &&
  one?.holdsUntil?.getTime() === other?.holdsUntil?.getTime();
