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
    asOf: text('asOf'),
  };
}

/** What of it narrows a list. */
export const filterOf = ({ type, category, trust, tag, pinned, asOf }: MemorySearch): MemoryFilter => ({
  ...{ type, category, trust, tag, pinned },
  asOf: asOf === undefined ? undefined : new Date(asOf).toISOString(),
});
