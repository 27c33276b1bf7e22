/** A moment in local time, to the minute, as 2026-03-01 09:30: the format of the Swedish locale. */
export const moment = (date: Date): string => date.toLocaleString('sv-SE').slice(0, 16);

const units = [
  ['year', 365.25 * 24 * 60],
  ['month', 30.44 * 24 * 60],
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;
const inEnglish = new Intl.RelativeTimeFormat('en');

/** The distance of a moment from now in whole units, rounded down: "3 days ago", "in 5 days". */
export function distance(date: Date, now = new Date()): string {
  const minutes = (date.getTime() - now.getTime()) / 60_000;
  const [unit, size] = units.find(([, minutesOf]) => Math.abs(minutes) >= minutesOf) ?? [];
  return unit === undefined ? 'now' : inEnglish.format(Math.trunc(minutes / size), unit);
}

/** Enough of an id to recognise it, and to pass it to a command. */
export const shortId = (id: string): string => id.slice(0, 8);

/** The name of a field in words: `createdAt` becomes "created at". */
export const inWords = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Writes a value of an answer as text. Fractions get two digits. */
export function written(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number')
    return Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(2);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value instanceof Date) return moment(value);
  if (Array.isArray(value)) return value.map(written).join(', ');
  if (!isRecord(value)) return '–';
  return Object.entries(value)
    .map(([name, inner]) => `${inWords(name)} ${written(inner)}`)
    .join(', ');
}
