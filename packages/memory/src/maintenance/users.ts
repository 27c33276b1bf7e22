import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import type { StoredRow } from '../store/transfer.ts';
import type { Store } from '../store/store.ts';
import type { ErasedUser, UserRecord } from '../store/users.ts';
import type { Actor } from '../types.ts';
import { storedUser } from '../users.ts';

export const userListQuery = z.strictObject({
  /** The last user of the page before. */
  after: z.string().optional(),
  limit: fields.count,
});

export const eraseOptions = z.strictObject({
  /** Called after each part. */
  onProgress: fields.callback<(erased: ErasedUser) => void>().optional(),
  signal: fields.signal,
});

type Dependencies = {
  store: Pick<Store, 'listUsers'>;
  storeOf: (user: string) => Pick<Store, 'eraseUser'>;
  exportOf: (user: string) => AsyncGenerator<StoredRow>;
  /** Stores what waits in this process, so that it is erased, too. */
  flush: (user: string) => Promise<unknown>;
  /** Drops what this process keeps of the user, and what the store rejected. */
  drop: (user: string) => Promise<unknown>;
};

/** Sessions, or memories, of one call. */
const part = 100;
const usualLimit = 100;

/** The users of a store, for its operator. */
export const createUsers = ({ store, storeOf, exportOf, flush, drop }: Dependencies) => ({
  /** Those with something in the store, in the order of their stored form, and what they have. */
  list: ({ after = '', limit = usualLimit }: z.input<typeof userListQuery> = {}): Promise<UserRecord[]> =>
    store.listUsers(after, limit),
  /** Everything that belongs to a user, as lines that `transfer.import` takes. What projects learned from them is not part of it. */
  export: (user: string): AsyncGenerator<StoredRow> => exportOf(storedUser(user)),
  /**
   * Erases everything that belongs to a user: sessions, what was learned about them, topics, documents, shared values, jobs. What projects
   * learned from them stays, without their words. No import brings back what is older. Idempotent; an interrupted call is repeated.
   */
  async erase(
    user: string,
    { onProgress, signal }: z.input<typeof eraseOptions> = {},
    actor: Actor = { kind: 'user', id: null },
  ): Promise<ErasedUser> {
    const id = storedUser(user);
    const total: ErasedUser = { sessions: 0, messages: 0, memories: 0, documents: 0 };
    await flush(id);
    for (;;) {
      signal?.throwIfAborted();
      const { done, ...erased } = await storeOf(id).eraseUser(actor, part);
      for (const kind of ['sessions', 'messages', 'memories', 'documents'] as const)
        total[kind] += erased[kind];
      onProgress?.({ ...total });
      if (done) break;
    }
    await drop(id);
    return total;
  },
});
