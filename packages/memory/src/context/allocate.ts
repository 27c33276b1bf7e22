import { MemoryError } from '../errors.ts';

/** The tokens that a section asks for. */
export type Demand = {
  type: string;
  priority: number;
  /** Whether the context must contain the whole section. */
  required: boolean;
  wanted: number;
  /** The most tokens that it gets. */
  cap: number;
};

/**
 * Divides a budget of tokens, as fractions of tokens, in the order of `demands`. Required sections get all they ask for. The others first
 * get at most the share of their priority, then, by priority, parts of the rest. No section gets less from a larger budget, provided
 * that the shares add up to at most 1. Pure. Throws `context_too_long` when the required sections do not fit.
 */
export function allocate(
  budget: number,
  demands: readonly Demand[],
  shares: Record<string, number>,
): number[] {
  const required = demands.filter((demand) => demand.required);
  const needed = required.reduce((sum, { wanted }) => sum + wanted, 0);
  if (needed > budget) throw tooLong(budget, needed, required);
  const grants = demands.map((demand) => (demand.required ? demand.wanted : 0));
  let left = budget - needed;
  const optional = demands
    .map((demand, index) => ({ ...demand, index, limit: Math.min(demand.wanted, demand.cap) }))
    .filter((demand) => !demand.required)
    .toSorted((a, b) => a.priority - b.priority);
  const roomOf = new Map<number, number>();
  for (const { index, priority, limit } of optional) {
    const room = Math.min(roomOf.get(priority) ?? (shares[priority] ?? 0) * budget, left);
    const granted = Math.min(limit, room);
    grants[index] = granted;
    left -= granted;
    roomOf.set(priority, room - granted);
  }
  for (const { index, limit } of optional) {
    const extra = Math.min(limit - (grants[index] ?? 0), left);
    grants[index] = (grants[index] ?? 0) + extra;
    left -= extra;
  }
  return grants;
}

function tooLong(budget: number, needed: number, required: readonly Demand[]): MemoryError {
  const figures = required
    .toSorted((a, b) => b.wanted - a.wanted)
    .map(({ type, wanted }) => `${type} ${wanted}`)
    .join(', ');
  return new MemoryError(
    'context_too_long',
    `the context has room for ${Math.floor(budget)} tokens, but what must be in it takes ${needed} (${figures})`,
  );
}
