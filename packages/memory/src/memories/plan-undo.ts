import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import { memoryRecord, type MemoryEvent, type MemoryRecord } from '../store/memories.ts';
import { relationKinds, type RelationTo } from '../types.ts';

/** Events from before there were event times have none. */
const heldTime = memoryRecord.shape.holdsFrom.default(null);

/** What a change of a memory may set. */
const changedFields = memoryRecord
  .pick({
    content: true,
    title: true,
    memoryType: true,
    category: true,
    namespace: true,
    priority: true,
    importance: true,
    source: true,
    trust: true,
    tags: true,
    metadata: true,
    pinned: true,
    expiresAt: true,
  })
  .extend({ holdsFrom: heldTime, holdsUntil: heldTime });
type Fields = Partial<ReturnType<typeof changedFields.parse>>;

/** How an entry of a memory's history is undone: by setting fields, by making the memory valid or invalid, or by a relation. */
type Undoing = { set: Fields } | { relate: RelationTo } | { unrelate: RelationTo } | 'restore' | 'invalidate';

/**
 * Says how to undo an event of a memory as it is now. Throws `conflict` where the changed fields have changed again, and where
 * the event does not tell what was there before.
 */
export function planUndo(memory: MemoryRecord, event: MemoryEvent): Undoing {
  switch (event.action) {
    case 'added':
      return 'invalidate';
    case 'restored':
      // of what had expired or faded, but was not invalidated yet
      return wasValid.safeParse(event.before).success ? { set: formerFields(memory, event) } : 'invalidate';
    case 'superseded':
    case 'invalidated':
    case 'merged':
    case 'archived':
    case 'pruned':
      return 'restore';
    case 'updated':
    case 'pinned':
    case 'unpinned':
      return { set: formerFields(memory, event) };
    case 'related':
      return { unrelate: relationOf(event) };
    case 'unrelated':
      return { relate: relationOf(event) };
    case 'disputed':
    case 'forgotten':
      throw new MemoryError('conflict', `change ${event.id} (${event.action}) cannot be undone`);
  }
}

const wasValid = z.object({ isValid: z.literal(true) });

/** The reason of such an event begins with the relation: its kind, and the id of the other memory. */
function relationOf({ id, reason }: MemoryEvent): RelationTo {
  const [kind, to] = reason.split(' ');
  const named = z.object({ kind: z.enum(relationKinds), to: z.guid() }).safeParse({ kind, to });
  if (named.success) return named.data;
  throw new MemoryError('conflict', `change ${id} cannot be undone: its reason names no relation`);
}

function formerFields(memory: MemoryRecord, { id, before, after }: MemoryEvent): Fields {
  const [was, became] = [changedFields.safeParse(before), changedFields.safeParse(after)];
  if (!was.success || !became.success) {
    throw new MemoryError('conflict', `change ${id} cannot be undone: the values before it were erased`);
  }
  const names = changedFields
    .keyof()
    .options.filter((name) => !isDeepStrictEqual(was.data[name], became.data[name]));
  const changedSince = names.filter((name) => !isDeepStrictEqual(became.data[name], memory[name]));
  if (names.length === 0) throw new MemoryError('conflict', `change ${id} has nothing left to undo`);
  if (changedSince.length > 0) {
    throw new MemoryError(
      'conflict',
      `${changedSince.join(', ')} changed after change ${id}: undo that first`,
    );
  }
  return Object.fromEntries(names.map((name) => [name, was.data[name]]));
}
