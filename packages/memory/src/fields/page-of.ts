/** Tells the page of a PDF, which the last of a chunk's headings names, from the headings above it; `page` is null for other documents. */
export function pageOf(headings: string[]): { page: string | null; above: string[] } {
  const page = /^page (\d+)$/.exec(headings.at(-1) ?? '')?.[1] ?? null;
  return { page, above: page === null ? headings : headings.slice(0, -1) };
}
