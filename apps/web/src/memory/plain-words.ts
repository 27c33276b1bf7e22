import type { Memory } from '@devai/react';
import { spaced } from '../parts/options.tsx';

const things: Partial<Record<Memory['category'], string>> = {
  code_knowledge: 'something about the code',
  profile: 'a fact about you',
  rule: 'a rule to keep to',
};

/** What a memory is about, and where it counts: `a preference, in every project`. */
export function describePlace({ category, namespace }: Memory): string {
  const what =
    (Object.hasOwn(things, category) ? things[category] : undefined) ??
    (category === 'other' ? 'a fact' : `${/^[aeiou]/.test(category) ? 'an' : 'a'} ${spaced(category)}`);
  const [, root, name] = namespace.split('/');
  return `${what}, ${root === 'project' ? `in the project ${name ?? ''}` : 'in every project'}`;
}

/** Who said it. */
export function describeSource({ source, trust }: Pick<Memory, 'source' | 'trust'>): string {
  const by = { user: 'you', agent: 'the agent', tool: 'what a tool found', other: 'somebody else' }[trust];
  return source === 'user_stated' ? 'you, in your own words' : `${by}; ${spaced(source)}`;
}

/** Whether the agent is told it. */
export function describePriority({ priority, importance, pinned }: Memory): string {
  if (pinned) return 'always, because it is pinned';
  if (priority === 'highest') return 'first of all when it fits';
  return importance >= 7 ? 'when it fits, before others' : 'when it fits';
}
