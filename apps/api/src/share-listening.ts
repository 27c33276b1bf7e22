import type { Database } from '@devai/memory';

type Notified = () => void;
type Channel = { listeners: Set<Notified>; opened: ReturnType<NonNullable<Database['listen']>> };

/**
 * The same database, which listens to a channel once, however many listen to it. A server has a connection for each listening, and the memory of
 * every user listens.
 */
export function shareListening(database: Database): Database {
  const { listen } = database;
  if (!listen) return database;
  const channels = new Map<string, Channel>();

  function open(name: string, to: NonNullable<Database['listen']>): Channel {
    const listeners = new Set<Notified>();
    const opened = to(name, () => {
      for (const notify of listeners) notify();
    });
    const channel = { listeners, opened };
    channels.set(name, channel);
    opened.catch(() => channels.delete(name));
    return channel;
  }

  return {
    ...database,
    async listen(name, onNotice) {
      const channel = channels.get(name) ?? open(name, listen);
      // one that listens twice is told twice
      const notify = () => onNotice();
      channel.listeners.add(notify);
      const listening = await channel.opened;
      return {
        isHeard: () => listening.isHeard(),
        async end() {
          if (!channel.listeners.delete(notify) || channel.listeners.size > 0) return;
          channels.delete(name);
          await listening.end();
        },
      };
    },
  };
}
