import { z } from 'zod';
import type { Candidate, Metadata } from '../types.ts';
import type { CallFunction } from './call-function.ts';
import { metadata, moment } from './columns.ts';
import { memoryRecord } from './memories.ts';
import { messageRecord, type Seen, type StoredMessage } from './messages.ts';

const sessionParent = z.object({ session: z.guid(), turn: z.guid(), call: z.string() });
/** What delegated a task to the agent of a session: a tool call of a turn. */
export type SessionParent = z.output<typeof sessionParent>;

/** One conversation. */
export const sessionRecord = z.object({
  id: z.guid(),
  name: z.string().nullable(),
  firstWords: z
    .string()
    .nullable()
    .describe("the beginning of the user's first message, if the session has no name; null: there is none"),
  project: z.string().nullable(),
  agent: z.string(),
  gist: z
    .string()
    .nullable()
    .describe(
      'what it was about and what came of it, in one to three sentences; null before the first extraction',
    ),
  /** Variables and intermediate results of the session. */
  state: metadata,
  summary: z.string().nullable(),
  summaryHash: z.string().nullable(),
  summaryThrough: z.int().describe('the last message that the summary covers; 0 without one'),
  extractedThrough: z.int().describe('the last message that was extracted from; 0 for none'),
  messageCount: z.int(),
  tokenCount: z.int(),
  metadata,
  parent: sessionParent
    .nullable()
    .describe('the tool call that delegated a task to its agent; null: a user began the session'),
  handedOverFrom: z
    .guid()
    .nullable()
    .describe('the session that it continues, with another agent or a fresh context; null: none'),
  createdAt: moment,
  lastActiveAt: moment,
  endedAt: moment.nullable(),
});
/** A conversation, as it is stored, without its messages. */
export type Session = z.output<typeof sessionRecord>;

const extraction = z.object({
  session: sessionRecord.nullable(),
  context: messageRecord.array(),
  messages: messageRecord.array(),
  known: memoryRecord.pick({ id: true, content: true, category: true, metadata: true }).array(),
  documents: z.string().array(),
});
/** `known`: memories that were in the prompts of these messages. `documents`: passages about the same things. */
export type ExtractionInput = z.output<typeof extraction> & { session: Session };

/** A gist as an extraction writes it, with the index words of its text; `before` is the one that it continues. */
export type WrittenGist = { before: string | null; name: string | null; text: string; words: string[] };

const compaction = z.object({ session: sessionRecord, jobId: z.string().nullable() });

/** Sessions, and what is read and written of one as a whole. */
export const sessionMethods = (call: CallFunction) => ({
  /** Creates a session, or reopens it, which cancels a pending end. Throws `conflict` for one of another project. */
  openSession: ({
    parent = null,
    ...input
  }: Pick<Session, 'id' | 'project' | 'agent' | 'metadata'> & { parent?: SessionParent | null }) =>
    call(sessionRecord, 'open_session', { ...input, parent }),
  /** Begins a session that continues another one. Throws `not_found`, `session_busy` and `invalid_input`. */
  handOver: (input: {
    from: string;
    id: string;
    agent: string;
    state: Metadata;
    /** Characters that the state may have as JSON. */
    limit: number;
    message: StoredMessage;
  }) => call(sessionRecord, 'hand_over', input),
  /** Returns those of the ids that sessions have, in no order. */
  knownSessions: (ids: string[]) => call(z.string().array(), 'known_sessions', { ids }),
  getSession: (id: string) => call(sessionRecord.nullable(), 'get_session', { id }),
  /** Those with messages or a name, last active first. `project` null: of all projects. `children`: also those of delegated tasks; `parent`: only those that this session delegated. */
  listSessions: ({
    children = false,
    parent = null,
    ...query
  }: {
    project: string | null;
    before: Date | null;
    limit: number;
    children?: boolean | undefined;
    parent?: string | null | undefined;
  }) => call(sessionRecord.array(), 'list_sessions', { ...query, children, parent }),
  /** Sets only what is given. No extraction replaces a name that is set here. */
  updateSession: (id: string, { name = null, state = null, metadata: values = null }: SessionPatch) =>
    call(sessionRecord, 'update_session', { id, name, state, metadata: values }),
  /**
   * The session's last client has left (or the session is closed): its extraction is due `graceSeconds` from now; 0 enqueues the job in the
   * same transaction. Without messages above the watermark nothing happens.
   */
  endSession: (id: string, graceSeconds: number) =>
    call(z.object({ due: z.boolean() }), 'end_session', { id, graceSeconds }),
  /** Turns due sessions into `extract` jobs. Returns how many. */
  enqueueDueExtractions: () => call(z.number(), 'enqueue_due_extractions', {}),
  /** After a restart of the only process: every session with messages above the watermark is due `graceSeconds` from now. */
  endOrphanedSessions: (graceSeconds: number) => call(z.number(), 'end_orphaned_sessions', { graceSeconds }),
  /**
   * What an extraction reads, as of one moment: the session, its last `context` messages up to the watermark, and its first
   * `limit` above it, by number. Null for an unknown session.
   */
  async readExtraction(
    sessionId: string,
    query: { context: number; limit: number },
  ): Promise<ExtractionInput | null> {
    const { session: found, ...messages } = await call(extraction, 'read_extraction', {
      sessionId,
      ...query,
    });
    return found && { session: found, ...messages };
  },
  /**
   * Stores a compaction in one transaction: the summary, how far it goes (`through`), the watermark moved up to
   * `through`, and the candidates as a `deduplicate` job (payload `{ sessionId, candidates }`) when there are any.
   * Candidates whose evidence lies wholly at or below the watermark of that moment are left out: another job took
   * them. Throws `conflict` when `summaryThrough` is not at `from` (another process compacted first), or when the summary is not
   * `before` any more, or when something that was read was taken or forgotten (the new summary may hold it).
   */
  saveCompaction: ({
    seen,
    ...input
  }: {
    sessionId: string;
    from: number;
    through: number;
    before: string | null;
    seen?: Seen;
    summary: string;
    summaryHash: string;
    candidates: Candidate[];
  }) => call(compaction, 'save_compaction', { ...input, seen: seen ?? null }),
});

type SessionPatch = { name?: string | null; state?: Metadata | null; metadata?: Metadata | null };
