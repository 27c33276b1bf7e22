import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sha256Of } from './model-files.ts';

type FetchSettings = {
  sha256: string;
  signal: AbortSignal;
  /** Called with the bytes received so far and the total; null if the server does not say. */
  onBytes: (done: number, total: number | null) => void;
};

/**
 * Downloads a file, which only gets its name once it is complete and has the right hash. An interrupted transfer
 * continues where it ended. Throws an `Error` that says what went wrong, and the reason of an aborted signal; what
 * was received is kept, unless its hash is wrong.
 */
export async function fetchFile(
  url: string,
  path: string,
  { sha256, signal, onBytes }: FetchSettings,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.part`;
  const before = await stat(unfinished).then(
    ({ size }) => size,
    () => 0,
  );
  const response = await fetch(url, {
    signal,
    // without a range header, a server may compress the whole, which cannot be continued
    headers: { 'accept-encoding': 'identity', ...(before > 0 && { range: `bytes=${before}-` }) },
  });
  // 416: the whole file was already received
  if (response.status !== 416) {
    if (!response.ok || response.body === null) throw new Error(`${url} answered ${response.status}`);
    const goesOn = response.status === 206;
    const length = Number(response.headers.get('content-length')) || null;
    let done = goesOn ? before : 0;
    const total = length === null ? null : done + length;
    const file = await open(unfinished, goesOn ? 'a' : 'w');
    try {
      for await (const chunk of response.body) {
        await file.writeFile(chunk);
        done += chunk.length;
        onBytes(done, total);
      }
      await file.sync();
    } finally {
      await file.close();
    }
  }
  const actual = await sha256Of(unfinished);
  if (actual !== sha256) {
    await rm(unfinished);
    throw new Error(`${url} is not the expected file (SHA-256 ${actual} instead of ${sha256})`);
  }
  await rename(unfinished, path);
}
