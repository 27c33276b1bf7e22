import { z } from 'zod';
import type { NewMessage, TextPart } from '../types.ts';
import { messageRoles, messageTypes } from '../types.ts';
import type { CallFunction } from './call-function.ts';
import { metadata, moment } from './columns.ts';

/**
 * A mark on a part of a message, or (null) on all of it, which is no longer extracted. `taken`: the part was stored at once, as
 * `memoryId`, whatever happened to that memory since. `forgotten`: that memory was forgotten, and no model may read the part again.
 */
const mark = z.object({
  memoryId: z.string(),
  kind: z.enum(['taken', 'forgotten']),
  part: z.object({ from: z.number(), to: z.number() }).nullable(),
  cut: z.boolean().optional().describe('what it hid was cut out of the text'),
});
export type Mark = z.output<typeof mark>;

/** A stored message. */
export const messageRecord = z.object({
  id: z.string(),
  sessionId: z.string(),
  project: z.string().nullable(),
  /** 1, 2, 3 … within the session, without gaps. */
  number: z.int(),
  role: z.enum(messageRoles),
  type: z.enum(messageTypes),
  content: z.string(),
  toolCalls: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      arguments: z.string(),
      extra: z
        .record(z.string(), z.unknown())
        .exactOptional()
        .describe('fields that the provider gave the call and wants back'),
    }),
  ),
  toolCallId: z.string().nullable(),
  tokens: z.int(),
  contentHash: z.string(),
  pinned: z.boolean(),
  metadata,
  marks: mark.array(),
  createdAt: moment,
});
/** The name of the person who said a message in a user's conversation, and is not the user; null: the user, the agent, a tool. */
export function otherSpeaker({
  metadata: { speaker },
  role,
}: Pick<Message, 'metadata' | 'role'>): string | null {
  return role === 'user' && typeof speaker === 'string' && speaker !== '' ? speaker : null;
}

/** A message of a session, as it is stored. */
export type Message = z.output<typeof messageRecord>;

/**
 * A message as it is written: redacted, counted and hashed by the library. `createdAt` null: the store's time. A message that waited has
 * the time of its arrival.
 */
export type StoredMessage = NewMessage &
  Pick<Message, 'tokens' | 'contentHash'> & { createdAt: Date | null; words: string[] };

/** A part of a stored message, or (null) all of it. */
export type MessagePart = { sessionId: string; number: number; part: TextPart | null };

/**
 * The number of marks that a range of a session's messages had when they were read. The store refuses results based on the messages if
 * the number has changed since.
 */
export type Seen = { sessionId: string; after: number; through: number; marks: number };

const found = z.object({ message: messageRecord, wordScore: z.number() });

/** A message, whether this call stored it, and how many memories were ever forgotten. */
const appended = messageRecord.extend({ isNew: z.boolean(), forgotten: z.int() });

/** Who runs a turn in a session, and for how long it is leased. */
export type TurnLease = { holder: string; seconds: number };

type AppendOptions = {
  /** The project that the session must belong to; undefined: any. */
  project?: string | null;
  idleSeconds: number;
  every: number;
  turn?: TurnLease | null;
};

/** The messages of sessions. */
export const messageMethods = (call: CallFunction) => ({
  /**
   * Stores messages in the given order and numbers them; a message whose id is stored already keeps its number.
   * Makes the session's extraction due `idleSeconds` from now, and enqueues it when `every` more messages are above
   * the watermark (0 = never). Returns the stored messages in the given order. Throws `conflict` for an id that is stored with
   * another text, and for a session of another project. With `turn` they begin one, which its holder leases for so many seconds, or end it (0); throws `session_busy`
   * while another holder has it.
   */
  appendMessages: (
    sessionId: string,
    messages: StoredMessage[],
    { project, turn = null, ...options }: AppendOptions,
  ) =>
    call(appended.array().length(messages.length), 'append_messages', {
      sessionId,
      of: project === undefined ? null : { project },
      messages,
      holder: turn?.holder ?? null,
      turnSeconds: turn?.seconds ?? null,
      ...options,
    }),
  /** Renews the lease on a session's turn. Returns whether the holder still has it. Idempotent. */
  renewTurn: (sessionId: string, { holder, seconds }: TurnLease) =>
    call(z.boolean(), 'renew_turn', { sessionId, holder, turnSeconds: seconds }),
  /** Returns messages in the order of their numbers, `after` exclusive. */
  listMessages: (sessionId: string, query: { after: number; limit: number; pinnedOnly?: boolean }) =>
    call(messageRecord.array(), 'list_messages', { sessionId, pinnedOnly: false, ...query }),
  /** Pins a message or unpins it. Throws `not_found`, and `invalid_input` for a tool's call or result. */
  pinMessage: (sessionId: string, number: number, pinned: boolean) =>
    call(messageRecord, 'pin_message', { sessionId, number, pinned }),
  /** Searches past messages of a project by words, the newest first among equals. */
  searchMessages: (query: {
    words: string[];
    project: string | null;
    sessionId: string | null;
    since: Date | null;
    until: Date | null;
    limit: number;
    /** Leaves out what the user keeps out of prompts. */
    forPrompt?: boolean;
  }) => call(found.array(), 'search_messages', { forPrompt: false, ...query }),
});
