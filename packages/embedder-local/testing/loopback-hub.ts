import { createServer, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

export type LoopbackHub = {
  url: string;
  /** The requests: the path, with the range if there was one. */
  asked: string[];
  /** Cuts transfers after this many bytes; null: not at all. */
  cutAfter: (bytes: number | null) => void;
};

/** A model hub on loopback for the running test, which serves the files under `/org/tiny/resolve/1/`, supports ranges, and can cut transfers. */
export async function startLoopbackHub(files: Record<string, string | Buffer>): Promise<LoopbackHub> {
  let cut: number | null = null;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const { range } = request.headers;
    asked.push(range === undefined ? path : `${path} ${range}`);
    const file = files[path.replace('/org/tiny/resolve/1/', '')];
    if (file === undefined) return response.writeHead(404).end();
    send(response, Buffer.from(file), Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0), cut);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    asked,
    cutAfter: (bytes) => {
      cut = bytes;
    },
  };
}

function send(response: ServerResponse, file: Buffer, from: number, cut: number | null): void {
  if (from >= file.length) return void response.writeHead(416).end();
  const rest = file.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length });
  if (cut === null || rest.length <= cut) response.end(rest);
  // lets the sent bytes arrive first
  else response.write(rest.subarray(0, cut), () => setTimeout(() => response.destroy(), 300));
}
