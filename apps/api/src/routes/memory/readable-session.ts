import { MemoryError, type Memory, type Session } from '@devai/memory';
import { projectOf } from './fields.ts';

/** The session of an id. Where a project is named, only when it is of that project; else `not_found`. */
export async function requireSession(
  memory: Memory,
  id: string,
  named: string | undefined,
): Promise<Session> {
  const session = await memory.sessions.get(id);
  const isWanted = named === undefined || session?.project === projectOf(named, null);
  if (session && isWanted) return session;
  throw new MemoryError('not_found', `there is no session ${id}`);
}
