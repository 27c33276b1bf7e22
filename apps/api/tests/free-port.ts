import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  taken.close();
  await once(taken, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return address.port;
}
