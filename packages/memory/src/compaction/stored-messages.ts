import { MemoryError } from '../errors.ts';
import type { Message } from '../store/messages.ts';
import type { Session } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';

/** Messages per call. */
const pageSize = 1_000;

/**
 * The stored messages after a session's summary, up to `through`. A summary is made from these and not from the running list, so
 * it covers messages that slid out of the window earlier, contains nothing redacted or forgotten, and no unstored message
 * leaves the window. Throws `conflict` when the session ends before `through`.
 */
export async function storedMessages(
  store: Pick<Store, 'listMessages'>,
  session: Session,
  through: number,
): Promise<Message[]> {
  const messages: Message[] = [];
  for (;;) {
    const after = messages.at(-1)?.number ?? session.summaryThrough;
    if (after >= through) return messages;
    const next = await store.listMessages(session.id, { after, limit: Math.min(pageSize, through - after) });
    if (next.length === 0) {
      throw new MemoryError('conflict', `session ${session.id} ends at message ${after}, before ${through}`);
    }
    messages.push(...next);
  }
}
