import { atFirstUse } from './at-first-use.ts';
import type { Language } from './languages/language.ts';
import { languages } from './languages/languages.ts';
import { localDay } from './local-time.ts';

/** Returns the date that a phrase means if it was written on that day, of which it is given the midnight in UTC. */
type Dating = (at: Date) => string;
/** `around`: the days before and after it that the phrase may mean, too: "3 weeks ago" is no day. */
type DatedPhrase = { phrase: string; of: Dating; around: number };
type Unit = 'day' | 'week' | 'month' | 'year';

/** How far ahead and back each unit is counted. */
const reach: Record<Unit, number> = { day: 60, week: 12, month: 24, year: 10 };
/** The days before and after a counted distance. */
const roughly: Record<Unit, number> = { day: 0, week: 3, month: 15, year: 182 };
const units: Unit[] = ['day', 'week', 'month', 'year'];
const dayInMilliseconds = 86_400_000;

const patterns = atFirstUse(() => languages.map(patternsOf));

function patternsOf(language: Language) {
  const datings = datingsOf(language);
  const phrases = [...datings.keys()].toSorted((one, other) => other.length - one.length).join('|');
  const { notAfter } = language.dates;
  const isSpaced = language.code !== 'th';
  const edge = isSpaced ? '' : String.raw`\p{sc=Thai}`;
  const before = String.raw`(?<=^|[\s(—–${edge}])${notAfter === undefined ? '' : `(?<!(?<!\\p{L})(?:${notAfter}) )`}`;
  // a whole word, with the marks of a sentence at most
  const after = isSpaced
    ? String.raw`(?=[.,;:!?)…—–]*(?:\s|$))`
    : String.raw`(?=[.,;:!?)…—–]*(?:\s|$)|${edge})`;
  const dated = String.raw`(?=\s\(\d{4}(?:-W?\d\d){0,2}\))`;
  return {
    datings,
    pattern: new RegExp(`${before}(?:${phrases})${after}(?!\\s\\(\\d{4})`, 'giu'),
    dated: new RegExp(`${before}(?:${phrases})${dated}`, 'giu'),
  };
}

/** What stays as it is written: code, quotations, and the value of an option ("--since yesterday"). */
const untouched =
  /`[^`\n]{1,300}`|"[^"\n]{1,300}"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»|»[^«\n]{1,300}«|(?<![\p{L}\p{N}])['‘][^'‘’\n]{1,300}['’](?![\p{L}\p{N}])|(?<!\S)--?[\p{L}][\p{L}\p{N}-]*\s+\S+/gu;

/** `isInside`: the text begins inside a sentence, where a capital makes a name. */
export type DatedText = { at: Date; timeZone: string; isInside?: boolean };

/**
 * Adds the date after "yesterday", "vor 2 Wochen", "nächsten Montag" or "เดือนหน้า", so that a sentence can be
 * understood later: a day (`2026-03-16`), a week (`2026-W11`), a month (`2026-04`) or a year, as it was in the time zone when it was
 * written. Leaves code, paths, quotations and names ("The Day After Tomorrow") as they are. Idempotent.
 */
export function resolveRelativeDates(text: string, { at, timeZone, isInside = false }: DatedText): string {
  const today = new Date(`${localDay(at, timeZone)}T00:00:00Z`);
  return patterns().reduce((resolved, { datings, pattern }) => {
    const readable = resolved.replaceAll(untouched, (part) => '`'.repeat(part.length));
    const parts: string[] = [];
    let read = 0;
    for (const { index, 0: found } of readable.matchAll(pattern)) {
      const dating = datings.get(found.toLowerCase());
      if (!dating || isName(found, dating.phrase, isInside || !beginsSentence(resolved, index))) continue;
      parts.push(resolved.slice(read, index), `${found} (${dating.of(today)})`);
      read = index + found.length;
    }
    return [...parts, resolved.slice(read)].join('');
  }, text);
}

/** A phrase in a text and the day (`2026-03-16`), week (`2026-W11`), month (`2026-04`) or year that it means. */
export type FoundDate = { index: number; phrase: string; date: string; around: number };

/** Finds the phrases that `resolveRelativeDates` dates, in any language, also in code and names. */
export function relativeDatesIn(text: string, { at, timeZone }: DatedText): FoundDate[] {
  const today = new Date(`${localDay(at, timeZone)}T00:00:00Z`);
  return patterns().flatMap(({ datings, pattern }) =>
    [...text.matchAll(pattern)].flatMap(({ index, 0: phrase }) => {
      const dating = datings.get(phrase.toLowerCase());
      return dating ? [{ index, phrase, date: dating.of(today), around: dating.around }] : [];
    }),
  );
}

/** Replaces the phrases that `resolveRelativeDates` has dated by as many null characters, so that their dates stand alone. */
export const withoutDatedPhrases = (text: string): string =>
  /\(\d{4}/u.test(text)
    ? patterns().reduce(
        (rest, { dated }) => rest.replaceAll(dated, (phrase) => '\0'.repeat(phrase.length)),
        text,
      )
    : text;

/** Whether a phrase has a capital where its words have none. At the beginning of a sentence the first letter does not tell. */
function isName(phrase: string, plain: string, isInside: boolean): boolean {
  const capitals = Array.from(phrase.matchAll(/\p{Lu}/gu), ({ index }) => index);
  return capitals.some((index) => (isInside || index > 0) && phrase[index] !== plain[index]);
}

/** Looks at a few characters only. */
function beginsSentence(text: string, place: number): boolean {
  const before = text.slice(Math.max(0, place - 4), place);
  const said = before.replace(/["'“„(\s]+$/u, '');
  return said === ''
    ? place <= 4 || before.includes('\n')
    : /[.!?:…—–]$/u.test(said) || /\n\s*$/u.test(before);
}

/** Returns a language's phrases by their lower case: those of `Intl` for each distance, and those of its table. */
function datingsOf({ code, dates }: Language): Map<string, DatedPhrase> {
  const datings = new Map<string, DatedPhrase>();
  const add = (phrases: string, of: Dating, around = 0) => {
    for (const phrase of phrases.split('|')) {
      const key = phrase.toLowerCase();
      if (!datings.has(key)) datings.set(key, { phrase, of, around });
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
        add(counted.replace(count, number), (at) => isoDay(move(unit, at, amount)), roughly[unit]);
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
