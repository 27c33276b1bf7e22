import { eventActions, type MemoryEvent } from '@devai/memory';
import { z } from 'zod';
import { isoTime } from './shown-memory.ts';

const state = z.record(z.string(), z.unknown()).nullable();

/** One change of a memory. */
export const shownEvent = z
  .object({
    id: z.int(),
    at: isoTime,
    action: z.enum(eventActions),
    reason: z.string(),
    actor: z.object({ kind: z.enum(['session', 'job', 'user', 'agent']), id: z.string().nullable() }),
    before: state.describe('the fields of the memory as they were; null: it was not there'),
    after: state.describe('as they became; null where the text was erased'),
  })
  .meta({ id: 'MemoryEvent' });

export const toShownEvent = (event: MemoryEvent): z.infer<typeof shownEvent> => ({
  ...event,
  at: event.at.toISOString(),
  before: event.before && toShownState(event.before),
  after: event.after && toShownState(event.after),
});

/** A state is kept as the store's columns; it is shown by the names that a memory has. */
function toShownState(columns: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns)
      .filter(([name]) => name !== 'content_hash')
      .map(([name, value]) => [camelCase(name), value]),
  );
}

const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
