import type { MemoryEvent } from '@devai/memory';
import type { z } from 'zod';
import type { shownEvent } from '../../protocol/memory.ts';

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
