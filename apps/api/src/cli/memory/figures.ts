/** How figures are written for people. */

/** A moment in the reader's own time, to the minute. */
export function moment(iso: string): string {
  const date = new Date(iso);
  const two = (figure: number): string => String(figure).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

export const momentOrNull = (iso: string | null): string | null => (iso === null ? null : moment(iso));

/** Enough of an id to tell it from others, and to be given back. */
export const shortId = (id: string): string => id.slice(0, 8);

export const twoDigits = (figure: number | null): string => (figure === null ? '–' : figure.toFixed(2));

export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
