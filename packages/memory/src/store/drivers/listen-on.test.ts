import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { silentLog } from '../../../testing/silent-log.ts';
import { listenOn } from './listen-on.ts';

it('a server that cannot be listened to is tried again and again, and logged once', async () => {
  let tries = 0;
  const server = createServer((socket) => {
    tries += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const lines: string[] = [];
  const listening = await listenOn({
    config: { host: '127.0.0.1', port: typeof address === 'object' ? (address?.port ?? 0) : 0 },
    channel: 'test',
    onNotice: () => {},
    announce: async () => {},
    log: { ...silentLog, warn: (_, text) => void lines.push(text) },
  });
  await expect.poll(() => tries).toBeGreaterThan(1);
  expect(listening.isHeard()).toBe(false);
  expect(lines).toEqual([expect.stringContaining('polling instead')]);
  await listening.end();
  server.close();
});
