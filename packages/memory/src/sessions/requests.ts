import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { jsonObject } from '../fields/json-value.ts';
import { type GivenMessage, messageRoles, messageTypes } from '../types.ts';
import { postedMessage } from './posted-conversation.ts';

/** The project name is normalised (`TaskForge` becomes `taskforge`). A stored session, which has more fields, is accepted. */
export const sessionIdentity = z.object({ id: fields.id, project: fields.project, agent: fields.label });
export type SessionIdentity = z.input<typeof sessionIdentity>;

export const openInput = z.strictObject({
  ...sessionIdentity.shape,
  metadata: jsonObject.optional(),
  /** What delegated its task to the agent: a tool call of a turn. */
  parent: z.strictObject({ session: fields.id, turn: fields.id, call: fields.label }).nullish(),
  /** The session is certainly not stored yet. */
  fresh: fields.flag,
  /** Store it when it is opened again or has its first message: a `fresh` session in which nothing is said leaves no trace. */
  withFirstMessage: fields.flag,
});

export const sessionListQuery = z.strictObject({
  project: z.string().optional(),
  before: fields.moment.optional(),
  limit: fields.count,
  /** Also those of delegated tasks. */
  children: fields.flag,
  /** Only those of tasks that this session delegated. */
  parent: fields.id.optional(),
});

export const sessionChange = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  state: jsonObject.optional(),
  metadata: jsonObject.optional(),
});

export const stateKey = z
  .string()
  .refine((name) => name !== '__proto__', { error: 'is no key that is stored' });

export const appendOptions = z.strictObject({
  /** The messages begin or end the turn of this holder. */
  turn: z.strictObject({ holder: fields.key, is: z.enum(['beginning', 'ending']) }).optional(),
});

const toolCall = z.strictObject({
  id: z.string(),
  name: z.string(),
  arguments: z.string(),
  extra: jsonObject.optional(),
});
/** A stored message, which has more fields, is accepted. */
export const givenMessage = z.object({
  id: z.string().min(1).max(200).optional(),
  role: z.enum(messageRoles),
  /** The name of another person who says it, with the role `user`. Absent: the user. */
  speaker: z.string().trim().min(1).max(100).optional(),
  type: z.enum(messageTypes).optional(),
  content: z.string(),
  toolCalls: toolCall.array().optional(),
  toolCallId: z.string().nullish(),
  pinned: fields.flag,
  metadata: jsonObject.optional(),
  createdAt: fields.moment.nullish(),
} satisfies Record<keyof GivenMessage, z.ZodType>);

/** Where a conversation that was held elsewhere belongs. */
export const addInput = z.strictObject({
  /** Null, the default: no project. */
  project: fields.project.optional(),
  /** The host's own name for the conversation, 1 to 200 characters, or a session's id. Default: the session that has its longest beginning. */
  session: z.string().min(1).max(200).optional(),
});
export const userAddInput = addInput.extend({
  /** The host's id of the user. Default: the memory's. */
  user: z.string().optional(),
});

export const extractFromInput = z.strictObject({
  messages: postedMessage.array(),
  project: fields.project,
  sessionId: fields.id.optional(),
});
