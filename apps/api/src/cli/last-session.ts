import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

/** By the address of the server. */
const lastSessions = z.record(z.string(), z.object({ session: z.uuid(), number: z.int().nonnegative() }));

/** A session and the last message of it that was seen. */
export type LastSession = { session: string; number: number };

/** The last session with a server; null when there was none. Throws when the file cannot be read. */
export async function readLastSession(file: string, url: string): Promise<LastSession | null> {
  const all = await readAll(file);
  return all[url] ?? null;
}

/** Notes the last session with a server. Written whole or not at all; the last of several chats at once wins. */
export async function saveLastSession(file: string, url: string, last: LastSession): Promise<void> {
  // a damaged file is not worth more than the session that is going on
  const all = await readAll(file).catch(() => ({}));
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify({ ...all, [url]: last }, null, 2)}\n`);
  await rename(draft, file);
}

async function readAll(file: string): Promise<z.infer<typeof lastSessions>> {
  try {
    return lastSessions.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
