import { languages } from './languages/languages.ts';
import { localDay } from './local-time.ts';
import { relativeDatesIn, withoutDatedPhrases, type DatedText } from './relative-dates.ts';
import { groupsByName, namedPattern } from './named-groups.ts';

/** Days from one until before another, each given by its midnight in UTC. */
export type Days = { from: Date; until: Date };

/** A time that a text names. */
export type FoundTime = {
  index: number;
  length: number;
  /** What it means, in order; several of a date without a year, or of a weekday. */
  days: Days[];
  kind: 'date' | 'weekday' | 'range';
  /** What the words before it make of it: "since October" has no end, "until Friday" no beginning. */
  bound: 'since' | 'from' | 'until' | 'after' | 'before' | null;
  /** Which one of several is meant, as far as words beside it tell: "last May". */
  side: 'past' | 'coming' | null;
};

const dayInMilliseconds = 86_400_000;
/** A date without a year is that of each of so many years before and after. */
const yearsBack = 5;
const yearsAhead = 2;

type Part = 'month' | 'weekday';

/** The names of months or weekdays with their numbers, in all languages. */
function namesOf(part: Part): Map<string, number> {
  return new Map(
    languages.flatMap(({ code }) =>
      (part === 'month' ? (['long', 'short'] as const) : (['long'] as const)).flatMap((form) => {
        // with a day, because some languages decline the name beside one
        const format = new Intl.DateTimeFormat(code, { [part]: form, day: 'numeric', timeZone: 'UTC' });
        return Array.from({ length: part === 'month' ? 12 : 7 }, (_, index): [string, number] => {
          // 1 February 2026 was a Sunday
          const date = part === 'month' ? Date.UTC(2026, index, 1) : Date.UTC(2026, 1, index + 1);
          const name = format.formatToParts(date).find(({ type }) => type === part)?.value ?? '';
          return [name.toLowerCase().replace(/\.$/u, ''), index];
        });
      }),
    ),
  );
}

const months = namesOf('month');
const weekdays = namesOf('weekday');
const anyOf = (names: Map<string, number>): string =>
  [...names.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replaceAll('.', '\\.'))
    .join('|');

const month = String.raw`(?<month>${anyOf(months)})(?!\p{sc=Latin})\.?`;
const year = String.raw`(?<year>(?:19|20|25)\d\d)(?!\d)`;
const before = String.raw`(?<![\p{L}\p{N}./_-])`;
const to = String.raw`(?:-|–|—|to|until|till?|through|and|bis|und|ถึง|และ)`;
const ordinal = String.raw`(?:st|nd|rd|th|\.)?`;
/** "2 to" in "from 2 to 20 May". */
const firstDay = String.raw`(?<first>\d{1,2})${ordinal}\s*${to}\s*(?:the\s+|zum\s+|วันที่\s*)?`;
const century = '(?:19|20|25)';
const inside =
  'in|im|during|since|seit|of|ab|until|bis|before|vor|after|nach|end|ende|mid|mitte|early|anfang|late';
const beside = 'last|past|letzten|vergangenen|next|coming|nächsten|kommenden|this|diesen';

