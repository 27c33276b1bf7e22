import type { MemoryFilter } from '@devai/react';

export const types = ['semantic', 'episodic', 'procedural'] as const;
export const categories = [
  'decision',
  'plan',
  'architecture',
  'component',
  'task',
  'code_knowledge',
  'preference',
  'other',
] as const;
export const relationKinds = ['depends_on', 'implements', 'supersedes', 'relates_to', 'contradicts'] as const;
/** Days within which a memory fades. */
export const fadings = [7, 14, 30, 60] as const;
export const trusts = ['user', 'agent', 'tool'] as const;

/** What the address of the memory view says. */
export type MemorySearch = {
  /** The memory that is shown. */
  id?: string | undefined;
  /** What is searched for. */
  q?: string | undefined;
  type?: (typeof types)[number] | undefined;
  category?: (typeof categories)[number] | undefined;
  trust?: (typeof trusts)[number] | undefined;
  tag?: string | undefined;
  pinned?: boolean | undefined;
  /** Also what does not hold any more. */
  invalid?: boolean | undefined;
  /** Fades within so many days, unless it is used. */
  fades?: (typeof fadings)[number] | undefined;
  /** What was valid at that moment. */
  asOf?: string | undefined;
};

/** Reads the address; what it does not know is left out. */
export function readMemorySearch(given: Record<string, unknown>): MemorySearch {
  const text = (name: string): string | undefined => {
    const value = given[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const oneOf = <Word extends string>(words: readonly Word[], name: string): Word | undefined =>
    words.find((word) => word === given[name]);
  return {
    id: text('id'),
    q: text('q'),
    type: oneOf(types, 'type'),
    category: oneOf(categories, 'category'),
    trust: oneOf(trusts, 'trust'),
    tag: text('tag'),
    pinned: given['pinned'] === true || undefined,
    invalid: given['invalid'] === true || undefined,
    fades: fadings.find((days) => days === given['fades']),
    asOf: text('asOf'),
  };
}

/** What of it narrows a list. */
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

/** The beginning of a day so many days from today, so that the same question stays the same all day. */
function daysFromToday(days: number): string {
  const date = new Date();
  date.setHours(0, 0, 0, 0);
  date.setDate(date.getDate() + days);
  return date.toISOString();
}
