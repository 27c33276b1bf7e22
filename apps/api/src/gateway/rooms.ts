import { readableScopes, type UserMemory } from '@devai/memory';
import { createLiveSessions, type LiveSessions } from './live-sessions.ts';

/** Users whose room is kept when none of their sessions is in use. */
const mostRooms = 1_000;
/** Milliseconds after which a failed subscription is tried again. */
const retryAfter = 5_000;
/** Characters of a shared value that clients see. */
const shownValue = 500;

type OfUser = Pick<Parameters<typeof createLiveSessions>[0], 'memory' | 'tools' | 'systemContext'>;
type Dependencies = Omit<Parameters<typeof createLiveSessions>[0], keyof OfUser> & {
  /** What the agents of a user work with. */
  hostOf: (user: string) => OfUser;
  /** Whether clients are told what agents share. */
  tellsShared: boolean;
};

type Room = { sessions: LiveSessions; leave: () => Promise<void> };

export type Rooms = ReturnType<typeof createRooms>;

/**
 * The live sessions of each user, who sees nothing of another's: sessions are looked for in the user's own room only, and what is told there
 * comes from the user's own memory.
 */
export function createRooms({ hostOf, tellsShared, ...dependencies }: Dependencies) {
  /** By the user as the store names them. */
  const rooms = new Map<string, Room>();

  return {
    /** The sessions of a user, by the host's id of them. */
    of(id: string): LiveSessions {
      const host = hostOf(id);
      const { user } = host.memory;
      const room = rooms.get(user) ?? open(host);
      // the room that was used last is the last one
      rooms.delete(user);
      rooms.set(user, room);
      dropUnused(user);
      return room.sessions;
    },
    /** Cancels all turns, ends all sessions, and resolves when everything is stored. */
    async close(): Promise<void> {
      for (const room of rooms.values()) {
        await room.sessions.close();
        await room.leave();
      }
    },
  };

  function open(host: OfUser): Room {
    const own = host.memory;
    const sessions = createLiveSessions({ ...dependencies, ...host });
    const stopEvents = forwardSavedMemories(own, sessions);
    const stopShared = tellsShared ? forwardShared(own, sessions) : null;
    return {
      sessions,
      async leave() {
        stopEvents();
        sessions.stopListening();
        await stopShared?.();
      },
    };
  }

  function dropUnused(used: string): void {
    for (const [user, room] of rooms) {
      if (rooms.size <= mostRooms) return;
      if (user === used || !room.sessions.isEmpty()) continue;
      rooms.delete(user);
      void room.leave();
    }
  }
}

/** Sends what any process publishes from now on to the clients of the sessions that may read it. Returns a function that ends this. */
function forwardShared({ shared }: UserMemory, sessions: LiveSessions): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const subscribe = (): ReturnType<typeof shared.subscribe> =>
    shared.subscribe({}, async ({ position, scope, key, value, agent }) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const content = text.length > shownValue ? `${text.slice(0, shownValue)} …` : text;
      for (const session of await sessions.all()) {
        if (!readableScopes(session.project).includes(scope)) continue;
        session.emit({ type: 'shared', position, scope, key, content, agent });
      }
    });
  let subscription = subscribe();
  const watch = (): void => {
    subscription.catch(() => {
      if (isOver) return;
      timer = setTimeout(() => {
        subscription = subscribe();
        watch();
      }, retryAfter).unref();
    });
  };
  watch();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await subscription.then(
      (one) => one.close(),
      () => {},
    );
  };
}

/**
 * Sends memories saved in the background, pins and changes of the focus to the clients of their session. Returns a function that ends
 * this.
 */
function forwardSavedMemories(memory: UserMemory, sessions: LiveSessions): () => void {
  return memory.onEvent(async (event) => {
    switch (event.type) {
      case 'memory_saved': {
        const { sessionId, ...saved } = event;
        const session = sessionId ? await sessions.find(sessionId) : null;
        session?.emit({ ...saved, by: 'extraction' });
        return;
      }
      case 'message_pinned': {
        const session = await sessions.find(event.sessionId);
        session?.notePinned(event.number, event.pinned);
        return;
      }
      case 'focus_changed': {
        const topics = event.topics.map(({ topic, strength, filePaths }) => ({
          topic,
          strength,
          files: filePaths,
        }));
        for (const session of await sessions.all()) {
          if (session.project !== event.project) continue;
          if (event.sessionId !== null && event.sessionId !== session.id) continue;
          session.emit({ type: 'focus_changed', topics });
        }
      }
    }
  });
}
