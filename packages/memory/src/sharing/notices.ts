import type { Database, Listening } from '../ports.ts';
import type { Subscription } from './subscription.ts';

export type Notices = ReturnType<typeof createNotices>;

/**
 * Tells the subscriptions of all users of a store that something was shared, by this process or, where the database can be listened to, by
 * another one. They have one connection together, from the first of them on.
 */
export function createNotices(database: Pick<Database, 'listen' | 'capabilities'>) {
  const subscriptions = new Set<Subscription>();
  const tell = () => subscriptions.forEach((one) => one.wake());
  let opening: Promise<Listening> | null = null;
  let listening: Listening | null = null;

  return {
    /** Resolves once a connection was tried. */
    async open(): Promise<void> {
      opening ??= database.listen?.('devai_shared', tell) ?? null;
      listening = await opening;
    },
    add: (one: Subscription): void => void subscriptions.add(one),
    remove: (one: Subscription): void => void subscriptions.delete(one),
    /** Whether every entry that any process publishes is told now. */
    isTold: (): boolean => listening?.isHeard() ?? database.capabilities.exclusive,
    /** What an operator should know, in words; null if notices arrive, or nobody listens. */
    notice: (): string | null =>
      listening === null || listening.isHeard()
        ? null
        : 'the database passes on no notices, as behind a pooler in transaction mode: what agents share comes up to a second late',
    /** Ends all subscriptions, and the connection. */
    async close(): Promise<void> {
      await Promise.all([...subscriptions].map((one) => one.close()));
      const last = await opening?.catch(() => null);
      await last?.end();
    },
  };
}
