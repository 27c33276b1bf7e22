import type { Metadata } from '../types.ts';

const placeholder = /\[redacted:([\w-]+)\]/g;

/** Adds to `kinds` how many more placeholders of each kind there are now than before. */
export function countPlaceholders(before: Metadata, after: Metadata, kinds: Record<string, number>): void {
  const add = (texts: Metadata, step: number) => {
    for (const [, kind = ''] of JSON.stringify(texts).matchAll(placeholder)) {
      kinds[kind] = (kinds[kind] ?? 0) + step;
    }
  };
  add(after, 1);
  add(before, -1);
}
