import { useIsMutating, useMutation, type InfiniteData } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { Memory, MemoryEdit, NewMemory, NewRelation } from './memory-types.ts';

export type MemoryPage = { memories: Memory[]; next: string | null };

const lists = [...keys.memories, 'list'];

/**
 * Changes of memories. They show at once in every list and are taken back when the server refuses them; other tabs see
 * them, too.
 */
export function useMemoryChanges({ project }: { project?: string | undefined } = {}) {
  const { client, queries, changed } = useDevai();

  /**
   * Shows a change of one memory before the server has answered; null removes it. Returns what takes the change back; a memory that was
   * removed comes back when the lists are read again.
   */
  async function show(id: string, change: (memory: Memory) => Memory | null): Promise<() => void> {
    const one = [...keys.memories, 'one', id];
    await queries.cancelQueries({ queryKey: lists });
    await queries.cancelQueries({ queryKey: one, exact: true });
    let before: Memory | undefined;
    const replace = (next: (memory: Memory) => Memory | null): void => {
      queries.setQueriesData<InfiniteData<MemoryPage>>({ queryKey: lists }, (list) => {
        const pages = list?.pages.map((page) => ({
          ...page,
          memories: page.memories.flatMap((memory) => (memory.id === id ? (next(memory) ?? []) : memory)),
        }));
        return list && pages && { ...list, pages };
      });
      queries.setQueryData<Memory>(one, (memory) => memory && (next(memory) ?? memory));
    };
    replace((memory) => {
      before = memory;
      return change(memory);
    });
    return () => replace((memory) => before ?? memory);
  }
  const at = (id: string) => ({ path: { id } });

  const mutationKey = keys.memories;
  const handled = {
    mutationKey,
    onError: (_error: Error, _given: unknown, takeBack?: () => void) => takeBack?.(),
    onSettled() {
      // the last change of several reads again: before, the server does not have all that is shown
      if (queries.isMutating({ mutationKey }) === 1) changed(keys.memories);
    },
  };
  // the server's answer has the time of the change, by which an edit that begins now is checked
  const answered = {
    ...handled,
    onSuccess(memory: Memory) {
      const one = [...keys.memories, 'one', memory.id];
      if (queries.isMutating({ mutationKey }) === 1 && queries.getQueryData(one))
        queries.setQueryData(one, memory);
    },
  };
  const edit = useMutation({
    mutationFn: ({ id, ...body }: MemoryEdit & { id: string }) =>
      client.ask('PUT /api/memory/:id', { ...at(id), json: body }),
    onMutate: ({ id, reason: _reason, updatedAt: _updatedAt, metadata, ...fields }) =>
      show(id, (memory) => ({
        ...memory,
        ...given(fields),
        metadata: { ...memory.metadata, ...metadata },
      })),
    ...answered,
  });
  return {
    /** Whether a change is on its way to the server. Until it is answered, the memory shown has the `updatedAt` from before. */
    isChanging: useIsMutating({ mutationKey }) > 0,
    /** Stores what the user states. */
    add: useMutation({
      mutationFn: (body: NewMemory) => client.ask('POST /api/memory/save', { json: { project, ...body } }),
      mutationKey,
      onSettled: handled.onSettled,
    }),
    /** Sets the given fields; with `updatedAt` it is refused when the memory was changed since. */
    edit,
    /** Keeps a memory in every prompt, and from fading. */
    pin: useMutation({
      mutationFn: ({ id, pinned }: { id: string; pinned: boolean }) =>
        client.ask('PUT /api/memory/:id', { ...at(id), json: { pinned } }),
      onMutate: ({ id, pinned }) => show(id, (memory) => ({ ...memory, pinned })),
      ...answered,
    }),
    /** Erases a memory for good; `messages`: those that it was taken from, too. */
    forget: useMutation({
      mutationFn: ({ id, messages = false }: { id: string; messages?: boolean }) =>
        client.ask('DELETE /api/memory/:id', {
          path: { id },
          query: { messages },
        }),
      onMutate: ({ id }) => show(id, () => null),
      ...handled,
    }),
    /** Makes a memory valid again. */
    restore: useMutation({
      mutationFn: ({ id }: { id: string }) =>
        client.ask('POST /api/memory/:id/restore', { ...at(id), json: {} }),
      ...answered,
    }),
    /** Undoes that a memory was added, whatever changed since: it no longer holds, and can be restored. */
    undoAdding: useMutation({
      mutationFn: async ({ id }: { id: string }) => {
        const { events } = await client.ask('GET /api/memory/:id/history', at(id));
        const event = events.find(({ action }) => action === 'added')?.id;
        return client.ask('POST /api/memory/:id/undo', { ...at(id), json: { event } });
      },
      ...answered,
    }),
    /** Relates a memory to another one; a second time changes nothing. */
    relate: useMutation({
      mutationFn: ({ id, kind, to }: NewRelation) =>
        client.ask('POST /api/memory/:id/relations', { ...at(id), json: { kind, to } }),
      ...handled,
    }),
    /** Takes a relation back. */
    unrelate: useMutation({
      mutationFn: ({ id, kind, to }: NewRelation) =>
        client.ask('DELETE /api/memory/:id/relations', { path: { id }, query: { kind, to } }),
      ...handled,
    }),
    /** Undoes one change of the history. */
    undo: useMutation({
      mutationFn: ({ id, event }: { id: string; event: number }) =>
        client.ask('POST /api/memory/:id/undo', { ...at(id), json: { event } }),
      ...answered,
    }),
  };
}

/** Without the fields that are absent. */
function given<Fields extends object>(fields: Fields): Fields {
  const present = { ...fields };
  for (const name in present) if (present[name] === undefined) delete present[name];
  return present;
}
