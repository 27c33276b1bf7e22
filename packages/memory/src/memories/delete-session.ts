import type { DeletedSession } from '../store/forgetting.ts';
import type { Store } from '../store/store.ts';
import type { Actor } from '../types.ts';
import type { ForgettingJournal } from './forget.ts';
import { forgetMessage } from './forget-message.ts';

type Dependencies = {
  store: Pick<
    Store,
    'listMessages' | 'findMessageMentions' | 'forgetMessage' | 'listRecalledElsewhere' | 'deleteSession'
  >;
  journal: ForgettingJournal;
  /** Stores contexts that wait, so that they are erased, too. */
  storeContexts: () => Promise<unknown>;
  /** Removes messages of sessions that the store rejected. */
  dropRefused: (sessionIds: string[]) => Promise<void>;
  onDeleted: (sessionId: string) => void;
};

/**
 * Erases a session with all that was said in it, the sessions of the tasks that it delegated, and quotes of it in other sessions. The memories
 * that came from it stay without their quotes, and are returned. A session that it was handed over to stays, with what that was told of it.
 * It can be repeated as long as the session is there. Throws `not_found`, `session_busy` while it runs a turn, and `conflict` if a message keeps
 * changing or a task was delegated meanwhile.
 */
export async function deleteSession(
  { store, journal, storeContexts, dropRefused, onDeleted }: Dependencies,
  sessionId: string,
  actor: Actor = { kind: 'user', id: null },
): Promise<DeletedSession> {
  await journal.flush();
  await storeContexts();
  const forgetting = { store, journal, onForgotten: () => {} };
  for (const message of await store.listRecalledElsewhere(sessionId)) {
    await forgetMessage(forgetting, message, actor);
  }
  const deleted = await store.deleteSession(sessionId, actor);
  onDeleted(sessionId);
  await dropRefused(deleted.sessionIds);
  return deleted;
}
