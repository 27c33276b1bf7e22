import { weekdays } from './bare-weekdays.ts';
import { addDays, addMonths, endOf, isoDay, isoWeek, weekdayNear } from './calendar.ts';

const numbers = [
  'zero null ศูนย์',
  'one a an ein eine einem einer หนึ่ง',
  'two zwei สอง',
  'three drei สาม',
  'four vier สี่',
  'five fünf ห้า',
  'six sechs หก',
  'seven sieben เจ็ด',
  'eight acht แปด',
  'nine neun เก้า',
  'ten zehn สิบ',
  'eleven elf สิบเอ็ด',
  'twelve zwölf สิบสอง',
].map((words) => words.split(' '));
const numberWords = numbers.flat().toSorted((one, other) => other.length - one.length);
const count = String.raw`(?<count>\d{1,3}|${numberWords.join('|')})`;

type Unit = 'day' | 'week' | 'month' | 'year';
const units: Record<Unit, RegExp> = {
  day: /^(?:day|tag|วัน)/iu,
  week: /^(?:week|woche|สัปดาห์|อาทิตย์)/iu,
  month: /^(?:month|monat|เดือน)/iu,
  year: /^(?:year|jahr|ปี)/iu,
};
const english = '(?<unit>days?|weeks?|months?|years?)';
const german = '(?<unit>tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?)?)';
const thai = '(?<unit>วัน|สัปดาห์|อาทิตย์|เดือน|ปี)';

const weekday = `(?<weekday>${weekdays.flat().join('|')})`;

type Which = 'next' | 'last' | 'this';
const whiches: Record<Which, RegExp> = {
  next: /^(?:next|nächste|kommende|หน้า)/iu,
  last: /^(?:last|letzte|vorige|vergangene|ที่แล้ว|ที่ผ่านมา|ก่อน)/iu,
  this: /^(?:this|diese|นี้)/iu,
};
const englishWhich = '(?<which>next|last|this)';
const germanWhich = '(?<which>(?:nächste|kommende|letzte|vorige|vergangene|diese)[nrsm]?)';
const thaiWhich = '(?<which>หน้า|นี้|ที่แล้ว|ที่ผ่านมา|ก่อน)';

// not inside a longer word, and not dated already; Thai writes its words together
const alone = (source: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${source}(?![\p{L}'’]| \(\d{4}[-)])`, 'giu');
const joined = (source: string): RegExp => new RegExp(String.raw`${source}(?! \(\d{4}[-)])`, 'gu');

const ahead = [
  alone(`in ${count} ${english}`),
  alone(`in ${count} ${german}`),
  joined(`อีก\\s*${count}\\s*${thai}`),
];
const back = [
  alone(`${count} ${english} ago`),
  alone(`vor ${count} ${german}`),
  joined(`${count}\\s*${thai}(?:ก่อน|ที่แล้ว|ที่ผ่านมา)`),
];
const days = [
  alone(`${englishWhich} ${weekday}`),
  alone(`${germanWhich} ${weekday}`),
  joined(`${weekday}${thaiWhich}`),
];
const periods = [
  alone(`${englishWhich} (?<unit>week|month|year)`),
  alone(`${germanWhich} (?<unit>woche|monat|jahr)`),
  joined(`(?<unit>สัปดาห์|อาทิตย์|เดือน|ปี)${thaiWhich}`),
];
const ends = [
  alone('(?:the )?end of (?:the|this) (?<unit>week|month|year)'),
  alone('ende (?:der|dieser|des|dieses) (?<unit>woche|monats|jahres)'),
  joined('สิ้น(?<unit>สัปดาห์|เดือน|ปี)(?:นี้)?'),
];
/** A rule, not an appointment: "deleted in 30 days" holds for every day anew. */
const isHabit =
  /(?<!\p{L})(?:every|each|always|within|per|usually|jede[nrsm]?|immer|innerhalb|pro|stets)(?!\p{L})|ทุก|เสมอ|ภายใน/iu;

/**
 * Puts the date behind "in two weeks", "vor 3 Tagen", "วันจันทร์หน้า", "next month" and the like: a day (`2026-03-16`), a week
 * (`2026-W11`), a month (`2026-04`) or a year. Leaves rules alone ("within 30 days"). Idempotent.
 */
export function resolveSpans(text: string, at: Date): string {
  if (isHabit.test(text)) return text;
  const spans = [
    ...ahead.map((pattern) => ({ pattern, date: (groups: Groups) => moved(at, groups, 1) })),
    ...back.map((pattern) => ({ pattern, date: (groups: Groups) => moved(at, groups, -1) })),
    ...days.map((pattern) => ({ pattern, date: (groups: Groups) => namedDay(at, groups) })),
    ...ends.map((pattern) => ({ pattern, date: (groups: Groups) => endOfPeriod(at, groups) })),
    ...periods.map((pattern) => ({ pattern, date: (groups: Groups) => period(at, groups) })),
  ];
  return spans.reduce(
    (resolved, { pattern, date }) =>
      resolved.replaceAll(pattern, (...found) => withDate(found[0], date(groupsOf(found)))),
    text,
  );
}

type Groups = { count: string; unit: string; weekday: string; which: string };

/** The named groups are the last argument of a replacer. */
function groupsOf(found: unknown[]): Groups {
  const groups = new Map(Object.entries(Object(found.at(-1))));
  const read = (name: string): string => String(groups.get(name) ?? '').toLowerCase();
  return { count: read('count'), unit: read('unit'), weekday: read('weekday'), which: read('which') };
}

const withDate = (words: string, date: string | null): string =>
  date === null ? words : `${words} (${date})`;

function moved(at: Date, { count: text, unit }: Groups, direction: 1 | -1): string | null {
  const spelt = numbers.findIndex((words) => words.includes(text));
  const amount = direction * (spelt === -1 ? Number(text) : spelt);
  switch (unitOf(unit)) {
    case 'day':
      return isoDay(addDays(at, amount));
    case 'week':
      return isoDay(addDays(at, 7 * amount));
    case 'month':
      return isoDay(addMonths(at, amount));
    case 'year':
      return isoDay(addMonths(at, 12 * amount));
    default:
      return null;
  }
}

function namedDay(at: Date, { weekday: name, which }: Groups): string | null {
  const index = weekdays.findIndex((names) => names.includes(name));
  const direction = whichOf(which);
  return direction === undefined ? null : isoDay(weekdayNear(at, index, direction));
}

function endOfPeriod(at: Date, { unit }: Groups): string | null {
  const named = unitOf(unit);
  return named === undefined || named === 'day' ? null : isoDay(endOf(named, at));
}

function period(at: Date, { unit, which }: Groups): string | null {
  const direction = whichOf(which);
  const steps = direction === 'next' ? 1 : direction === 'last' ? -1 : 0;
  switch (unitOf(unit)) {
    case 'week':
      return isoWeek(addDays(at, 7 * steps));
    case 'month':
      return isoDay(addMonths(at, steps)).slice(0, 7);
    case 'year':
      return isoDay(addMonths(at, 12 * steps)).slice(0, 4);
    default:
      return null;
  }
}

const unitNames = ['day', 'week', 'month', 'year'] as const;
const whichNames = ['next', 'last', 'this'] as const;
const unitOf = (text: string): Unit | undefined => unitNames.find((unit) => units[unit].test(text));
const whichOf = (text: string): Which | undefined => whichNames.find((which) => whiches[which].test(text));
