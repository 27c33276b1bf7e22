import type { Message, Session } from '@devai/memory';
import type { z } from 'zod';
import type { shownMessage, shownSession } from '../../protocol/session.ts';

export function toShownSession(session: Session): z.infer<typeof shownSession> {
  return {
    ...session,
    createdAt: session.createdAt.toISOString(),
    lastActiveAt: session.lastActiveAt.toISOString(),
    endedAt: session.endedAt?.toISOString() ?? null,
  };
}

export function toShownMessage(message: Message): z.infer<typeof shownMessage> {
  return { ...message, createdAt: message.createdAt.toISOString() };
}
