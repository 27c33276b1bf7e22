import type { Item } from './section.ts';
import type { MessageRun } from './split-conversation.ts';

/** Tokens between two items. */
export const separatorTokens = 1;

type Measured = Omit<Item, 'state'>;

/**
 * Takes items in order while they fit into `granted` tokens, the first that does not in its short form if that fits; the rest is left
 * out, so that no item appears with less room that would not with more. Pure.
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

/** Takes the newest runs while they fit: what is left out is the oldest. Pure. */
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
