import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Position } from './position.ts';

/** By the address of the server. */
const lastSessions = z.record(z.string(), z.object({ session: z.uuid(), number: z.int().nonnegative() }));

/** A session and the number of its last seen message. */
export type LastSession = { session: string; number: number };

/** Reads the last session with a server; null when there is none. Throws when the file cannot be read. */
export async function readLastSession(file: string, server: string): Promise<LastSession | null> {
  const all = await readAll(file);
  return all[server] ?? null;
}

/** Saves the last session with a server. The file is replaced atomically; of concurrent chats the last one wins. */
export async function saveLastSession(file: string, server: string, last: LastSession): Promise<void> {
  // a damaged file is overwritten
  const all = await readAll(file).catch(() => ({}));
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify({ ...all, [server]: last }, null, 2)}\n`);
  await rename(draft, file);
}

/** Saves positions one after the other. A failure is reported once and does not disturb the chat. */
export function noteSessions(file: string, server: string, warn: (text: string) => void) {
  let writing = Promise.resolve();
  let told = false;
  return {
    note({ session, number }: Position): void {
      if (session === null) return;
      writing = writing
        .then(() => saveLastSession(file, server, { session, number }))
        .catch((error: unknown) => {
          if (!told) warn(`--continue will not work next time: ${String(error)}`);
          told = true;
        });
    },
    saved: () => writing,
  };
}

async function readAll(file: string): Promise<z.infer<typeof lastSessions>> {
  try {
    return lastSessions.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
