import type { Candidate, Message, Metadata, NewMessage, Session } from '../types.ts';

/**
 * How many marks the messages of a session had, after one up to another, when they were read. What was made of them is refused
 * when they have others by now.
 */
export type Seen = { sessionId: string; after: number; through: number; marks: number };

/** A message as it is written: redacted, counted and hashed by the library. */
export type StoredMessage = NewMessage & {
  tokens: number;
  contentHash: string;
  words: string[];
  createdAt: Date;
};

export type SessionStore = {
  /** Opens a session: makes it, or reopens it. Reopening cancels a pending end. An existing session keeps its project. */
  openSession(input: {
    id: string;
    project: string | null;
    agent: string;
    metadata: Metadata;
  }): Promise<Session>;
  getSession(id: string): Promise<Session | null>;
  listSessions(query: { project: string | null; before: Date | null; limit: number }): Promise<Session[]>;
  /** Sets only what is given. */
  updateSession(
    id: string,
    patch: { name?: string; state?: Metadata; metadata?: Metadata },
  ): Promise<Session>;
  /**
   * Stores messages in the given order and numbers them; a message whose id is stored already keeps its number.
   * Sets the session's extraction due `idleSeconds` after now, and enqueues it when `every` more messages stand above
   * the watermark (0 = never). Returns the stored messages in the given order.
   */
  appendMessages(
    sessionId: string,
    messages: StoredMessage[],
    options: { idleSeconds: number; every: number },
  ): Promise<Message[]>;
  /**
   * What an extraction reads, all of one moment: the session, its last `context` messages up to the watermark, and its first
   * `limit` above it, by number. Null without the session.
   */
  readExtraction(
    sessionId: string,
    query: { context: number; limit: number },
  ): Promise<ExtractionInput | null>;
  /** By number, ascending, `after` exclusive. */
  listMessages(sessionId: string, query: { after: number; limit: number }): Promise<Message[]>;
  /**
   * The session's last client is gone (or it is closed): its extraction is due `graceSeconds` after now; 0 enqueues the job in the
   * same transaction. Without messages above the watermark nothing happens.
   */
  endSession(id: string, graceSeconds: number): Promise<{ due: boolean }>;
  /** Turns due sessions into `extract` jobs. Returns how many. */
  enqueueDueExtractions(): Promise<number>;
  /** After a restart of the only process: every session with messages above the watermark is due `graceSeconds` after now. */
  endOrphanedSessions(graceSeconds: number): Promise<number>;
  /** Word search over past messages of the project, newest first among equals. */
  searchMessages(query: {
    words: string[];
    project: string | null;
    sessionId: string | null;
    since: Date | null;
    until: Date | null;
    limit: number;
  }): Promise<{ message: Message; wordScore: number }[]>;
  /**
   * Stores a compaction in one transaction: the summary, how far it goes (`through`), the watermark moved up to
   * `through`, and the candidates as a `deduplicate` job (payload `{ sessionId, candidates }`) when there are any.
   * Candidates whose evidence lies wholly at or below the watermark as it stands then are left out: another job took
   * them. `conflict` when `summaryThrough` is not at `from` (another process compacted first), or when the summary is not
   * `before` any more or something of what was read was taken or forgotten (the new summary may hold it).
   */
  saveCompaction(input: {
    sessionId: string;
    from: number;
    through: number;
    before: string | null;
    seen?: Seen;
    summary: string;
    summaryHash: string;
    candidates: Candidate[];
  }): Promise<{ session: Session; jobId: string | null }>;
};

export type ExtractionInput = { session: Session; context: Message[]; messages: Message[] };
