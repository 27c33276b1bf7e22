import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

/** A session and the number of its last seen message. */
const lastSession = z.object({ session: z.uuid(), number: z.int().nonnegative() });
export type LastSession = z.infer<typeof lastSession>;

/** By the server's address, and the user that the operator names. */
const lastSessions = z.record(z.string(), lastSession);

/** Reads the last session with a server; null when there is none. Throws when the file cannot be read. */
export const readLastSession = (file: string, server: string): LastSession | null =>
  readAll(file)[server] ?? null;

/** Saves the last session with a server. The file is replaced atomically; of concurrent chats the last one wins. */
export function saveLastSession(file: string, server: string, last: LastSession): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify({ ...readUndamaged(file), [server]: last }, null, 2)}\n`);
  renameSync(draft, file);
}

function readAll(file: string): z.infer<typeof lastSessions> {
  try {
    return lastSessions.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

/** Nothing for a damaged file, which is overwritten. */
function readUndamaged(file: string): z.infer<typeof lastSessions> {
  try {
    return readAll(file);
  } catch {
    return {};
  }
}
