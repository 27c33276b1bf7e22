import type { ContextMessage } from '../ports.ts';
import { isHostMessage } from './host-messages.ts';
import { groupMessages, stayingGroups } from './message-groups.ts';

type Input = {
  messages: readonly ContextMessage[];
  /** Tokens of the context beside its messages. */
  fixedTokens: number;
  /** Tokens that the context should have at most, with the new summary. */
  target: number;
  /** Tokens that the message with the new summary may take. */
  summaryTokens: number;
  /** Tokens that a cut must save to be worth a model call. */
  minimumGain: number;
  /** The last message that the summary so far covers; 0 without one. */
  coveredThrough: number;
};

/**
 * Chooses the oldest messages to be replaced by a summary: as few as bring the context down to `target`, or all that
 * may go when that is not enough. Tool calls stay with their results; requests, pinned messages and the last group
 * stay; so does everything from the first message that is not stored yet. Returns the number of the last stored
 * message that the summary will cover (every stored one up to it, and none after it: `applySummary` does the rest); null
 * when no cut saves `minimumGain`. Pure, linear in the number of messages.
 */
export function findCutPoint(input: Input): number | null {
  const { messages, fixedTokens, target, summaryTokens, coveredThrough } = input;
  const groups = groupMessages(messages);
  const staying = stayingGroups(messages, groups);
  const lowestFrom = lowestNumbersFrom(messages);
  const total = messages.reduce((sum, message) => sum + message.tokens, fixedTokens);
  let best: { through: number; freed: number } | null = null;
  let freed = 0;
  let through = coveredThrough;

  for (const group of groups.slice(0, -1)) {
    const members = messages.slice(group.start, group.end);
    if (!staying.has(group)) {
      if (members.some(isUnstored)) break;
      freed += group.tokens;
    }
    through = members.reduce((highest, { number }) => Math.max(highest, number ?? 0), through);
    const isCovered = through > coveredThrough && through < (lowestFrom[group.end] ?? Infinity);
    if (!isCovered) continue;
    best = { through, freed };
    if (total - freed + summaryTokens <= target) break;
  }
  return best !== null && best.freed - summaryTokens >= input.minimumGain ? best.through : null;
}

/** Not in the store, and not made by this stage: it must not leave the window. */
const isUnstored = (message: ContextMessage): boolean => message.number === null && !isHostMessage(message);

/** For each place the lowest message number from there on: numbers may be missing or out of order. */
function lowestNumbersFrom(messages: readonly ContextMessage[]): number[] {
  const lowest: number[] = [];
  let least = Infinity;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    least = Math.min(least, messages[index]?.number ?? Infinity);
    lowest[index] = least;
  }
  return lowest;
}
