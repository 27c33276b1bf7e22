/** Keys under which clients and exports write when a message was said. */
export const timeKeys = [
  'timestamp',
  'created_at',
  'createdAt',
  'create_time',
  'sent_at',
  'sentAt',
  'datetime',
  'date',
  'time',
  'ts',
] as const;

const isoForm =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:[T\s]+(?<clock>\d{2}:\d{2}(?::\d{2})?)(?<fraction>[.,]\d+)?\s*(?<zone>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/iu;
const mailForm =
  /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:GMT|UTC|[+-]\d{4})$/u;
const numberForm = /^\d+(?:\.\d+)?$/u;

/** Milliseconds per unit: seconds, milliseconds, microseconds, nanoseconds. */
const units = [1_000, 1, 1e-3, 1e-6];
const [earliest, latest] = [Date.UTC(1990, 0), Date.UTC(2100, 0)];

/**
 * Reads a time: ISO 8601 (without a zone in UTC; a day alone is its noon, which is the same day almost everywhere), the form of mail
 * headers, or a number since 1970 in seconds, milliseconds, microseconds or nanoseconds. Null if it cannot be read for sure.
 */
export function readTime(written: string | number): Date | null {
  const text = String(written).trim();
  if (numberForm.test(text)) return fromNumber(Number(text));
  if (mailForm.test(text)) return valid(new Date(text));
  const { day, clock, fraction = '', zone = 'Z' } = isoForm.exec(text)?.groups ?? {};
  if (day === undefined || !isDay(day)) return null;
  if (clock === undefined) return valid(new Date(`${day}T12:00:00Z`));
  const offset = /^[+-]/.test(zone)
    ? `${zone.replace(':', '')}00`.replace(/^(.\d{2})(\d{2}).*/, '$1:$2')
    : 'Z';
  const seconds = clock.length === 5 ? `${clock}:00` : clock;
  return valid(new Date(`${day}T${seconds}${fraction.replace(',', '.').slice(0, 4)}${offset}`));
}

function fromNumber(number: number): Date | null {
  const moment = units.map((unit) => number * unit).find((one) => one >= earliest && one < latest);
  return moment === undefined ? null : new Date(moment);
}

const valid = (date: Date): Date | null => (Number.isNaN(date.getTime()) ? null : date);

/** Whether the calendar has the day: `Date` takes 31 February for 3 March. */
const isDay = (day: string): boolean =>
  valid(new Date(`${day}T00:00:00Z`))
    ?.toISOString()
    .startsWith(day) ?? false;
