/** Stands for what Postgres cannot hold. */
export const replacement = '\uFFFD';

/**
 * Text as Postgres can hold it: NUL characters and halves of surrogate pairs, which tools and pasted text bring
 * along, become U+FFFD. Everything else is kept as it is.
 */
export function storableText(text: string): string {
  return text.replaceAll('\0', replacement).toWellFormed();
}
