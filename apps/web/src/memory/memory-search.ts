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
/** The choices of the filter “Fades within”, in days. */
export const fadings = [7, 14, 30, 60] as const;
export const trusts = ['user', 'agent', 'tool'] as const;

/** The search parameters of the memory view. */
export type MemorySearch = {
  /** The memory that is shown. */
  id?: string | undefined;
  /** The text of the search. */
  q?: string | undefined;
  type?: (typeof types)[number] | undefined;
  category?: (typeof categories)[number] | undefined;
  trust?: (typeof trusts)[number] | undefined;
  tag?: string | undefined;
  pinned?: boolean | undefined;
  /** Also what no longer holds. */
  invalid?: boolean | undefined;
  /** Only memories that fade within so many days unless they are used. */
  fades?: (typeof fadings)[number] | undefined;
  /** A moment in the past, in the user's zone: lists what was valid then. */
  asOf?: string | undefined;
};

/** Reads the search parameters; leaves out what is unknown or malformed. */
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
    asOf: readTime(text('asOf') ?? ''),
  };
}

/** The text when it names a moment in the past; otherwise undefined. */
export function readTime(text: string): string | undefined {
  return new Date(text).getTime() < Date.now() ? text : undefined;
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
