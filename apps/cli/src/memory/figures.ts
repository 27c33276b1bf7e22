/** A moment in local time, to the minute. */
export function moment(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Enough of an id to recognise it, and to pass it to a command. */
export const shortId = (id: string): string => id.slice(0, 8);

export const twoDigits = (value: number | null): string => (value === null ? '–' : value.toFixed(2));

export const figure = (value: number): string => value.toLocaleString('en');

export const counted = (count: number, one: string, many: string): string =>
  `${figure(count)} ${count === 1 ? one : many}`;
