import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Position } from './position.ts';

/** By the address of the server. */
const lastSessions = z.record(z.string(), z.object({ session: z.uuid(), number: z.int().nonnegative() }));

/** A session and the last message of it that was seen. */
export type LastSession = { session: string; number: number };

/** The last session with a server; null when there was none. Throws when the file cannot be read. */
export async function readLastSession(file: string, server: string): Promise<LastSession | null> {
  const all = await readAll(file);
  return all[server] ?? null;
}

/** Notes the last session with a server. Written whole or not at all; the last of several chats at once wins. */
export async function saveLastSession(file: string, server: string, last: LastSession): Promise<void> {
  // a damaged file is not worth more than the session that is going on
  const all = await readAll(file).catch(() => ({}));
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify({ ...all, [server]: last }, null, 2)}\n`);
  await rename(draft, file);
}

/** Keeps note of where the user is, one writing after the other. That it fails is said once; the chat goes on. */
export function noteSessions(file: string, server: string, warn: (text: string) => void) {
  let writing = Promise.resolve();
  let told = false;
  return {
    note({ session, number }: Position): void {
      if (session === null) return;
      writing = writing
        .then(() => saveLastSession(file, server, { session, number }))
        .catch((error: unknown) => {
          if (!told) warn(`--continue will not work: ${String(error)}`);
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
