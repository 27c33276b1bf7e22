import { moment } from '@devai/memory/store/columns';
import { messageRecord } from '@devai/memory/store/messages';
import { sessionRecord } from '@devai/memory/store/sessions';
import { z } from 'zod';
import { shownJob } from './job.ts';
import { shownMemory } from './memory.ts';

/** A session as people and programs see it. */
export const shownSession = sessionRecord.omit({ summaryHash: true }).meta({ id: 'Session' });

/** A stored message as people and programs see it. */
export const shownMessage = messageRecord.omit({ contentHash: true, marks: true }).meta({ id: 'Message' });

/** A page of a list. */
export const sessionPage = z.object({
  sessions: z.array(shownSession).describe('last active first'),
  next: moment.nullable().describe('pass it as `before` to get the next page; null: this was the last'),
});

/** A conversation that memories are extracted from. */
export const extracting = z.object({
  sessionId: z.guid(),
  stored: z.int().describe('number of new messages'),
  job: shownJob.nullable().describe('null: there was nothing to extract'),
});

/** A conversation that another agent continues. */
export const handedOver = z.object({
  session: shownSession.describe('the new session'),
  told: z.string().describe('what its agent is told about the conversation, as its first message'),
});

/** A session, with a page of its messages. */
export const sessionWithMessages = z.object({
  session: shownSession,
  messages: z.array(shownMessage).describe('oldest first'),
  next: z.int().nullable().describe('pass it as `after` to get the next page; null: this was the last'),
});

const judged = {
  score: z.number().nullable().describe('the score that it was ranked by'),
  injected: z.boolean().describe('whether it was in the prompt'),
  reason: z.string().describe('why it was or was not, with the scores of that time'),
};

const recalledNow = z.object({
  id: z.guid(),
  memory: shownMemory
    .nullable()
    .describe('as it is now; null: it was forgotten, or this project may no longer read it'),
  ...judged,
});

/** What a turn recalled, and why, as it was then. */
export const turnRecall = z
  .object({
    question: shownMessage
      .nullable()
      .describe("the user's message; null: it had no number yet when the model was asked"),
    reply: shownMessage.describe('the message that ended the turn'),
    memories: z.array(recalledNow).describe('what was found, then the nearest misses; each best first'),
    standing: z
      .array(recalledNow)
      .describe(
        'what every prompt says about the user and how to work, then the first that had no room there',
      ),
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
    degraded: z.array(z.string()).describe('why recall did not work as it should have'),
  })
  .meta({ id: 'TurnRecall' });
