import { LRUCache } from 'lru-cache';

/** The users whose memories stay wired. */
const usersAtOnce = 1_000;

/** The memory of a user. */
type Wired = { user: string; flush(): Promise<void> };

/** What a memory says about itself: that it has something that is not stored, and that it no longer has. */
export type Unstored = { add(): void; remove(): void };

/**
 * The memories of users in this process. The least recently used is put away when there are too many; as long as something of it is not
 * stored, it is still known here, also when whoever holds it goes on using it.
 */
export function createWiredUsers<Memory extends Wired>(
  create: (user: string, name: string, unstored: Unstored) => Memory,
  most = usersAtOnce,
) {
  const wired = new LRUCache<string, Memory>({ max: most });
  const unstored = new Set<Memory>();
  const all = (): Memory[] => [...new Set([...wired.values(), ...unstored])];

  return {
    of(user: string, name: string): Memory {
      const one = wired.get(user) ?? [...unstored].find((kept) => kept.user === user) ?? make(user, name);
      wired.set(user, one);
      return one;
    },
    all,
    /** Stores what waits of a user. */
    async flush(user: string): Promise<void> {
      for (const one of all()) if (one.user === user) await one.flush();
    },
    drop(user: string): void {
      wired.delete(user);
      for (const one of unstored) if (one.user === user) unstored.delete(one);
    },
  };

  function make(user: string, name: string): Memory {
    const one = create(user, name, {
      add: () => void unstored.add(one),
      remove: () => void unstored.delete(one),
    });
    return one;
  }
}
