import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/**
 * Opens a world before each test of a file, or once for all of them, and closes afterwards what `open` gave to `closing`: in
 * reverse, and also when opening failed half-way. Returns how to get at the world that is open now.
 */
export function opened<World>(
  per: 'test' | 'file',
  open: (closing: AsyncDisposableStack) => Promise<World>,
): () => World {
  const [before, after] = per === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  let closing = new AsyncDisposableStack();
  let world: { open: World } | null = null;
  before(async () => {
    closing = new AsyncDisposableStack();
    world = { open: await open(closing) };
  });
  after(async () => {
    world = null;
    await closing.disposeAsync();
  });
  return () => {
    if (world === null) throw new Error('nothing is open: it is opened for tests alone');
    return world.open;
  };
}
