import { MemoryError } from '../errors.ts';
import { isDeclared, type OwnCategories } from '../store/category.ts';
import type { Store } from '../store/store.ts';
import { categories, type Category, type MemoryFilter } from '../types.ts';

/** Throws `invalid_input` for a category that neither the library has nor the host declares. */
export function refuseUndeclared(category: Category | undefined, own: OwnCategories): void {
  if (category === undefined || isDeclared(category, own)) return;
  throw new MemoryError(
    'invalid_input',
    `category: there is no ${category}; there are ${[...categories, ...Object.keys(own)].join(', ')}. To add one, ` +
      'declare it in the setting `categories` of createMemory (MEMORY_CATEGORIES of the server)',
  );
}

/** Throws the same for a filter, unless the user's memory has the category: it was declared when those memories were stored. */
export async function refuseUnknown(
  filter: MemoryFilter | undefined,
  own: OwnCategories,
  store: Pick<Store, 'listMemories'>,
): Promise<void> {
  for (const category of filter?.categories ?? []) {
    if (isDeclared(category, own)) continue;
    const stored = await store.listMemories({
      ...{ scopes: null, namespaces: [], includeInvalid: true },
      ...{ filter: { categories: [category] }, after: null, limit: 1 },
    });
    if (stored.length === 0) refuseUndeclared(category, own);
  }
}
