import { messageRoles, messageTypes } from '@devai/memory/types';
import { z } from 'zod';
import { isoTime, shownMemory } from './memory.ts';

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

/** A page of a list. */
export const sessionPage = z.object({
  sessions: z.array(shownSession).describe('last active first'),
  next: isoTime.nullable().describe('give it as before to get the next page; null: this was the last'),
});

/** A session, with a page of its messages. */
export const sessionWithMessages = z.object({
  session: shownSession,
  messages: z.array(shownMessage).describe('oldest first'),
  next: z.int().nullable().describe('give it as after to get the next page; null: this was the last'),
});

/** What a turn recalled, and why, as it was then. */
export const turnRecall = z
  .object({
    question: shownMessage
      .nullable()
      .describe("the user's message; null: it had no number yet when it was asked"),
    reply: shownMessage.describe('the message that ended the turn'),
    memories: z
      .array(
        z.object({
          id: z.guid(),
          memory: shownMemory
            .nullable()
            .describe('as it is now; null: it was forgotten, or may not be read for this project any more'),
          injected: z.boolean().describe('it was in the prompt'),
          reason: z.string().describe('why it was or was not, with its figures as they were then'),
        }),
      )
      .describe('what was found, then the nearest misses; best first'),
    degraded: z.array(z.string()).describe('why recall was worse than it should have been'),
  })
  .meta({ id: 'TurnRecall' });