/** Dates of a calendar, the longer forms first. */
const forms = [
  String.raw`${before}(?<year>\d{4})-W(?<week>\d\d)(?!\d)`,
  String.raw`${before}(?<year>\d{4})-(?<number>\d\d)(?:-(?<day>\d\d))?(?![\d_-]|\.\w)`,
  String.raw`${before}(?:${firstDay})?(?<day>\d{1,2})\.\s?(?<number>\d{1,2})\.\s?(?<year>${century}?\d\d)(?![\d.])`,
  String.raw`${before}${firstDay}(?<day>\d{1,2})\.\s?(?<number>\d{1,2})\.(?!\d)`,
  String.raw`${before}(?<day>\d{1,2})\.\s?(?<number>\d{1,2})\.(?=\s*${to}\s*\d{1,2}\.\s?\d{1,2}\.)`,
  String.raw`(?<=\d\.\s*${to}\s*)(?<day>\d{1,2})\.\s?(?<number>\d{1,2})\.(?!\d)`,
  // a version ends a sentence in the same form
  String.raw`(?<=(?:^|[^\p{L}])(?:am|vom|zum|bis|den|dem|der|seit|ab|und|${anyOf(weekdays)}),?\s*)(?<day>\d{1,2})\.\s?(?<number>\d{1,2})\.(?!\d)`,
  String.raw`(?<!(?:${anyOf(months)})\.?\s+)${before}(?:วันที่\s*)?(?:${firstDay})?(?<day>\d{1,2})${ordinal}\s*(?:of\s+)?${month}(?:,?\s*${year})?`,
  String.raw`${before}${month}\s+(?:the\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?(?:\s*${to}\s*(?:the\s+)?(?<last>\d{1,2})(?:st|nd|rd|th)?(?!\d|\s*(?:of\s+)?(?:${anyOf(months)})(?!\p{L})))?(?!\d)(?:,?\s+${year})?`,
  String.raw`${before}${month.replace('<month>', '<firstMonth>')}\s*${to}\s*${month}(?:,?\s*${year})?`,
  String.raw`(?<=(?:^|[^\p{L}])(?:from|von|between|zwischen|in|ปี)\s*)(?<firstYear>${century}\d\d)\s*(?:${to}\s*(?:ปี)?)\s*${year}`,
  String.raw`${before}${month},?\s*${year}`,
  String.raw`(?<=(?:^|[^\p{L}])(?:from|von)\s+)${month}(?=\s+(?:on|onwards?|an)(?!\p{L}))`,
  String.raw`${before}(?:q(?<quarter>[1-4])|(?:kw|cw)\s?(?<week>\d\d?))(?!\d)(?:[\s/]*${year})?`,
  // "may" is no month of its own
  String.raw`(?<=(?:^|[^\p{L}])(?:${inside}|${beside})\s*(?:(?:of|des)\s+)?)${month}`,
  String.raw`(?<=(?:เดือน|ใน|ตั้งแต่|ถึง)\s*)${month}`,
  String.raw`(?<=(?:^|[^\p{L}])(?:in|im|during|since|seit|from|until|bis|before|vor|after|nach|end\s+of|ende|mid|mitte|early|anfang|late|year|jahr)\s*|ปี\s*)${year}`,
  // where `resolveRelativeDates` wrote it
  String.raw`(?<=\0\s)\(${year}\)`,
  String.raw`(?<=(?:^|[^\p{L}])(?:on|this|by|until|till|through|before|after|since|from|to|due|am|bis|diesen|ab|seit|vor|nach|vom|zum)\s+(?:the\s+|dem\s+|den\s+)?)(?<weekday>${anyOf(weekdays)})(?![\p{L}\p{N}'’])`,
  String.raw`(?<=(?:ถึง|ก่อน|ภายใน|ตั้งแต่)\s*)(?<weekday>${anyOf(weekdays)})|(?<weekday>${anyOf(weekdays)})(?=นี้)`,
].map((form) => namedPattern(form, 'giu'));

