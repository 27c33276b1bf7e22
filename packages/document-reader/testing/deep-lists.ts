/** A page that takes minutes to read. */
export const deepLists = '<ul><li>x'.repeat(10_000);
