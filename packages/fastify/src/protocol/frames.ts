import { z } from 'zod';
import { parseJson } from './json.ts';
import { shownHit, shownMemory } from './memory.ts';
import { shownMessage } from './session.ts';

/** The longest message of a user, in characters. */
export const maximumMessageLength = 100_000;

/** `session`: for the rest of the session, as far as the request `covers` it. */
export const approvalDecisions = ['once', 'session', 'deny'] as const;
export type ApprovalDecision = (typeof approvalDecisions)[number];

/** What shows the replies: a terminal and the page have other commands. */
export const clientKinds = ['terminal', 'page'] as const;
export type ClientKind = (typeof clientKinds)[number];

export const clientFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    /** Reopens this session; without it a new one begins. */
    session: z.uuid().optional(),
    /** Nothing was said in it yet: it begins anew if the server no longer knows it. */
    fresh: z.literal(true).optional(),
    /** Nothing of it is kept. */
    temporary: z.literal(true).optional(),
    project: z.string().min(1).max(120).optional(),
    /** So that replies name only what it has. */
    client: z.enum(clientKinds).optional(),
    /** The last frame that the client received, to get the rest of the same stream … */
    stream: z.uuid().optional(),
    sequence: z.int().nonnegative().optional(),
    /** … and the last stored message it has seen, in case the stream has ended. */
    after: z.int().nonnegative().optional(),
  }),
  z.strictObject({
    type: z.literal('message'),
    /** Chosen by the client: a message sent twice with the same id is stored once. */
    id: z.uuid().optional(),
    content: z.string().min(1).max(maximumMessageLength),
  }),
  z.strictObject({ type: z.literal('new_chat') }),
  z.strictObject({ type: z.literal('cancel') }),
  z.strictObject({
    type: z.literal('approve'),
    /** Of the request. */
    id: z.uuid(),
    decision: z.enum(approvalDecisions),
    /** Shown to the model. */
    note: z.string().trim().min(1).max(2_000).optional(),
  }),
]);
export type ClientFrame = z.infer<typeof clientFrame>;

/** A found memory in one record, with what explains its rank. */
export const recalledMemory = shownMemory
  .pick({ id: true, content: true, namespace: true, strength: true, importance: true })
  .extend(shownHit.omit({ memory: true }).shape)
  .extend({
    injected: z.boolean(),
    /** Why it was, or was not, put into the prompt. */
    reason: z.string(),
  });

/** A memory that every prompt shows, and why. */
export const standingMemory = shownMemory
  .pick({ id: true, content: true, category: true, strength: true })
  .extend({ reason: z.string() });

/** A past message that was found. */
export const recalledMessage = z.object({
  /** Its session and its number there. */
  session: z.uuid(),
  number: z.int(),
  role: z.enum(['user', 'assistant']),
  at: z.iso.datetime(),
  /** The part that a prompt shows. */
  content: z.string(),
  score: z.number(),
  similarity: z.number().nullable(),
  /** Whether it repeats a memory that was superseded since; the prompt says so. */
  isSuperseded: z.boolean(),
  injected: z.boolean(),
  reason: z.string(),
});

/** A passage of a document or another source. */
export const recalledPassage = z.object({
  /** `documents`, or a source of the host. */
  source: z.string(),
  /** Where it comes from: path, headings and lines. */
  title: z.string(),
  text: z.string(),
  score: z.number(),
  injected: z.boolean(),
  reason: z.string(),
});

/** How a turn can end. */
export const turnEnds = ['reply', 'cancelled', 'step_limit', 'failed'] as const;

/** Why a turn failed. */
const problemOfTurn = z.object({ code: z.string(), message: z.string(), retryable: z.boolean() });

