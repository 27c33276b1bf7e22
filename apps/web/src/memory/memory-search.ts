import { memoryTypes, trusts, type MemoryFilter } from '@devai/react';
import { z } from 'zod';

/** The choices of the filter “Fades within”, in days. */
export const fadings = [7, 14, 30, 60] as const;

const text = z.string().min(1).optional().catch(undefined);
const flag = z.literal(true).optional().catch(undefined);

/** The search parameters of the memory view. What is unknown or malformed is left out. */
export const memorySearch = z.object({
  /** The memory that is shown. */
  id: text,
  /** The text of the search. */
  q: text,
  type: z.enum(memoryTypes).optional().catch(undefined),
  /** The server may declare some of its own. */
  category: text,
  trust: z.enum(trusts).optional().catch(undefined),
  tag: text,
  pinned: flag,
  /** Also what no longer holds. */
  invalid: flag,
  /** Only memories that fade within so many days unless they are used. */
  fades: z.literal(fadings).optional().catch(undefined),
  /** On a narrow screen: the list instead of what is known. */
  all: flag,
  /** A moment in the past, in the user's zone: lists what was valid then. */
  asOf: z.string().refine(isPast).optional().catch(undefined),
});
export type MemorySearch = z.infer<typeof memorySearch>;

/** Whether a text names a moment in the past. */
export function isPast(time: string): boolean {
  return new Date(time).getTime() < Date.now();
}

/** The filter of a list or a search. */
export const filterOf = ({
  type,
  category,
  trust,
  tag,
  pinned,
  fades,
  asOf,
}: MemorySearch): MemoryFilter => ({
  ...{ type, category, trust, tag, pinned },
  fadesBefore: fades === undefined ? undefined : daysFromToday(fades),
  asOf: asOf === undefined ? undefined : new Date(asOf).toISOString(),
});

/** The beginning of a day, so many days from today: it is part of a query's key, and must not change with each render. */
function daysFromToday(days: number): string {
  const date = new Date();
  date.setHours(0, 0, 0, 0);
  date.setDate(date.getDate() + days);
  return date.toISOString();
}
