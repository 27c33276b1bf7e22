import { createMemory, createOfflineEmbedder, type Memory, type MemorySettings } from '@devai/memory';
import { makeLocalHost, type LocalHost } from './local-server.ts';
import { opened } from './opened.ts';

type Settings = Partial<MemorySettings>;

export type MemoryWorld = {
  readonly host: LocalHost;
  readonly memory: Memory;
  /** Closes the memory, and opens it over the same store with the first settings and these. */
  reopen: (settings?: Settings) => Promise<void>;
};

/**
 * A memory over an empty store for each test of a file, or for all of them, which is closed afterwards. It embeds by hashed words if
 * the settings say nothing else.
 */
export function openMemory(
  per: 'test' | 'file',
  settings: Settings | ((host: LocalHost) => Settings) = {},
): MemoryWorld {
  const now = opened(per, async (closing) => {
    const host = closing.adopt(await makeLocalHost(), (one) => one.remove());
    const open = (more?: Settings): Promise<Memory> =>
      createMemory({
        database: host.store.lend(),
        embeddings: createOfflineEmbedder(),
        ...(typeof settings === 'function' ? settings(host) : settings),
        ...more,
      });
    const world = { host, memory: await open(), open };
    closing.defer(() => world.memory.close());
    return world;
  });
  return {
    get host() {
      return now().host;
    },
    get memory() {
      return now().memory;
    },
    async reopen(more) {
      const world = now();
      await world.memory.close();
      world.memory = await world.open(more);
    },
  };
}
