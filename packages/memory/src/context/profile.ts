import { z } from 'zod';
import { MemoryError } from '../errors.ts';

/** What the priorities stand for, P0 to P7. */
export const priorityNames = [
  'system prompt',
  'session state',
  'user message',
  'pinned',
  'retrieved',
  'history',
  'summarised history',
  'related sessions',
] as const;

export const contextProfile = z.object({
  name: z.string(),
  /**
   * The place of the volatile sections: in the system prompt, or between the history and the messages of the turn, so that requests
   * keep the same beginning and a provider's prompt cache hits.
   */
  volatile: z.enum(['system', 'before_turn']),
  /** Types in the order of the prompt. Others follow in the order in which they are offered. */
  order: z.array(z.string()),
  shares: z.record(z.string(), z.number()),
  /** The most tokens of a section, by type. */
  caps: z.record(z.string(), z.number()),
});
/** How a context is put together, as data. */
export type ContextProfile = z.output<typeof contextProfile>;

const order = [
  'tools',
  'files',
  'agent',
  'memory_behaviour',
  'situation',
  'standing',
  'project',
  'state',
  'related_sessions',
  'focus',
  'signals',
  'pinned_memories',
  'memories',
  'documents',
  'saved',
  'refused',
];
const shares = { 0: 0.05, 1: 0.1, 2: 0.05, 3: 0.1, 4: 0.2, 5: 0.4, 6: 0.05, 7: 0.05 };
const caps = { standing: 400, project: 600, focus: 800, memories: 3_000, sources: 1_500 };

/** `cache` keeps the longest beginning of a request the same from turn to turn; `plain` has all of the system context at the beginning. */
export const contextProfiles: Record<'cache' | 'plain', ContextProfile> = {
  cache: { name: 'cache', volatile: 'before_turn', order, shares, caps },
  plain: { name: 'plain', volatile: 'system', order, shares, caps },
};

/** A profile with the shares that the user chose for a session. Throws `invalid_input` when the shares are more than the whole. */
export function withShares(profile: ContextProfile, chosen: Record<string, number>): ContextProfile {
  if (Object.keys(chosen).length === 0) return profile;
  const all = { ...profile.shares, ...chosen };
  const sum = Object.values(all).reduce((total, share) => total + share, 0);
  if (sum > 1 + 1e-9) {
    throw new MemoryError(
      'invalid_input',
      `shares: they add up to ${sum.toFixed(2)} of the budget, more than all of it`,
    );
  }
  return { ...profile, shares: all };
}

/** The most tokens of a section: its cap, but no more than the share of its priority. */
export const capOf = (
  { caps: byType, shares: byPriority }: ContextProfile,
  type: string,
  priority: number,
  budget: number,
): number => Math.floor(Math.min(byType[type] ?? Infinity, (byPriority[priority] ?? 0) * budget));
