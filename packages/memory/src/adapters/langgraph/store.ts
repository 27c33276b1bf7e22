import type {
  BaseStore,
  Item,
  ListNamespacesOperation,
  Operation,
  OperationResults,
  SearchItem,
  SearchOperation,
} from '@langchain/langgraph-checkpoint';
import { MemoryError } from '../../errors.ts';
import type { UserMemory } from '../../memory-interface.ts';
import { createItemDocuments, type Held, type StoredItem } from './documents.ts';
import { fits, matches } from './filters.ts';

/** Chunks that a search ranks. */
const ranked = 200;
const usualLimit = 10;

/**
 * A user's memory as the `BaseStore` of LangGraph: `graph.compile({ store })`. Each item is a document of the user, of no project because
 * users share what is of one; redacted; and found by `recall` too. Throws `invalid_input` for a namespace that LangGraph refuses and for a value that JSON cannot hold, and what the
 * store throws.
 */
export function createLangGraphStore(memory: Pick<UserMemory, 'documents' | 'searchStores'>): BaseStore {
  const items = createItemDocuments(memory);

  async function search({ namespacePrefix, filter, query, limit = usualLimit, offset = 0 }: SearchOperation) {
    check(namespacePrefix, { mayBeEmpty: true, isRead: true });
    const held = await items.below(namespacePrefix);
    if (filter === undefined && !query) return found(await readAll(held.slice(offset, offset + limit)));
    const fitting = (await readAll(held)).filter(({ item }) => fits(item.value, filter));
    const scores = query ? await scoresOf(query) : new Map<string, number>();
    const scored = fitting.map(({ item, id }) => ({
      item,
      score: item.isIndexed ? scores.get(id) : undefined,
    }));
    return found(scored.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1)).slice(offset, offset + limit));
  }

  /** The best chunk of each document. */
  async function scoresOf(query: string): Promise<Map<string, number>> {
    const { hits } = await memory.searchStores({
      text: query,
      project: null,
      stores: ['documents'],
      limit: ranked,
    });
    const scores = new Map<string, number>();
    for (const hit of hits) {
      if (hit.store !== 'documents') continue;
      scores.set(hit.document.id, Math.max(hit.score, scores.get(hit.document.id) ?? 0));
    }
    return scores;
  }

  /** Without those that were deleted meanwhile. */
  async function readAll(held: Held[]): Promise<{ item: StoredItem; id: string }[]> {
    const read: { item: StoredItem; id: string }[] = [];
    for (const one of held) {
      const item = await items.read(one);
      if (item) read.push({ item, id: one.document.id });
    }
    return read;
  }

  async function listNamespaces({ matchConditions = [], maxDepth, limit, offset }: ListNamespacesOperation) {
    const held = await items.below([]);
    const shown = held
      .map(({ namespace }) => namespace)
      .filter((namespace) => matchConditions.every((condition) => matches(namespace, condition)))
      .map((namespace) => namespace.slice(0, maxDepth));
    const distinct = new Map(shown.map((namespace) => [namespace.join(':'), namespace]));
    const sorted = [...distinct].toSorted(([a], [b]) => a.localeCompare(b));
    return sorted.slice(offset, offset + limit).map(([, namespace]) => namespace);
  }

  /** Reads see the store as it was before the batch; of several writes of one item the last counts. */
  async function batch<Operations extends Operation[]>(
    operations: Operations,
  ): Promise<OperationResults<Operations>>;
  async function batch(operations: Operation[]): Promise<unknown[]> {
    const answers: unknown[] = [];
    const writes = new Map<string, () => Promise<void>>();
    for (const operation of operations) {
      if ('namespacePrefix' in operation) answers.push(await search(operation));
      else if (!('key' in operation)) answers.push(await listNamespaces(operation));
      else {
        const { namespace, key } = operation;
        check(namespace, { mayBeEmpty: false, isRead: true });
        if (!('value' in operation)) answers.push(shown(await items.get(namespace, key)));
        else {
          const { value, index } = operation;
          writes.set(JSON.stringify([namespace, key]), () =>
            value === null
              ? items.delete(namespace, key)
              : items.put(namespace, key, { value, isIndexed: index !== false }),
          );
          answers.push(null);
        }
      }
    }
    for (const write of writes.values()) await write();
    return answers;
  }

  return {
    batch,
    async get(namespace, key) {
      check(namespace, { mayBeEmpty: false, isRead: true });
      return shown(await items.get(namespace, key));
    },
    search: (namespacePrefix, options = {}) => search({ namespacePrefix, ...options }),
    async put(namespace, key, value, index) {
      check(namespace, { mayBeEmpty: false, isRead: false });
      await batch([{ namespace, key, value, ...(index !== undefined && { index }) }]);
    },
    async delete(namespace, key) {
      await batch([{ namespace, key, value: null }]);
    },
    async listNamespaces({ prefix, suffix, maxDepth, limit = 100, offset = 0 } = {}) {
      for (const path of [prefix, suffix]) if (path) check(path, { mayBeEmpty: true, isRead: true });
      const matchConditions = [
        ...(prefix ? [{ matchType: 'prefix' as const, path: prefix }] : []),
        ...(suffix ? [{ matchType: 'suffix' as const, path: suffix }] : []),
      ];
      return listNamespaces({ matchConditions, limit, offset, ...(maxDepth !== undefined && { maxDepth }) });
    },
    start() {},
    stop() {},
  };
}

const shown = (item: StoredItem | null): Item | null => {
  if (item === null) return null;
  const { isIndexed: _indexed, ...rest } = item;
  return rest;
};

const found = (all: { item: StoredItem; score?: number | undefined }[]): SearchItem[] =>
  all.map(({ item: { isIndexed: _indexed, ...item }, score }) => ({
    ...item,
    ...(score !== undefined && { score }),
  }));

/** Refuses what LangGraph refuses. */
function check(namespace: string[], { mayBeEmpty, isRead }: { mayBeEmpty: boolean; isRead: boolean }): void {
  const invalid = (problem: string) => new MemoryError('invalid_input', `namespace: ${problem}`);
  if (namespace.length === 0 && !mayBeEmpty) throw invalid('must not be empty');
  for (const label of namespace) {
    if (typeof label !== 'string' || label === '' || /[.:\0]/.test(label))
      throw invalid('needs labels that are texts without periods, colons and NUL');
  }
  if (namespace[0] === 'langgraph' && !isRead) throw invalid('its root must not be "langgraph"');
}
