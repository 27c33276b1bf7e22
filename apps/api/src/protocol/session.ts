import { moment } from '@devai/memory/store/columns';
import { messageRecord } from '@devai/memory/store/messages';
import { sessionRecord } from '@devai/memory/store/sessions';
import { z } from 'zod';
import { shownMemory } from './memory.ts';

/** A session as people and programs see it. */
export const shownSession = sessionRecord.omit({ summaryHash: true }).meta({ id: 'Session' });

/** A stored message as people and programs see it. */
export const shownMessage = messageRecord.omit({ contentHash: true, marks: true }).meta({ id: 'Message' });

/** A page of a list. */
export const sessionPage = z.object({
  sessions: z.array(shownSession).describe('last active first'),
  next: moment.nullable().describe('give it as before to get the next page; null: this was the last'),
});

/** A conversation that another agent goes on with. */
export const handedOver = z.object({
  session: shownSession.describe('the new one'),
  told: z.string().describe('what its agent is told of the conversation: its first message'),
});

/** A session, with a page of its messages. */
export const sessionWithMessages = z.object({
  session: shownSession,
  messages: z.array(shownMessage).describe('oldest first'),
  next: z.int().nullable().describe('give it as after to get the next page; null: this was the last'),
});

const judged = {
  score: z.number().nullable().describe('by which it was ranked'),
  injected: z.boolean().describe('it was in the prompt'),
  reason: z.string().describe('why it was or was not, with its figures as they were then'),
};

/** What a turn recalled, and why, as it was then. */
export const turnRecall = z
  .object({
    question: shownMessage
      .nullable()
      .describe("the user's message; null: it had no number yet when the model was asked"),
    reply: shownMessage.describe('the message that ended the turn'),
    memories: z
      .array(
        z.object({
          id: z.guid(),
          memory: shownMemory
            .nullable()
            .describe('as it is now; null: it was forgotten, or may not be read for this project any more'),
          ...judged,
        }),
      )
      .describe('what was found, then the nearest misses; best first'),
    said: z
      .array(
        z.object({
          message: shownMessage.nullable().describe('as it is now; null: it was erased'),
          ...judged,
        }),
      )
      .describe('past messages that were found, best first'),
    passages: z
      .array(z.object({ source: z.string(), title: z.string(), ...judged }))
      .describe('passages of documents and other sources that were found, best first'),
    degraded: z.array(z.string()).describe('why recall was worse than it should have been'),
  })
  .meta({ id: 'TurnRecall' });
