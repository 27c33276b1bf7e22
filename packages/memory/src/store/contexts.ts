import { z } from 'zod';
import type { CallFunction } from './call-function.ts';
import { metadata, moment } from './columns.ts';
import { memoryRecord } from './memories.ts';

const usage = z.object({ inputTokens: z.int(), outputTokens: z.int(), cachedTokens: z.int() });

/** A section of messages. Sections of texts are stored among the texts. */
const keptSection = z.object({
  type: z.string(),
  tokens: z.int(),
  offeredTokens: z.int(),
  hash: z.string(),
  leftOut: z.int().array(),
});

/** The stored form of a context, without its texts. */
export const contextBody = z.object({
  /** The version of this form and of the hash. */
  schema: z.int(),
  /** Hashes of all texts: the profile, the sections, the items considered for them, and messages that are not the session's own. */
  texts: z.string().array(),
  /** How many of the texts are sections. */
  sections: z.int(),
  /** The number of sections with a text of the candidates that were considered. */
  considered: z.int(),
  /** The conversation in order: ranges of message numbers, or the place of a text. */
  conversation: z.union([z.tuple([z.int(), z.int()]), z.int()]).array(),
  /** Numbers of pinned messages, and of those that the user hid. */
  pinned: z.int().array(),
  hidden: z.int().array(),
  messages: keptSection.array(),
  /** How the request ended. */
  end: z.enum(['reply', 'failed', 'cancelled']),
  /** As the provider counted; null when it did not. */
  usage: usage.nullable(),
  /** In US dollars by the table of prices; null for a model that is not in it. */
  cost: z.number().nullable(),
  /** Bytes of the messages, and how many repeat the beginning of the previous request. */
  prefix: z.object({ bytes: z.int(), keptBytes: z.int() }).nullable(),
  /** W3C trace id. */
  traceId: z.string().nullable(),
  degraded: z.string().array(),
});
export type ContextBody = z.output<typeof contextBody>;

/** A stored context, without its texts. */
export const contextRecord = z.object({
  id: z.guid(),
  sessionId: z.guid(),
  project: z.string().nullable(),
  turn: z.guid().nullable(),
  step: z.int(),
  question: z.int().nullable(),
  hash: z.string(),
  model: z.string().nullable(),
  tokens: z.int(),
  budget: z.int(),
  body: contextBody,
  createdAt: moment,
  asked: z
    .string()
    .nullable()
    .describe('the beginning of the message that its turn answers; null: none, or forgotten'),
});
export type ContextRecord = z.output<typeof contextRecord>;

const contextWithTexts = contextRecord.extend({ texts: z.record(z.string(), z.string().nullable()) });
/** `texts` by hash; null: something of it was forgotten; absent: it was removed. */
export type ContextWithTexts = z.output<typeof contextWithTexts>;

/** A text that a context holds, and what it mentions (see `SectionInput.mentions`). */
export type ContextText = { hash: string; content: string; mentions: string[] };
export type NewContext = Omit<ContextRecord, 'createdAt' | 'asked'> & { at: Date; newTexts: ContextText[] };

/** What the user chose for the prompts of a session. */
export const sessionChoices = z.object({
  pinned: z.guid().array().default([]).describe('ids of memories that every prompt contains'),
  excluded: z.guid().array().default([]).describe('ids of memories that no prompt contains'),
  hidden: z.int().array().default([]).describe('numbers of messages that no prompt contains'),
  shares: z.record(z.string(), z.number()).default({}).describe('shares of the budget, by priority 0 to 7'),
});
export type Choices = z.output<typeof sessionChoices>;

const sessionContext = z.object({
  state: metadata,
  choices: sessionChoices,
  pinned: memoryRecord.array(),
  /** The project's plan, its open tasks and its most important decisions, in this order. */
  planned: memoryRecord.array(),
  /** What every prompt may show, without the pinned and the excluded ones (see `listStanding`). */
  standing: memoryRecord.array(),
});
export type SessionContext = z.output<typeof sessionContext>;

/** Stored contexts, and the user's choices for the prompts of a session. */
export const contextMethods = (call: CallFunction) => ({
  /** Stores contexts, by id once. A text that mentions something forgotten is stored empty. Throws `not_found` for an unknown session. */
  keepContexts: (contexts: NewContext[]) => call(z.number(), 'keep_contexts', { contexts }),
  getContext: (id: string) => call(contextWithTexts.nullable(), 'get_context', { id }),
  /** Newest first. Null: of all. */
  listContexts: (query: {
    sessionId: string | null;
    project: string | null;
    turn: string | null;
    before: Date | null;
    limit: number;
  }) => call(contextRecord.array(), 'list_contexts', query),
  /** State and choices of a session, and the pinned, planned and standing memories of `scopes`; for an unknown session the planned and standing ones, and null without scopes. */
  getSessionContext: (sessionId: string, scopes: string[]) =>
    call(sessionContext.nullable(), 'get_session_context', { sessionId, scopes }),
  /** The first 40 each of the profiles, preferences and rules of `scopes`: stated by the user first, then by importance, then the newest. */
  listStanding: (scopes: string[], except: string[]) =>
    call(memoryRecord.array(), 'list_standing', { scopes, except }),
  /** Adds items to one of a session's lists, or removes them. Throws `not_found`. Idempotent. */
  chooseForSession: (
    sessionId: string,
    list: 'pinned' | 'excluded' | 'hidden',
    items: (string | number)[],
    chosen: boolean,
  ) => call(sessionChoices, 'choose_for_session', { sessionId, list, items, chosen }),
  setSessionShares: (sessionId: string, shares: Record<string, number>) =>
    call(sessionChoices, 'set_session_shares', { sessionId, shares }),
  /** Sets one value, or removes it (undefined); the state has at most `limit` characters as JSON. Returns the state. */
  setSessionState: (sessionId: string, key: string, value: unknown, limit: number) =>
    call(metadata, 'set_session_state', {
      sessionId,
      key,
      value: value === undefined ? {} : { value },
      limit,
    }),
});
