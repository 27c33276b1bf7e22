import type { Category } from '../types.ts';

/** What a memory is about, by what a person would ask for: the user, how they like to work, everything else. */
export function knownGroupOf({
  category,
  namespace,
}: {
  category: Category;
  namespace: string;
}): 'you' | 'work' | 'project' {
  if (category === 'preference' || category === 'rule') return 'work';
  if (category === 'profile' || /^devai\/user(\/(profile|general))?$/.test(namespace)) return 'you';
  return namespace.startsWith('devai/user/') ? 'work' : 'project';
}
