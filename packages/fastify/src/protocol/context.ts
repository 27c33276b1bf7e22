import { itemChange, sectionChange } from '@devai/memory/context/changes';
import { candidate, contextSection } from '@devai/memory/context/section';
import { moment } from '@devai/memory/store/columns';
import { contextBody, contextRecord, sessionChoices as choices } from '@devai/memory/store/contexts';
import { z } from 'zod';

/** What the user chose for the prompts of a session. */
export const sessionChoices = choices.meta({ id: 'SessionChoices' });

/** A message as a model sees it. */
const sentMessage = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })).optional(),
  toolCallId: z.string().optional(),
});

/** A stored context without its texts. */
export const contextSummary = contextRecord
  .omit({ body: true })
  .extend(
    contextBody.pick({
      schema: true,
      end: true,
      usage: true,
      cost: true,
      prefix: true,
      traceId: true,
      degraded: true,
    }).shape,
  )
  .meta({ id: 'ContextSummary' });

export const contextList = z.object({
  contexts: z.array(contextSummary).describe('newest first'),
  next: contextRecord.shape.createdAt
    .nullable()
    .describe('pass it as `before` to get the next page; null: this was the last'),
});

const told = {
  text: z
    .string()
    .nullable()
    .describe(
      "as it is today: a memory, a message, a session's name, or where a passage comes from; null: forgotten",
    ),
  at: moment.nullable().describe('when a message was said; null: it is none, or was erased'),
};
const changedItem = itemChange.extend(told).meta({ id: 'ChangedItem' });

/** A section with the texts of what was considered for it. */
export const shownSection = contextSection
  .extend({
    candidates: z.array(candidate.extend(told)).describe('what was considered, and why it is in or not'),
  })
  .meta({ id: 'ContextSection' });

const assembled = z.object({
  sections: z.array(shownSection).describe('in prompt order, with what was in and what was left out'),
  messages: z.array(sentMessage).describe('what the model sees, secrets redacted'),
});

/** A context that a model would be sent. */
export const previewedContext = assembled.extend({
  hash: z.string(),
  tokens: z.int(),
  budget: z.int(),
  degraded: z.array(z.string()).describe('what did not work as it should in memory'),
});

/** A context that a model was sent. */
export const shownContext = contextSummary.extend({
  ...assembled.shape,
  missing: z.array(z.string()).describe('why parts of it no longer exist; empty when nothing is missing'),
});

/** What differs between two contexts. */
export const contextDiff = z.object({
  before: contextSummary,
  after: contextSummary,
  sections: z
    .array(sectionChange.extend({ items: z.array(changedItem) }).meta({ id: 'SectionChange' }))
    .describe('empty: the contexts are the same'),
});

/** A context assembled again. */
export const replayReport = z.object({
  id: z.guid(),
  same: z.boolean().describe('the hash is the same: this is what the model saw'),
  hash: z.string().describe('as it was stored'),
  replayedHash: z.string().nullable().describe('null when the context could not be assembled'),
  differences: z.array(z.object({ section: z.string(), reason: z.string() })),
  drift: z
    .array(changedItem)
    .nullable()
    .describe('how the result of a search differs today; null: not requested'),
});

/** A message whose context is requested. */
export type PreviewInput = { text: string; budgetTokens?: number | undefined; signal: AbortSignal };
