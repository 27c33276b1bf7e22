import type { Memory } from './memory-types.ts';

/** What is left of a strength after a day without use, and the strength at which a memory fades; as db/functions has them. */
const perDay = 0.95;
const gone = 0.05;
const day = 86_400_000;

type Fading = Pick<Memory, 'strength' | 'pinned' | 'priority'>;

const lasts = ({ pinned, priority }: Fading): boolean => pinned || priority === 'highest';

/** The strength of a memory so many days from now, when it is not used; 0 once it has faded. */
export function strengthIn(memory: Fading, days: number): number {
  if (lasts(memory)) return memory.strength;
  const strength = memory.strength * perDay ** days;
  return strength < gone ? 0 : strength;
}

/** When a memory that is not used fades; null: never. */
export function fadesAt(memory: Fading, now: Date): Date | null {
  if (lasts(memory)) return null;
  const days = Math.max(0, Math.log(gone / memory.strength) / Math.log(perDay));
  return new Date(now.getTime() + days * day);
}
