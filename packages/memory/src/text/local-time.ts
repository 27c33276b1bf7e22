const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a moment as the clocks of a time zone show it: `2026-03-16 20:30`. */
export function localMinute(date: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    // the Swedish form is that of ISO 8601
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    formats.set(timeZone, format);
  }
  return format.format(date);
}

/** Returns the day on which a moment falls in a time zone: `2026-03-16`. */
export const localDay = (date: Date, timeZone: string): string =>
  localMinute(date, timeZone).split(' ')[0] ?? '';

/** Returns the moment at which the clocks of a time zone show what those of UTC show at another: its midnight for the midnight of a day. */
export function momentOfLocal(local: Date, timeZone: string): Date {
  const shown = (moment: number) =>
    Date.parse(`${localMinute(new Date(moment), timeZone).replace(' ', 'T')}Z`);
  const guess = local.getTime() - (shown(local.getTime()) - local.getTime());
  // the clocks may have been changed between the two
  return new Date(guess - (shown(guess) - local.getTime()));
}
