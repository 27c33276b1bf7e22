import type { Item } from './section.ts';
import type { MessageRun } from './split-conversation.ts';

/** Tokens between two items. */
export const separatorTokens = 1;

type Measured = Omit<Item, 'state'>;

/**
 * Takes items in order while they fit into `granted` tokens, and the first that does not fit in its short form if that fits. The rest is
 * left out, so that an item that is in stays in when there is more room. Pure.
 */
export function fillItems(items: readonly Measured[], granted: number): Item[] {
  let left = granted;
  let isFull = false;
  return items.map((item) => {
    if (isFull) return { ...item, text: null, state: 'left_out' };
    const isWhole = item.tokens + separatorTokens <= left;
    const isShort = !isWhole && item.shortTokens !== null && item.shortTokens + separatorTokens <= left;
    isFull = !isWhole;
    if (!isWhole && !isShort) return { ...item, text: null, state: 'left_out' };
    left -= (isWhole ? item.tokens : (item.shortTokens ?? 0)) + separatorTokens;
    return { ...item, state: isWhole ? 'whole' : 'short' };
  });
}

/** Takes the newest runs while they fit, and leaves out the oldest. Pure. */
export function fillRuns(
  runs: readonly MessageRun[],
  granted: number,
): { kept: MessageRun[]; leftOut: MessageRun[] } {
  let left = granted;
  let first = runs.length;
  while (first > 0 && (runs[first - 1]?.tokens ?? 0) <= left) {
    first -= 1;
    left -= runs[first]?.tokens ?? 0;
  }
  return { kept: runs.slice(first), leftOut: runs.slice(0, first) };
}
