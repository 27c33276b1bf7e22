import type { Period } from '../types.ts';
import { languages } from './languages/languages.ts';
import { localDay, startOfLocalDay } from './local-time.ts';
import { relativeDatesIn, type DatedText } from './relative-dates.ts';

export type TimesIn = {
  /** The past times that a text names, in any order; one without a year is that of each of the last years. */
  periods: Period[];
  /** The text without them. */
  rest: string;
};
type Span = { from: Date; until: Date };
type Found = { index: number; length: number; spans: Span[] };

/** A date without a year is looked for in this many years. */
const years = 6;
const dayInMilliseconds = 86_400_000;

const months = new Map(
  languages.flatMap(({ code }) =>
    (['long', 'short'] as const).flatMap((month) => {
      // with a day, because some languages decline the name beside one
      const format = new Intl.DateTimeFormat(code, { month, day: 'numeric', timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, index): [string, number] => {
        const parts = format.formatToParts(Date.UTC(2026, index, 1));
        const name = parts.find(({ type }) => type === 'month')?.value ?? '';
        return [name.toLowerCase().replace(/\.$/u, ''), index];
      });
    }),
  ),
);
const names = [...months.keys()]
  .toSorted((a, b) => b.length - a.length)
  .map((name) => name.replaceAll('.', '\\.'))
  .join('|');
const month = String.raw`(?<month>${names})(?!\p{sc=Latin})\.?`;
const year = String.raw`(?<year>(?:19|20|25)\d\d)(?!\d)`;
const before = String.raw`(?<![\p{L}\p{N}.])`;

/** Dates of a calendar, the longer forms first. */
const forms = [
  String.raw`${before}(?<year>\d{4})-(?<number>\d\d)(?:-(?<day>\d\d))?(?!\d)`,
  String.raw`${before}(?<day>\d{1,2})\.\s?(?<number>\d{1,2})\.(?:\s?${year})?(?!\d)`,
  String.raw`${before}(?:วันที่\s*)?(?<day>\d{1,2})(?:st|nd|rd|th|\.)?\s*(?:of\s+)?${month}(?:,?\s*${year})?`,
  String.raw`${before}${month}\s+(?:the\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?(?!\d)(?:,?\s+${year})?`,
  String.raw`${before}${month},?\s*${year}`,
  // "may" is no month of its own
  String.raw`(?<=(?:^|[^\p{L}])(?:in|im|during|since|seit|of|ab|last|letzten|เดือน|ใน|ตั้งแต่)\s*(?:of\s+)?)${month}`,
  String.raw`(?<=(?:^|[^\p{L}])(?:in|im|during|since|seit|from|year|jahr|ปี)\s*)${year}`,
].map((form) => new RegExp(form, 'giu'));
const sinceThen = /(?:^|[^\p{L}])(?:since|seit|ab|ตั้งแต่)\s*$/iu;

/** Finds the past times that a text names ("on 9 July", "last week", "seit März", "เมื่อวาน"), in the time zone of whoever wrote it. */
export function timesIn(text: string, written: DatedText): TimesIn {
  const { at, timeZone } = written;
  const today = new Date(`${localDay(at, timeZone)}T00:00:00Z`);
  const found: Found[] = relativeDatesIn(text, written).map(({ index, phrase, date, around }) => ({
    index,
    length: phrase.length,
    spans: [widened(spanOf(date), around)],
  }));
  for (const form of forms) {
    for (const match of text.matchAll(form)) {
      const { index, 0: phrase, groups = {} } = match;
      const isTaken = found.some(
        (one) => index < one.index + one.length && one.index < index + phrase.length,
      );
      const spans = isTaken ? [] : spansOf(groups, today);
      if (spans.length > 0) found.push({ index, length: phrase.length, spans });
    }
  }
  const past = found.flatMap((one) => {
    const isOpen = sinceThen.test(text.slice(0, one.index));
    const spans = one.spans
      .map(({ from, until }) => ({
        from,
        until: isOpen ? new Date(today.getTime() + dayInMilliseconds) : until,
      }))
      // what is going on today is no time to look up
      .filter(
        ({ from, until }) =>
          from < today && (isOpen || until <= today || until.getTime() - from.getTime() > dayInMilliseconds),
      );
    return spans.length === 0 ? [] : [{ ...one, spans }];
  });
  return {
    periods: past.flatMap(({ spans }) =>
      spans.map(({ from, until }) => ({
        since: startOfLocalDay(from, timeZone),
        until: startOfLocalDay(until, timeZone),
      })),
    ),
    rest: past
      .toSorted((a, b) => b.index - a.index)
      .reduce((rest, { index, length }) => `${rest.slice(0, index)} ${rest.slice(index + length)}`, text),
  };
}

/** Returns the days of a day, week, month or year as `relativeDatesIn` writes them. */
function spanOf(date: string): Span {
  const [, yearText = '', weekText] = /^(\d{4})-W(\d\d)$/u.exec(date) ?? [];
  if (weekText !== undefined) {
    // 4 January is in week 1
    const fourth = Date.UTC(Number(yearText), 0, 4);
    const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayInMilliseconds;
    const from = new Date(monday + (Number(weekText) - 1) * 7 * dayInMilliseconds);
    return { from, until: new Date(from.getTime() + 7 * dayInMilliseconds) };
  }
  const [ofYear = 0, ofMonth, day] = date.split('-').map(Number);
  return calendarSpan(ofYear, ofMonth === undefined ? null : ofMonth - 1, day ?? null);
}

/** Returns what the groups of a form mean: one span, or one for each of the last years if they name none. */
function spansOf(groups: Record<string, string | undefined>, today: Date): Span[] {
  const day = groups['day'] === undefined ? null : Number(groups['day']);
  const named = groups['month']?.toLowerCase().replace(/\.$/u, '');
  const ofMonth =
    groups['number'] === undefined ? (months.get(named ?? '') ?? null) : Number(groups['number']) - 1;
  if (day !== null && (day < 1 || day > 31)) return [];
  if (ofMonth !== null && (ofMonth < 0 || ofMonth > 11)) return [];
  const written = Number(groups['year']);
  // the Buddhist era of Thai dates
  if (written > 0) return [calendarSpan(written > 2_400 ? written - 543 : written, ofMonth, day)];
  return Array.from({ length: years }, (_, back) =>
    calendarSpan(today.getUTCFullYear() - back, ofMonth, day),
  );
}

function calendarSpan(ofYear: number, ofMonth: number | null, day: number | null): Span {
  const from = Date.UTC(ofYear, ofMonth ?? 0, day ?? 1);
  if (day !== null) return { from: new Date(from), until: new Date(from + dayInMilliseconds) };
  const until = ofMonth === null ? Date.UTC(ofYear + 1, 0, 1) : Date.UTC(ofYear, ofMonth + 1, 1);
  return { from: new Date(from), until: new Date(until) };
}

const widened = ({ from, until }: Span, days: number): Span => ({
  from: new Date(from.getTime() - days * dayInMilliseconds),
  until: new Date(until.getTime() + days * dayInMilliseconds),
});
