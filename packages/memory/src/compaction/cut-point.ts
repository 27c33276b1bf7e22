import type { ContextMessage } from '../ports.ts';
import { isHostMessage } from './host-messages.ts';
import { groupMessages } from '../transcript/group-messages.ts';
import { stayingGroups, tokensOf } from './message-groups.ts';

type Input = {
  messages: readonly ContextMessage[];
  /** Tokens of the context without its messages. */
  fixedTokens: number;
  /** The maximum tokens of the context afterwards, including the summary. */
  target: number;
  /** The maximum tokens of the message with the new summary. */
  summaryTokens: number;
  /** The tokens that a cut must save to be worth a model call. */
  minimumGain: number;
  /** The number of the last message that the current summary covers; 0 without a summary. */
  coveredThrough: number;
};

/**
 * Chooses the oldest messages to replace with a summary: the fewest that bring the context down to `target`, or all
 * that may go if that is not enough. Never separates a tool call from its results. Requests, pinned messages, the
 * last group and everything from the first unstored message on stay. Returns the number of the last stored message to
 * cover (the summary covers every stored one up to it; `applySummary` does the rest), or null if no cut saves
 * `minimumGain`. Pure, linear in the number of messages.
 */
export function findCutPoint(input: Input): number | null {
  const { messages, fixedTokens, target, summaryTokens, coveredThrough } = input;
  const groups = groupMessages(messages);
  const staying = stayingGroups(messages, groups);
  const lowestFrom = lowestNumbersFrom(messages);
  const total = tokensOf(messages, fixedTokens);
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

/** Whether it is neither stored nor made by this stage, so that it must not leave the window. */
const isUnstored = (message: ContextMessage): boolean => message.number === null && !isHostMessage(message);

/** Returns, for each index, the lowest message number from there on. Numbers may be missing or out of order. */
function lowestNumbersFrom(messages: readonly ContextMessage[]): number[] {
  const lowest: number[] = [];
  let least = Infinity;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    least = Math.min(least, messages[index]?.number ?? Infinity);
    lowest[index] = least;
  }
  return lowest;
}
