import type { Language } from '../../text/languages/language.ts';
import { languages } from '../../text/languages/languages.ts';

/** Returns the date that a phrase means if it was written at that moment. */
type Dating = (at: Date) => string;
type Unit = 'day' | 'week' | 'month' | 'year';

/** How far ahead and back each unit is counted. */
const reach: Record<Unit, number> = { day: 60, week: 12, month: 24, year: 10 };
const units: Unit[] = ['day', 'week', 'month', 'year'];
const dayInMilliseconds = 86_400_000;

const patterns = languages.map((language) => {
  const datings = datingsOf(language);
  const phrases = [...datings.keys()].toSorted((one, other) => other.length - one.length).join('|');
  const { notAfter } = language.dates;
  const before = `(?<![\\p{L}\\p{N}]${notAfter === undefined ? '' : `|(?<!\\p{L})(?:${notAfter}) `})`;
  const isSpaced = language.code !== 'th';
  // not inside a longer word, and not followed by a date already
  const source = isSpaced ? `${before}(?:${phrases})(?![\\p{L}\\p{N}'’])` : `(?:${phrases})`;
  return { datings, pattern: new RegExp(`${source}(?!\\s\\(\\d{4})`, 'giu') };
});

/**
 * Adds the date after "yesterday", "vor 2 Wochen", "nächsten Montag" or "เดือนหน้า", so that a sentence can be
 * understood later: a day (`2026-03-16`), a week (`2026-W11`), a month (`2026-04`) or a year. Days are in UTC.
 * Idempotent.
 */
export function resolveRelativeDates(text: string, at: Date): string {
  return patterns.reduce(
    (resolved, { datings, pattern }) =>
      resolved.replaceAll(pattern, (phrase) => {
        const dating = datings.get(phrase.toLowerCase());
        return dating ? `${phrase} (${dating(at)})` : phrase;
      }),
    text,
  );
}

/** Returns a language's phrases in lower case: those of `Intl` for each distance, and those of its table. */
function datingsOf({ code, dates }: Language): Map<string, Dating> {
  const datings = new Map<string, Dating>();
  const add = (phrases: string, dating: Dating) => {
    for (const phrase of phrases.toLowerCase().split('|')) {
      if (!datings.has(phrase)) datings.set(phrase, dating);
    }
  };
  const asNamed = new Intl.RelativeTimeFormat(code, { numeric: 'auto' });
  const asCounted = new Intl.RelativeTimeFormat(code);
  for (const [phrase, days] of Object.entries(dates.days)) add(phrase, (at) => isoDay(addDays(at, days)));
  for (const unit of units) {
    for (let amount = -reach[unit]; amount <= reach[unit]; amount += 1) {
      const named = asNamed.format(amount, unit);
      const counted = asCounted.format(amount, unit);
      if (!/\d/u.test(named)) add(named, (at) => period(unit, move(unit, at, amount)));
      const count = String(Math.abs(amount));
      const words = dates.numbers[Math.abs(amount)]?.split(' ') ?? [];
      for (const number of amount === 0 ? [] : [count, ...words]) {
        add(counted.replace(count, number), (at) => isoDay(move(unit, at, amount)));
      }
    }
  }
  const weekday = new Intl.DateTimeFormat(code, { weekday: 'long', timeZone: 'UTC' });
  for (let day = 0; day < 7; day += 1) {
    // 4 January 1970 was a Sunday
    const name = weekday.format(new Date((day + 3) * dayInMilliseconds));
    const ahead = (at: Date) => (day - at.getUTCDay() + 7) % 7;
    add(dates.next(name), (at) => isoDay(addDays(at, ahead(at) || 7)));
    add(dates.last(name), (at) => isoDay(addDays(at, ahead(at) - 7)));
  }
  return datings;
}

function move(unit: Unit, at: Date, amount: number): Date {
  if (unit === 'day' || unit === 'week') return addDays(at, amount * (unit === 'week' ? 7 : 1));
  return addMonths(at, amount * (unit === 'year' ? 12 : 1));
}

const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * dayInMilliseconds);

/** Returns the same day of another month, or its last day if it is shorter. */
function addMonths(date: Date, months: number): Date {
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0));
  return addDays(last, Math.min(0, date.getUTCDate() - last.getUTCDate()));
}

/** Formats the day, week, month or year that a date is in. */
function period(unit: Unit, date: Date): string {
  if (unit === 'day') return isoDay(date);
  return unit === 'week' ? isoWeek(date) : isoDay(date).slice(0, unit === 'month' ? 7 : 4);
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10);

/** `2026-W11`, by ISO 8601: week 1 contains the year's first Thursday. */
function isoWeek(date: Date): string {
  const thursday = addDays(date, 3 - ((date.getUTCDay() + 6) % 7));
  const days = (thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / dayInMilliseconds;
  return `${thursday.getUTCFullYear()}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`;
}
