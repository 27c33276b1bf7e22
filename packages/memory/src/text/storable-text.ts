/** Replaces characters that Postgres cannot store. */
export const replacement = '\uFFFD';

/**
 * Returns text that Postgres can store: NUL characters and lone surrogates, which tools and pasted text may contain,
 * become U+FFFD. Everything else is kept.
 */
export function storableText(text: string): string {
  return text.replaceAll('\0', replacement).toWellFormed();
}
