import { request } from 'node:http';

export type Answer = { status: number; type: string; body: string; milliseconds: number };

type Asked = {
  method?: string;
  /** Path and query, as they are sent. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Milliseconds for the whole answer. */
  limit?: number;
};

let asked = 0;

/** Routes whose answers do not end: their first lines are enough. */
const isWatched = /\/watch(?:\?|$)/u;

/** Sends a request from a loopback address of its own, so that no limit per address stops an attack. */
export function ask(
  url: string,
  { method = 'GET', path, headers, body, limit = 30_000 }: Asked,
): Promise<Answer> {
  asked = (asked + 1) % 2 ** 22;
  const { hostname, port } = new URL(url);
  const localAddress = `127.${(asked >> 16) + 1}.${(asked >> 8) & 255}.${asked & 255 || 1}`;
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, localAddress, method, path, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        const finish = () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            body: Buffer.concat(chunks).toString('utf8'),
            milliseconds: performance.now() - started,
          });
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (!isWatched.test(path)) return;
          finish();
          sent.destroy();
        });
        response.on('error', reject);
        response.on('end', finish);
      },
    );
    sent.setTimeout(limit, () =>
      sent.destroy(new Error(`no answer to ${method} ${path} within ${limit} ms`)),
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A loopback address that has not been used for long. */
export function newAddress(): string {
  asked = (asked + 1) % 2 ** 22;
  return `127.${(asked >> 16) + 1}.${(asked >> 8) & 255}.${asked & 255 || 1}`;
}

/** The JSON of an answer that must be 200. */
export async function askJson(
  url: string,
  path: string,
  { method = 'GET', headers = {} }: Pick<Asked, 'method' | 'headers'> = {},
): Promise<unknown> {
  const { status, body } = await ask(url, { method, path, headers });
  if (status !== 200) throw new Error(`${method} ${path} was answered ${status}: ${body.slice(0, 500)}`);
  return JSON.parse(body);
}
