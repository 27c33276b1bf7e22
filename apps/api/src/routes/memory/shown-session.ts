import { messageRoles, messageTypes, type Message, type Session } from '@devai/memory';
import { z } from 'zod';
import { isoTime } from './shown-memory.ts';

const metadata = z.record(z.string(), z.unknown());

/** A session as people and programs see it. */
export const shownSession = z
  .object({
    id: z.guid(),
    name: z.string().nullable(),
    project: z.string().nullable(),
    agent: z.string(),
    state: metadata,
    summary: z.string().nullable(),
    summaryThrough: z.int().describe('the last message that the summary covers'),
    extractedThrough: z.int().describe('the last message that was searched for something to remember'),
    messageCount: z.int(),
    tokenCount: z.int(),
    metadata,
    createdAt: isoTime,
    lastActiveAt: isoTime,
    endedAt: isoTime.nullable(),
  })
  .meta({ id: 'Session' });

export function toShownSession(session: Session): z.infer<typeof shownSession> {
  return {
    ...session,
    createdAt: session.createdAt.toISOString(),
    lastActiveAt: session.lastActiveAt.toISOString(),
    endedAt: session.endedAt?.toISOString() ?? null,
  };
}

/** A stored message as people and programs see it. */
export const shownMessage = z
  .object({
    id: z.string(),
    sessionId: z.string(),
    project: z.string().nullable(),
    number: z.int(),
    role: z.enum(messageRoles),
    type: z.enum(messageTypes),
    content: z.string(),
    toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
    toolCallId: z.string().nullable(),
    tokens: z.int(),
    pinned: z.boolean(),
    metadata,
    createdAt: isoTime,
  })
  .meta({ id: 'Message' });

export function toShownMessage(message: Message): z.infer<typeof shownMessage> {
  return { ...message, createdAt: message.createdAt.toISOString() };
}
