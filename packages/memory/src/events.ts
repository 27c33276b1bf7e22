import type { Log } from './ports.ts';
import type { Topic } from './store/topics.ts';

/** What the library reports to its host. */
export type MemoryEventNotice =
  | {
      type: 'memory_saved';
      id: string;
      content: string;
      namespace: string;
      /** `refused`: it is kept as disputed beside what it would have changed. */
      action: 'added' | 'updated' | 'contradicted' | 'refused';
      sessionId: string | null;
    }
  /** This process erased a memory. */
  | { type: 'memory_forgotten'; id: string }
  /** This process erased a message. */
  | { type: 'message_forgotten'; sessionId: string; number: number }
  /** This process erased a session. */
  | { type: 'session_deleted'; sessionId: string }
  /** A message was pinned or unpinned. */
  | { type: 'message_pinned'; sessionId: string; number: number; pinned: boolean }
  /** The active topics of a project; `sessionId` is null when the user edited them. */
  | { type: 'focus_changed'; project: string | null; sessionId: string | null; topics: Topic[] };

/** What `onEvent` calls with each notice. */
export type MemoryEventListener = (event: MemoryEventNotice) => void | Promise<void>;

/** Passes every event to every listener. A failing listener is logged and does not affect others, nor who emits. */
export function createEvents<Event extends { type: string }>(log: Log) {
  const listeners = new Set<(event: Event) => void | Promise<void>>();
  return {
    /** Returns a function that ends the listening. */
    listen(listener: (event: Event) => void | Promise<void>): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(event: Event): void {
      for (const listener of listeners) {
        Promise.resolve()
          .then(() => listener(event))
          .catch((error: unknown) =>
            log.error({ err: error, event: event.type }, 'an event listener failed'),
          );
      }
    },
  };
}
