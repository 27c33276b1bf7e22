import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;

/** Stands between a client and the server of an address (`postgres://…`), on a loopback port, and does to their data what it is told. */
export async function startFaultyProxy(address: string) {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  let isSwallowing = false;
  let delay = 0;

  const proxy = createServer((inner) => {
    const outer = connect(Number(port), hostname);
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (data) => {
        if (isSwallowing) return;
        if (delay === 0) to.write(data);
        else setTimeout(() => to.writable && to.write(data), delay);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const own = proxy.address();
  const url = new URL(address);
  url.host = `127.0.0.1:${typeof own === 'object' ? own?.port : ''}`;

  return {
    /** The server's address by way of this proxy. */
    url: url.toString(),
    /** While true, what is sent arrives nowhere, and the connections stay open. */
    swallow(isOn: boolean): void {
      isSwallowing = isOn;
    },
    /** Milliseconds that data takes each way. */
    delay(milliseconds: number): void {
      delay = milliseconds;
    },
    /** Ends all connections; `reset`: without a goodbye. */
    cut({ reset = false } = {}): void {
      for (const socket of sockets) {
        if (reset) socket.resetAndDestroy();
        else socket.destroy();
      }
    },
    connections: (): number => sockets.size / 2,
    close(): void {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
