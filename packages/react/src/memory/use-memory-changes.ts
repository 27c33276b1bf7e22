import { useMutation, type InfiniteData } from '@tanstack/react-query';
import { dataOf } from '../client.ts';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { Forgotten, Memory, MemoryEdit, NewMemory, NewRelation, SavedMemory } from './memory-types.ts';

export type MemoryPage = { memories: Memory[]; next: string | null };

const lists = [...keys.memories, 'list'];

/**
 * Changes of memories. They show at once in every list and are taken back when the server refuses them; other tabs see
 * them, too.
 */
export function useMemoryChanges({ project }: { project?: string | undefined } = {}) {
  const { client, queries, changed } = useDevai();

  /** Shows a change before the server has answered; returns what takes it back. */
  async function show(change: (memories: Memory[]) => Memory[]): Promise<() => void> {
    await queries.cancelQueries({ queryKey: lists });
    const before = queries.getQueriesData<InfiniteData<MemoryPage>>({ queryKey: lists });
    queries.setQueriesData<InfiniteData<MemoryPage>>({ queryKey: lists }, (list) => {
      const pages = list?.pages.map((one) => ({ ...one, memories: change(one.memories) })) ?? [];
      return list && { ...list, pages };
    });
    return () => {
      for (const [key, list] of before) queries.setQueryData(key, list);
    };
  }
  const showOne = (id: string, change: (memory: Memory) => Memory) =>
    show((memories) => memories.map((memory) => (memory.id === id ? change(memory) : memory)));
  const at = (id: string) => ({ params: { path: { id } } });

  const handled = {
    onError: (_error: Error, _given: unknown, takeBack?: () => void) => takeBack?.(),
    onSettled: () => changed(keys.memories),
  };
  const edit = useMutation({
    mutationFn: ({ id, ...body }: MemoryEdit & { id: string }) =>
      dataOf<Memory>(client.PUT('/api/memory/{id}', { ...at(id), body })),
    onMutate: ({ id, reason: _reason, updatedAt: _updatedAt, metadata, ...fields }) =>
      showOne(id, (memory) => ({
        ...memory,
        ...given(fields),
        metadata: { ...memory.metadata, ...metadata },
      })),
    ...handled,
  });
  return {
    /** Stores what the user states. */
    add: useMutation({
      mutationFn: (body: NewMemory) =>
        dataOf<SavedMemory>(client.POST('/api/memory/save', { body: { project, ...body } })),
      onSettled: handled.onSettled,
    }),
    /** Sets the given fields; with `updatedAt` it is refused when the memory was changed since. */
    edit,
    /** Keeps a memory in every prompt, and from fading. */
    pin: useMutation({
      mutationFn: ({ id, pinned }: { id: string; pinned: boolean }) =>
        dataOf<Memory>(client.PUT('/api/memory/{id}', { ...at(id), body: { pinned } })),
      onMutate: ({ id, pinned }) => showOne(id, (memory) => ({ ...memory, pinned })),
      ...handled,
    }),
    /** Erases a memory for good; `messages`: those that it was taken from, too. */
    forget: useMutation({
      mutationFn: ({ id, messages = false }: { id: string; messages?: boolean }) =>
        dataOf<Forgotten>(
          client.DELETE('/api/memory/{id}', {
            params: { path: { id }, query: { messages: messages ? 'true' : 'false' } },
          }),
        ),
      onMutate: ({ id }) => show((memories) => memories.filter((memory) => memory.id !== id)),
      ...handled,
    }),
    /** Makes a memory valid again. */
    restore: useMutation({
      mutationFn: ({ id }: { id: string }) =>
        dataOf<Memory>(client.POST('/api/memory/{id}/restore', { ...at(id), body: {} })),
      ...handled,
    }),
    /** Relates a memory to another one; a second time changes nothing. */
    relate: useMutation({
      mutationFn: ({ id, kind, to }: NewRelation) =>
        dataOf(client.POST('/api/memory/{id}/relations', { ...at(id), body: { kind, to } })),
      ...handled,
    }),
    /** Takes a relation back. */
    unrelate: useMutation({
      mutationFn: ({ id, kind, to }: NewRelation) =>
        dataOf(
          client.DELETE('/api/memory/{id}/relations', { params: { path: { id }, query: { kind, to } } }),
        ),
      ...handled,
    }),
    /** Undoes one change of the history. */
    undo: useMutation({
      mutationFn: ({ id, event }: { id: string; event: number }) =>
        dataOf<Memory>(client.POST('/api/memory/{id}/undo', { ...at(id), body: { event } })),
      ...handled,
    }),
  };
}

/** Without the fields that are absent. */
function given<Fields extends object>(fields: Fields): Fields {
  const present = { ...fields };
  for (const name in present) if (present[name] === undefined) delete present[name];
  return present;
}
