import { z } from 'zod';
import type { Actor, TextPart } from '../types.ts';
import type { CallFunction } from './call-function.ts';
import type { Message, MessagePart, StoredMessage } from './messages.ts';
import { messageRecord } from './messages.ts';

/** The texts that say what a session was about. */
export type SessionTexts = { name: string | null; summary: string | null; gist: string | null };

/** The texts of a session without what was forgotten. `words`: those of the gist. */
export type ToldSession = SessionTexts & {
  sessionId: string;
  before: SessionTexts;
  summaryHash: string | null;
  words: string[] | null;
  /** Keys of the state with values that tell of it. */
  stateKeys?: string[];
};

/**
 * Where the caller found what is to be forgotten, and the texts of sessions without it. `isSource`: the memory came from there. `shared`:
 * positions of shared entries that mention it.
 */
export type ForgottenPlaces = {
  marks: (MessagePart & { isSource: boolean })[];
  sessions: ToldSession[];
  shared: number[];
  /** The sentences that say it. */
  said: string[];
  /** Ids of the topics that name it. */
  topics: string[];
};

/** A message out of which everything hidden was cut, and `before`, what was read. */
export type CutForgotten = Pick<Message, 'sessionId' | 'number' | 'content' | 'toolCalls'> &
  Pick<StoredMessage, 'contentHash' | 'tokens' | 'words'> & {
    before: { contentHash: string; marks: number };
    /** For each of its marks, in order. */
    marks: { part: TextPart | null; cut: boolean }[];
  };

/**
 * Another message without its quotes of a forgotten one. `before` says what was read; `parts`: where something was cut out of it, null for
 * a place outside of its content.
 */
export type CutMessage = Pick<Message, 'sessionId' | 'number' | 'content' | 'toolCalls'> &
  Pick<StoredMessage, 'contentHash' | 'tokens' | 'words'> & {
    before: { contentHash: string; marks: number };
    parts: (TextPart | null)[];
  };

/** What the caller found of a message that is to be forgotten. `texts`: how values in the states of sessions may quote it. */
export type MessagePlaces = {
  contentHash: string;
  texts: string[];
  messages: CutMessage[];
  sessions: ToldSession[];
  shared: number[];
  topics?: string[];
};

/** What forgetting a message did. */
export const forgottenMessage = z.object({
  forgotten: z.boolean().describe('false: it was erased before'),
  changedMessages: z.int().describe('other messages that quoted it, and lost the quote'),
  memories: z
    .array(z.object({ id: z.guid(), content: z.string(), isValid: z.boolean() }))
    .describe('the memories that were taken from it, which stay'),
});
export type ForgottenMessage = z.output<typeof forgottenMessage>;

/** What deleting a session erased. */
export const deletedSession = z.object({
  messages: z.int().describe('messages that were erased'),
  sessionIds: z.guid().array().describe('this session, and those of the tasks that it delegated'),
  memories: z
    .array(z.object({ id: z.guid(), content: z.string(), isValid: z.boolean() }))
    .describe('the memories that came from it, which stay without their quotes'),
});
export type DeletedSession = z.output<typeof deletedSession>;

/** What forgetting did. */
export const forgotten = z.object({
  forgotten: z.boolean().describe('false: there was nothing to erase'),
  memoryIds: z
    .guid()
    .array()
    .describe(
      'the memories that were erased: this one, and all with the same text that its project reads; in all projects, if all read it',
    ),
  erasedMessages: z.int(),
  keptMessages: z
    .int()
    .describe(
      'messages that still contain it, though no model is shown it; messages=true erases those that it was taken from',
    ),
  kept: z
    .array(z.object({ sessionId: z.guid(), number: z.int() }))
    .describe('the first 10 of these messages, those that it was taken from first'),
});
export type Forgotten = z.output<typeof forgotten>;

const mentions = z.object({
  messages: messageRecord.array(),
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      name: z.string().nullable(),
      summary: z.string().nullable(),
      gist: z.string().nullable(),
      state: z.record(z.string(), z.string().array()),
    }),
  ),
  shared: z.array(z.object({ position: z.int(), texts: z.string().array() })),
  topics: z.array(z.object({ id: z.string(), topic: z.string() })),
});

/** Forgetting on the user's demand. */
export const forgettingMethods = (call: CallFunction) => ({
  /**
   * Finds where a memory's text may be: messages, names, summaries, gists and shared values of the sessions that it came from, or in which
   * it or its source messages were recalled. `words`: the content words of all its texts, past and present.
   */
  findMentions: (memoryId: string, words: string[]) => call(mentions, 'find_mentions', { memoryId, words }),
  /** Returns how many memories were ever forgotten, by any process. */
  countForgotten: () => call(z.number(), 'count_forgotten', {}),
  /**
   * Erases the text from the memory, its events, evidence, waiting jobs and sessions; leaves a tombstone event without text. Messages
   * that hold it are marked as forgotten: as `marks` says, otherwise as a whole. With `messages`, those that are a source are emptied,
   * even by a later call. Throws `conflict` when the memory or a text of a session was changed meanwhile. Idempotent.
   */
  forgetMemory: (
    id: string,
    actor: Actor,
    {
      messages,
      marks = [],
      sessions = [],
      shared = [],
      said = [],
      topics = [],
    }: { messages: boolean } & Partial<ForgottenPlaces>,
  ) => call(forgotten, 'forget_memory', { id, actor, messages, marks, sessions, shared, said, topics }),
  /** Cuts what was hidden with a forgotten memory out of messages that were no source of it. Throws `conflict`. */
  cutForgotten: (memoryId: string, messages: CutForgotten[]) =>
    call(forgotten.pick({ keptMessages: true, kept: true }), 'cut_forgotten', { memoryId, messages }),
  /** Finds where a message may be quoted: in its session and in those in which it was recalled. `words`: its content words. */
  findMessageMentions: (sessionId: string, number: number, words: string[]) =>
    call(mentions, 'find_message_mentions', { sessionId, number, words }),
  /**
   * Empties a message, and replaces the texts that the caller found to quote it. Throws `not_found`, and `conflict` when the message or one
   * of the texts was changed meanwhile. Idempotent.
   */
  forgetMessage: (message: Pick<Message, 'sessionId' | 'number'>, actor: Actor, places: MessagePlaces) =>
    call(forgottenMessage, 'forget_message', { ...message, actor, topics: [], ...places }),
  /**
   * Lists messages of a session, and of the tasks that it delegated, that other sessions may quote, because they were in their prompts. Throws
   * `not_found`, and `session_busy` while one of them runs a turn.
   */
  listRecalledElsewhere: (sessionId: string) =>
    call(z.array(z.object({ sessionId: z.string(), number: z.int() })), 'list_recalled_elsewhere', {
      sessionId,
    }),
  /**
   * Erases a session and those of the tasks that it delegated, except quotes of it in messages of other sessions. Memories that came from it
   * stay, without their quotes. Throws `not_found`, and `session_busy` while one of them runs a turn.
   */
  deleteSession: (sessionId: string, actor: Actor) =>
    call(deletedSession, 'delete_session', { sessionId, actor }),
});
