import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;

/** What a Postgres server, or a pooler before it, says before it ends a connection. */
export type Farewell = { code: string; message: string };

/** Starts a proxy on a loopback port for the server at an address (`postgres://…`), which disturbs the connections on request. */
export async function startFaultyProxy(address: string) {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  let isSwallowing = false;
  let delay = 0;
  let refusal: Farewell | null = null;
  let isSnapping = false;

  const proxy = createServer((inner) => {
    if (refusal !== null) {
      const said = errorResponse(refusal);
      inner.on('error', () => {});
      inner.once('data', () => inner.end(said));
      return;
    }
    const outer = connect(Number(port), hostname);
    clients.add(inner);
    inner.on('close', () => clients.delete(inner));
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
        if (isSnapping && from === inner) {
          to.write(data);
          setImmediate(() => from.destroy());
          return;
        }
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
    /** Answers each new connection with an error, and ends it; null: lets them through. */
    refuse(farewell: Farewell | null): void {
      refusal = farewell;
    },
    /** While true, passes on what a client sends, and cuts its connection before the answer. */
    snap(isOn: boolean): void {
      isSnapping = isOn;
    },
    /** Sends an error to all clients, whatever they wait for, and ends their connections. */
    dismiss(farewell: Farewell): void {
      for (const socket of clients) socket.end(errorResponse(farewell));
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

/** The message ErrorResponse of Postgres' protocol. */
function errorResponse({ code, message }: Farewell): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}
