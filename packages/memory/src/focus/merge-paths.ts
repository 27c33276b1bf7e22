/**
 * Paths of a topic after new ones came: the new ones first, in their order, then the known ones in theirs, each once, at
 * most `maximum`. `devai_newest_first` merges the same way in the store.
 */
export const mergePaths = (newer: string[], known: string[], maximum: number): string[] =>
  [...new Set([...newer, ...known])].slice(0, maximum);