/** What stands before a time, up to which these words are read. */
const longestLead = 60;
const filler = String.raw`(?:the|end|beginning|middle|start|of|end|ende|anfang|mitte|on|at|about|around|including|den|dem|der|des|zum|zur|am|im|in|etwa|einschließlich|last|past|letzten|letztem|vergangenen|this|next|coming|diesen|nächsten|kommenden|day|year|jahr|วันที่|เดือน|สิ้น|ปลาย|ต้น|กลาง|ปี)`;
const lead = namedPattern(
  String.raw`(?:(?:^|[^\p{L}])(?:(?<since>since|seit)|(?<from>ab|starting|beginning|effective|as\s+of)|(?<not>(?:not|nicht)\s+)?(?:(?<until>until|till|til|through|by|bis)|(?<before>before|vor))|(?<after>after|nach)|(?<start>(?<=^\s*|[.,;:!?]\s)(?:from|von|vom))|(?<meant>to|for|auf|für|due)|(?<every>every|each|jede[nrsm]?))|(?<since>ตั้งแต่)|(?<until>จนถึง|ถึง|ภายใน)|(?<after>หลังจาก|หลัง)|(?<before>ก่อน)|(?<was>เมื่อ)|(?<every>ทุก))(?:\s*${filler})*[\s(\0]*$`,
  'iu',
);
const side = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:(?<past>last|past|letzte[nrms]?|vergangene[nrms]?)|(?<coming>next|coming|this|nächste[nrms]?|kommende[nrms]?|diese[nrms]?))\s*$`,
  'iu',
);
const sideBehind = /^\s*(?:(?<past>ที่แล้ว|ที่ผ่านมา)|(?<coming>หน้า|นี้|ที่จะถึง))/u;
const onward = /^\s*(?:(?:on|onwards?|an|forward)(?![\p{L}\p{N}])|เป็นต้นไป)/iu;
const opens = /(?:^|[^\p{L}])(?:from|von|vom|ab)(?:\s+(?:the|dem|den|on))*\s*$/iu;
/** Joins two times to one. */
const joint = new RegExp(
  String.raw`^\s*,?\s*(?:${to}|zum)\s*(?:(?:the|zum|den|dem|on|am|im|in|วันที่)\s*)*$`,
  'iu',
);
const listing = /and|und|และ/iu;
const between = /(?:between|zwischen|ระหว่าง)(?:\s*(?:the|dem|วันที่))?\s*$/iu;
/** A weekday beside a date tells nothing more. */
const besideDate = /^[\s,(]*(?:(?:the|den|dem|der)\s+|ที่\s*)?$/iu;

/** Finds the times that a text names ("on 9 July", "last week", "from 2 to 20 May", "seit März", "เมื่อวาน"), in the order of the text. */
export function calendarTimesIn(text: string, written: DatedText): FoundTime[] {
  const today = new Date(`${localDay(written.at, written.timeZone)}T00:00:00Z`);
  const readable = withoutDatedPhrases(text);
  const found: Pick<FoundTime, 'index' | 'length' | 'days' | 'kind'>[] = relativeDatesIn(
    readable,
    written,
  ).map(({ index, phrase, date, around }) => ({
    index,
    length: phrase.length,
    days: [widened(writtenDays(date), around)],
    kind: 'date',
  }));
  for (const form of forms) {
    for (const match of readable.matchAll(form)) {
      const { index, 0: phrase } = match;
      const groups = groupsByName(match.groups);
      const isTaken = found.some(
        (one) => index < one.index + one.length && one.index < index + phrase.length,
      );
      const days = isTaken ? [] : daysOf(groups, today);
      const isRange = ['first', 'last', 'firstMonth', 'firstYear'].some((name) => groups[name] !== undefined);
      const kind = isRange ? 'range' : groups['weekday'] === undefined ? 'date' : 'weekday';
      if (days.length > 0) found.push({ index, length: phrase.length, days, kind });
    }
  }
  const inOrder = found.toSorted((a, b) => a.index - b.index);
  return joined(inOrder, readable).flatMap((one) => {
    const above = readable.slice(Math.max(0, one.index - longestLead), one.index);
    const behind = readable.slice(one.index + one.length, one.index + one.length + 20);
    const words = groupsByName(lead.exec(above)?.groups);
    if (words['every'] !== undefined) return [];
    const isOnward = onward.test(behind) && opens.test(above);
    return [
      {
        ...one,
        bound: boundOf(words, isOnward || words['start'] !== undefined, one),
        side: sideOf(words, above, behind, one),
      },
    ];
  });
}

function boundOf(
  words: Record<string, string | undefined>,
  isOnward: boolean,
  { kind }: Pick<FoundTime, 'kind'>,
): FoundTime['bound'] {
  // "from" and "between" belong to the range
  if (kind === 'range') return null;
  const isNegated = words['not'] !== undefined && (words['before'] ?? words['until']) !== undefined;
  if (isOnward || isNegated) return 'from';
  return (
    (['since', 'from', 'until', 'after', 'before'] as const).find((one) => words[one] !== undefined) ?? null
  );
}

function sideOf(
  words: Record<string, string | undefined>,
  above: string,
  behind: string,
  { kind }: Pick<FoundTime, 'kind'>,
): FoundTime['side'] {
  const { past, coming } = side.exec(above)?.groups ?? sideBehind.exec(behind)?.groups ?? {};
  if (past !== undefined || words['was'] !== undefined) return 'past';
  if (kind !== 'range' && words['since'] !== undefined) return 'past';
  return coming !== undefined || words['meant'] !== undefined ? 'coming' : null;
}

type Named = Pick<FoundTime, 'index' | 'length' | 'days' | 'kind'>;

/** Makes "2 May to 20 June" one time, and drops the weekday of "Friday, 6 March". */
function joined(found: Named[], text: string): Named[] {
  const times: Named[] = [];
  for (const one of found) {
    const last = times.at(-1);
    const gap = last && text.slice(last.index + last.length, one.index);
    const length = last && one.index + one.length - last.index;
    if (!last || gap === undefined || length === undefined) times.push(one);
    else if (last.kind === 'weekday' && one.kind === 'date' && besideDate.test(gap))
      times.splice(-1, 1, { ...one, index: last.index, length });
    else if (last.kind === 'date' && one.kind === 'weekday' && besideDate.test(gap)) continue;
    else if (joint.test(gap) && (!listing.test(gap) || between.test(text.slice(0, last.index).slice(-20)))) {
      const days = rangesOf(last.days, one.days);
      if (days.length > 0) times.splice(-1, 1, { index: last.index, length, days, kind: 'range' });
      else times.push(one);
    } else times.push(one);
  }
  return times;
}

/** The spans from each first time to the next last one. A year behind the last one is that of both. */
function rangesOf(first: Days[], last: Days[]): Days[] {
  const ranges = first.flatMap(({ from }) => {
    const end = last.find((one) => one.from >= from);
    return end ? [{ from, until: end.until }] : [];
  });
  return last.length === 1 ? ranges.slice(-1) : ranges;
}

/** Returns the days of a day, week, month or year as `relativeDatesIn` writes them. */
function writtenDays(date: string): Days {
  const [, yearText = '', weekText] = /^(\d{4})-W(\d\d)$/u.exec(date) ?? [];
  if (weekText !== undefined) return weekDays(Number(yearText), Number(weekText));
  const [ofYear = 0, ofMonth, day] = date.split('-').map(Number);
  return spanFrom(ofYear, ofMonth === undefined ? null : ofMonth - 1, day ?? null);
}

/** Returns what the groups of a form mean: in the year that they name, or in each of the years around. */
function daysOf(groups: Record<string, string | undefined>, today: Date): Days[] {
  const weekday = weekdays.get(groups['weekday']?.toLowerCase() ?? '');
  if (weekday !== undefined) {
    const ahead = (weekday - today.getUTCDay() + 7) % 7;
    return [ahead - 7, ahead || 7].map((days) =>
      oneDay(new Date(today.getTime() + days * dayInMilliseconds)),
    );
  }
  const written = Number(groups['year']);
  if (written > 0) return inYear(groups, fullYear(written));
  return Array.from({ length: yearsBack + 1 + yearsAhead }, (_, index) =>
    inYear(groups, today.getUTCFullYear() - yearsBack + index),
  ).flat();
}

/** Two digits are of this century, and those of the Buddhist era 543 years ahead. */
const fullYear = (written: number): number =>
  written < 100 ? 2000 + written : written > 2_400 ? written - 543 : written;

function inYear(groups: Record<string, string | undefined>, ofYear: number): Days[] {
  const numberOf = (name: string): number | null =>
    groups[name] === undefined ? null : Number(groups[name]);
  const week = numberOf('week');
  if (week !== null) return week >= 1 && week <= 53 ? [weekDays(ofYear, week)] : [];
  const quarter = numberOf('quarter');
  if (quarter !== null) {
    return [
      {
        from: new Date(Date.UTC(ofYear, 3 * quarter - 3, 1)),
        until: new Date(Date.UTC(ofYear, 3 * quarter, 1)),
      },
    ];
  }
  const number = numberOf('number');
  const ofMonth = number === null ? monthOf(groups['month']) : number - 1;
  const day = numberOf('day');
  const last = numberOf('last') ?? day;
  const first = numberOf('first') ?? day;
  if (ofMonth !== null && (ofMonth < 0 || ofMonth > 11)) return [];
  const longest = new Date(Date.UTC(ofYear, (ofMonth ?? 0) + 1, 0)).getUTCDate();
  if ([first, day, last].some((one) => one !== null && (one < 1 || one > longest))) return [];
  const end = spanFrom(ofYear, ofMonth, last);
  const firstMonth = monthOf(groups['firstMonth']);
  const firstYear = numberOf('firstYear');
  if (firstYear !== null)
    return [{ from: spanFrom(fullYear(firstYear), null, null).from, until: end.until }].filter(
      ({ from, until }) => from < until,
    );
  const isYearBefore = firstMonth !== null && ofMonth !== null && firstMonth > ofMonth;
  const { from } = spanFrom(isYearBefore ? ofYear - 1 : ofYear, firstMonth ?? ofMonth, first);
  return from < end.until ? [{ from, until: end.until }] : [];
}

const monthOf = (name: string | undefined): number | null =>
  months.get(name?.toLowerCase().replace(/\.$/u, '') ?? '') ?? null;

function weekDays(ofYear: number, week: number): Days {
  // 4 January is in week 1
  const fourth = Date.UTC(ofYear, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayInMilliseconds;
  const from = new Date(monday + (week - 1) * 7 * dayInMilliseconds);
  return { from, until: new Date(from.getTime() + 7 * dayInMilliseconds) };
}

function spanFrom(ofYear: number, ofMonth: number | null, day: number | null): Days {
  const from = new Date(Date.UTC(ofYear, ofMonth ?? 0, day ?? 1));
  if (day !== null) return oneDay(from);
  const until = ofMonth === null ? Date.UTC(ofYear + 1, 0, 1) : Date.UTC(ofYear, ofMonth + 1, 1);
  return { from, until: new Date(until) };
}

const oneDay = (from: Date): Days => ({ from, until: new Date(from.getTime() + dayInMilliseconds) });

const widened = ({ from, until }: Days, days: number): Days => ({
  from: new Date(from.getTime() - days * dayInMilliseconds),
  until: new Date(until.getTime() + days * dayInMilliseconds),
});
