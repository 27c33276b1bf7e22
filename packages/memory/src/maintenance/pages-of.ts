import type { StoredRow } from '../store/transfer.ts';

/** Yields the pages of a list that says where the next one begins, without empty ones. */
export async function* pagesOf<Row>(
  list: (after: StoredRow | null) => Promise<{ rows: Row[]; after: StoredRow | null }>,
): AsyncGenerator<Row[]> {
  let after: StoredRow | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(after);
    if (page.rows.length > 0) yield page.rows;
    after = page.after;
  } while (after !== null);
}
