import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;

/** Starts a proxy on a loopback port for the server at an address (`postgres://…`), which disturbs the connections on request. */
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
    /** The server's address through this proxy. */
    url: url.toString(),
    /** While true, drops all data and keeps the connections open. */
    swallow(isOn: boolean): void {
      isSwallowing = isOn;
    },
    /** Delays data by milliseconds in each direction. */
    delay(milliseconds: number): void {
      delay = milliseconds;
    },
    /** Ends all connections, with `reset` by a TCP reset. */
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
