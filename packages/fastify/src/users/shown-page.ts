/** Rows of a page by default, as the library has it. */
const usualPage = 50;

/** Reads pages until one is full of rows that are shown. */
export async function filled<Row>(
  limit = usualPage,
  read: (limit: number, last: Row | undefined) => Promise<Row[]>,
  isShown: (row: Row) => boolean,
): Promise<Row[]> {
  const shown: Row[] = [];
  for (let last: Row | undefined; ;) {
    const rows = await read(limit, last);
    shown.push(...rows.filter(isShown));
    last = rows.at(-1);
    if (shown.length >= limit || rows.length < limit || last === undefined) return shown.slice(0, limit);
  }
}