/** A stored message; `id` is the one that its client chose. */
export const storedMessage = shownMessage
  .pick({ id: true, number: true, role: true, type: true, content: true, toolCalls: true, toolCallId: true })
  .extend({
    createdAt: z.iso.datetime(),
    /** The turn that it belongs to. */
    turn: z.uuid().optional(),
    /** Of a tool's result. */
    ok: z.boolean().optional(),
    /** Of a tool's result: it did not run, because it was not allowed. */
    refused: z.literal(true).optional(),
    /** Of the message that ended the turn. */
    end: z.enum(turnEnds).optional(),
    /** Why the turn failed. */
    problem: problemOfTurn.optional(),
  });
export type StoredMessage = z.infer<typeof storedMessage>;

/** Of a message's metadata, which a program may have filled in its own way. */
const turnNotes = z.object({
  turn: storedMessage.shape.turn.catch(undefined),
  ok: storedMessage.shape.ok.catch(undefined),
  end: storedMessage.shape.end.catch(undefined),
  refused: storedMessage.shape.refused.catch(undefined),
  problem: storedMessage.shape.problem.catch(undefined),
});

/** A message of the store as clients see it in a conversation. */
export const storedMessageOf = ({
  createdAt,
  metadata,
  ...message
}: Omit<z.infer<typeof shownMessage>, 'createdAt'> & { createdAt: Date | string }): StoredMessage =>
  storedMessage.parse({
    ...message,
    ...turnNotes.parse(metadata),
    createdAt: new Date(createdAt).toISOString(),
  });

const topic = z.object({ topic: z.string(), strength: z.number(), files: z.array(z.string()) });

/** A call that waits for the user's approval. */
export const approvalRequest = z.object({
  id: z.uuid(),
  turn: z.uuid(),
  /** The tool call. */
  call: z.string(),
  agent: z.string(),
  tool: z.string(),
  risk: z.enum(['read', 'write', 'execute']),
  arguments: z.string(),
  /** What the model said before it. */
  why: z.string(),
  /** What it would do: a diff, a command. Invisible characters are named, such as ⟨U+202E⟩. */
  preview: z.string(),
  /** What the decision `session` allows to this agent: every call of the tool, or only the same call again. */
  covers: z.enum(['tool', 'call']),
  /** The turn does not wait for the answer: a message that says yes or no answers it, too. */
  inWords: z.literal(true).optional(),
});
export type ApprovalRequest = z.infer<typeof approvalRequest>;

