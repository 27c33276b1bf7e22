/** A moment in local time, to the minute. */
// Swedish writes dates as ISO 8601 does
export const moment = (date: Date): string => date.toLocaleString('sv-SE').slice(0, 16);

/** Enough of an id to recognise it, and to pass it to a command. */
export const shortId = (id: string): string => id.slice(0, 8);

export const twoDigits = (value: number | null): string => (value === null ? '–' : value.toFixed(2));

export const figure = (value: number): string => value.toLocaleString('en');

export const counted = (count: number, one: string, many: string): string =>
  `${figure(count)} ${count === 1 ? one : many}`;
