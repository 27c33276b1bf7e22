import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import {
  type Job,
  jobKinds,
  type Mark,
  markKinds,
  type Message,
  messageRoles,
  messageTypes,
  type Session,
  type Topic,
} from '../types.ts';

/** A moment as jsonb has it: an ISO string, to the millisecond. */
export const moment = z.string().transform((text) => new Date(text));
export const record = z.record(z.string(), z.unknown());

export const sessionRow = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    project: z.string().nullable(),
    agent: z.string(),
    state: record,
    summary: z.string().nullable(),
    summary_hash: z.string().nullable(),
    summary_through: z.number(),
    extracted_through: z.number(),
    message_count: z.number(),
    token_count: z.number(),
    metadata: record,
    created_at: moment,
    last_active_at: moment,
    ended_at: moment.nullable(),
  })
  .transform((row): Session => ({
    id: row.id,
    name: row.name,
    project: row.project,
    agent: row.agent,
    state: row.state,
    summary: row.summary,
    summaryHash: row.summary_hash,
    summaryThrough: row.summary_through,
    extractedThrough: row.extracted_through,
    messageCount: row.message_count,
    tokenCount: row.token_count,
    metadata: row.metadata,
    createdAt: row.created_at,
    lastActiveAt: row.last_active_at,
    endedAt: row.ended_at,
  }));

const markRow = z
  .object({
    memory_id: z.string(),
    kind: z.enum(markKinds),
    from: z.number().nullable(),
    to: z.number().nullable(),
  })
  .transform(({ memory_id: memoryId, kind, from, to }): Mark => ({
    memoryId,
    kind,
    part: from === null || to === null ? null : { from, to },
  }));

export const messageRow = z
  .object({
    id: z.string(),
    session_id: z.string(),
    project: z.string().nullable(),
    number: z.number(),
    role: z.enum(messageRoles),
    type: z.enum(messageTypes),
    content: z.string(),
    tool_calls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
    tool_call_id: z.string().nullable(),
    tokens: z.number(),
    content_hash: z.string(),
    pinned: z.boolean(),
    metadata: record,
    marks: z.array(markRow),
    created_at: moment,
  })
  .transform((row): Message => ({
    id: row.id,
    sessionId: row.session_id,
    project: row.project,
    number: row.number,
    role: row.role,
    type: row.type,
    content: row.content,
    toolCalls: row.tool_calls,
    toolCallId: row.tool_call_id,
    tokens: row.tokens,
    contentHash: row.content_hash,
    pinned: row.pinned,
    metadata: row.metadata,
    marks: row.marks,
    createdAt: row.created_at,
  }));

export const jobRow = z
  .object({
    id: z.string(),
    kind: z.enum(jobKinds),
    key: z.string(),
    payload: record,
    status: z.enum(['waiting', 'running', 'done', 'dead']),
    attempts: z.number(),
    run_at: moment,
    leased_by: z.string().nullable(),
    leased_until: moment.nullable(),
    error: z.string().nullable(),
    result: record.nullable(),
    created_at: moment,
    finished_at: moment.nullable(),
  })
  .transform((row): Job => ({
    id: row.id,
    kind: row.kind,
    key: row.key,
    payload: row.payload,
    status: row.status,
    attempts: row.attempts,
    runAt: row.run_at,
    leasedBy: row.leased_by,
    leasedUntil: row.leased_until,
    error: row.error,
    result: row.result,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }));

export const topicRow = z
  .object({
    id: z.string(),
    project: z.string().nullable(),
    topic: z.string(),
    parent_topic: z.string().nullable(),
    file_paths: z.array(z.string()),
    directories: z.array(z.string()),
    strength: z.number(),
    touch_count: z.number(),
    session_count: z.number(),
    first_seen_at: moment,
    last_touched_at: moment,
    is_active: z.boolean(),
  })
  .transform((row): Topic => ({
    id: row.id,
    project: row.project,
    topic: row.topic,
    parentTopic: row.parent_topic,
    filePaths: row.file_paths,
    directories: row.directories,
    strength: row.strength,
    touchCount: row.touch_count,
    sessionCount: row.session_count,
    firstSeenAt: row.first_seen_at,
    lastTouchedAt: row.last_touched_at,
    isActive: row.is_active,
  }));

/** Parses what a function returned. A mismatch means that code and database disagree: `database_failed`. */
export function parseResult<Schema extends z.ZodType>(schema: Schema, result: unknown): z.output<Schema> {
  const parsed = schema.safeParse(result);
  if (parsed.success) return parsed.data;
  throw new MemoryError(
    'database_failed',
    `the store returned another shape: ${z.prettifyError(parsed.error)}`,
    {
      cause: parsed.error,
    },
  );
}