/** What agents do in a step. */
const stepFrames = [
  z.object({ type: z.literal('thinking'), turn: z.uuid(), text: z.string() }),
  z.object({
    type: z.literal('text_delta'),
    turn: z.uuid(),
    text: z.string(),
    /** Discard this step's text so far: another provider starts over. */
    reset: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal('tool_call'),
    turn: z.uuid(),
    id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  z.object({
    type: z.literal('tool_output'),
    turn: z.uuid(),
    id: z.string(),
    /** What a running program wrote. */
    text: z.string(),
  }),
  z.object({
    type: z.literal('tool_result'),
    turn: z.uuid(),
    id: z.string(),
    name: z.string(),
    ok: z.boolean(),
    /** It did not run, because it was not allowed. */
    refused: z.literal(true).optional(),
    /** Shortened for display; the model gets all of it. */
    content: z.string(),
  }),
  z.object({
    type: z.literal('context_compacted'),
    turn: z.uuid(),
    tokensBefore: z.int(),
    tokensAfter: z.int(),
    /** How many messages the summary replaced in the context. They stay stored. */
    messages: z.int(),
  }),
] as const;

/** The frames of an agent that works on a delegated task. */
export const agentFrame = z.discriminatedUnion('type', [...stepFrames]);

/** The server's frames. All but `session` and `error` belong to a stream and carry a `sequence`. */
export const serverFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('session'),
    session: z.uuid(),
    project: z.string().nullable(),
    /** Who answers. */
    agent: z.string(),
    stream: z.uuid(),
    /** The sequence number before the first frame that follows. */
    sequence: z.int(),
    offline: z.boolean(),
    models: z.array(z.string()),
    /** Descriptions of what is degraded; empty when all is well. */
    degraded: z.array(z.string()),
    /** Stored messages that the client has not seen. */
    missed: z.array(storedMessage),
    /** A turn is running; its frames follow. */
    running: z.boolean(),
    /** Calls that wait for the user's approval. */
    approvals: z.array(approvalRequest),
    /** Nothing of the session is kept. */
    temporary: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal('memory_recalled'),
    turn: z.uuid(),
    memories: z.array(recalledMemory),
    /** What every prompt says about the user and how to work, whatever the message. */
    standing: z.array(standingMemory),
    /** Past messages. */
    said: z.array(recalledMessage),
    /** What documents and other sources say. */
    passages: z.array(recalledPassage),
    /** Tokens of the block that went into the prompt. */
    tokens: z.int(),
    /** Why recall is degraded; empty when it is not. */
    degraded: z.array(z.string()),
  }),
  z.object({
    type: z.literal('waiting'),
    turn: z.uuid(),
    /** What the turn waits for, in words. */
    for: z.string(),
  }),
  z.object({
    type: z.literal('context_assembled'),
    turn: z.uuid(),
    /** 1 for the first request of the turn. */
    step: z.int(),
    /** The id of the stored context. */
    id: z.uuid(),
    hash: z.string(),
    tokens: z.int(),
    /** `leftOut`: numbers of messages that did not fit. */
    sections: z.array(z.object({ type: z.string(), tokens: z.int(), leftOut: z.array(z.int()) })),
    /** Size of the request's messages. */
    bytes: z.int(),
    /** How many of them repeat the beginning of the previous request. */
    keptBytes: z.int(),
  }),
  ...stepFrames,
  z.object({
    type: z.literal('agent_frame'),
    turn: z.uuid(),
    /** The tool call that delegated the task. */
    call: z.string(),
    agent: z.string(),
    /** The agent's own session. */
    session: z.uuid(),
    frame: agentFrame,
  }),
  approvalRequest.extend({ type: z.literal('approval_request') }),
  z.object({
    type: z.literal('approval_resolved'),
    id: z.uuid(),
    turn: z.uuid(),
    decision: z.enum(approvalDecisions),
    note: z.string().nullable(),
    by: z.enum(['user', 'timeout', 'cancel']),
  }),
  z.object({
    type: z.literal('memory_saved'),
    id: z.uuid(),
    content: z.string(),
    namespace: z.string(),
    action: z.enum(['added', 'updated', 'contradicted', 'known', 'refused']),
    by: z.enum(['user', 'extraction']),
  }),
  z.object({ type: z.literal('focus_changed'), topics: z.array(topic) }),
  z.object({
    type: z.literal('shared'),
    /** Its position among all shared entries. */
    position: z.int(),
    scope: z.string(),
    key: z.string(),
    /** Its value, shortened for display. */
    content: z.string(),
    /** Who published it; null: a person or a program. */
    agent: z.string().nullable(),
  }),
  z.object({ type: z.literal('message_pinned'), number: z.int(), pinned: z.boolean() }),
  z.object({
    type: z.literal('message'),
    turn: z.uuid(),
    id: z.uuid(),
    /** Null while the store is down and the message waits in the journal. */
    number: z.int().nullable(),
    role: z.enum(['user', 'assistant']),
    content: z.string(),
    /** For an assistant's message: how the turn ended. */
    end: z.enum(turnEnds).optional(),
  }),
  z.object({
    type: z.literal('error'),
    code: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    turn: z.uuid().optional(),
  }),
]);
export type ServerFrame = z.infer<typeof serverFrame>;

/** A frame as sent. Frames of a stream are numbered, so that a client can ask for those it missed. */
export type NumberedFrame = ServerFrame & { sequence?: number | undefined };

export const parseClientFrame = (text: string): z.ZodSafeParseResult<ClientFrame> =>
  clientFrame.safeParse(parseJson(text));

const numberedFrame = serverFrame.and(z.object({ sequence: z.int().optional() }));

/** Parses a server's frame; null for one that this version does not know. */
export const parseServerFrame = (text: string): NumberedFrame | null =>
  numberedFrame.safeParse(parseJson(text)).data ?? null;
