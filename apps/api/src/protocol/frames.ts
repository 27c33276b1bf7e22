import { z } from 'zod';

/** The longest message of a user, in characters. */
export const maximumMessageLength = 100_000;

export const clientFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    /** Reopens this session; without it a new one begins. */
    session: z.uuid().optional(),
    project: z.string().min(1).max(120).optional(),
    /** What the client saw last, so that it gets the rest: live frames of the same stream … */
    stream: z.uuid().optional(),
    sequence: z.int().nonnegative().optional(),
    /** … or, from another process, the stored messages after this number. */
    after: z.int().nonnegative().optional(),
  }),
  z.strictObject({
    type: z.literal('message'),
    /** Made by the client: sending the same message twice is one message. */
    id: z.uuid().optional(),
    content: z.string().min(1).max(maximumMessageLength),
  }),
  z.strictObject({ type: z.literal('new_chat') }),
  z.strictObject({ type: z.literal('cancel') }),
]);
export type ClientFrame = z.infer<typeof clientFrame>;

const recalledMemory = z.object({
  id: z.uuid(),
  content: z.string(),
  namespace: z.string(),
  score: z.number(),
  similarity: z.number().nullable(),
  wordScore: z.number().nullable(),
  strength: z.number(),
  importance: z.number(),
  legs: z.array(z.enum(['vector', 'words', 'importance', 'pinned', 'overview'])),
  injected: z.boolean(),
  /** Why it was or was not put into the prompt. */
  reason: z.string(),
});

const storedMessage = z.object({
  /** The id that its client gave it. */
  id: z.string(),
  number: z.int(),
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  /** `notice`: what the host says about the turn ("cancelled"), not the model. */
  type: z.enum(['text', 'tool_call', 'tool_result', 'notice']),
  content: z.string(),
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
  /** Of a tool's message: the call that it answers. */
  toolCallId: z.string().nullable(),
  createdAt: z.iso.datetime(),
});

const topic = z.object({ topic: z.string(), strength: z.number(), files: z.array(z.string()) });

/** The frames of the server. All but `session` and `error` belong to a stream and carry its `sequence`. */
export const serverFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('session'),
    session: z.uuid(),
    project: z.string().nullable(),
    stream: z.uuid(),
    /** The last sequence number of the stream before what follows. */
    sequence: z.int(),
    offline: z.boolean(),
    models: z.array(z.string()),
    /** What works worse than it should, in words; empty when all is well. */
    degraded: z.array(z.string()),
    /** Stored messages that the client has not seen. */
    missed: z.array(storedMessage),
    /** A turn is running; its frames follow. */
    running: z.boolean(),
  }),
  z.object({
    type: z.literal('memory_recalled'),
    turn: z.uuid(),
    memories: z.array(recalledMemory),
    /** Tokens of the block that went into the prompt. */
    tokens: z.int(),
    /** Why recall is worse than it should be; empty when it is not. */
    degraded: z.array(z.string()),
  }),
  z.object({
    type: z.literal('context_sent'),
    turn: z.uuid(),
    /** 1 for the first request of the turn. */
    step: z.int(),
    /** Of the request's messages. */
    bytes: z.int(),
    /** How many of them stand unchanged at the beginning of the request before. */
    keptBytes: z.int(),
  }),
  z.object({ type: z.literal('thinking'), turn: z.uuid(), text: z.string() }),
  z.object({
    type: z.literal('text_delta'),
    turn: z.uuid(),
    text: z.string(),
    /** Discard what this step streamed so far: another provider starts over. */
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
    type: z.literal('tool_result'),
    turn: z.uuid(),
    id: z.string(),
    name: z.string(),
    ok: z.boolean(),
    /** Shortened for display; the model got it whole. */
    content: z.string(),
  }),
  z.object({
    type: z.literal('context_compacted'),
    turn: z.uuid(),
    tokensBefore: z.int(),
    tokensAfter: z.int(),
    /** Messages that the summary replaced in the context. They stay stored. */
    messages: z.int(),
  }),
  z.object({
    type: z.literal('memory_saved'),
    id: z.uuid(),
    content: z.string(),
    namespace: z.string(),
    action: z.enum(['added', 'updated', 'contradicted', 'known']),
    by: z.enum(['user', 'extraction']),
  }),
  z.object({ type: z.literal('focus_changed'), topics: z.array(topic) }),
  z.object({
    type: z.literal('message'),
    turn: z.uuid(),
    id: z.uuid(),
    /** Null while the store is away and the message waits in the journal. */
    number: z.int().nullable(),
    role: z.enum(['user', 'assistant']),
    content: z.string(),
    /** Of an assistant's message: why the turn ended. */
    end: z.enum(['reply', 'cancelled', 'step_limit', 'failed']).optional(),
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

/** A frame as it is sent: frames of a stream are numbered, so that a client can ask for what it missed. */
export type NumberedFrame = ServerFrame & { sequence?: number | undefined };

export const parseClientFrame = (text: string): z.ZodSafeParseResult<ClientFrame> =>
  clientFrame.safeParse(parse(text));

const numberedFrame = serverFrame.and(z.object({ sequence: z.int().optional() }));

/** For clients: what the server sends, or null for what this version does not know. */
export const parseServerFrame = (text: string): NumberedFrame | null =>
  numberedFrame.safeParse(parse(text)).data ?? null;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // which no frame is
  }
}
