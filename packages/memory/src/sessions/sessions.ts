import type { MemoryOptions } from '../options.ts';
import { isOutage, MemoryError } from '../errors.ts';
import { narrowingProject, storedProject } from '../namespaces.ts';
import type { Clock, Log } from '../ports.ts';
import { redact } from '../redaction/redact.ts';
import type { Job } from '../store/jobs.ts';
import type { Message, StoredMessage } from '../store/messages.ts';
import type { Session } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import type { Metadata, NewMessage } from '../types.ts';
import { indexMessage } from './index-message.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { MessageJournal } from './message-journal.ts';

type Dependencies = {
  store: Pick<
    Store,
    | 'openSession'
    | 'getSession'
    | 'listSessions'
    | 'updateSession'
    | 'appendMessages'
    | 'listMessages'
    | 'endSession'
    | 'endOrphanedSessions'
    | 'enqueueJob'
  >;
  clock: Clock;
  options: MemoryOptions;
  /** Where messages wait while the store is away; null: `append` throws then. */
  journal: MessageJournal | null;
  log: Log;
  /** Called after a job may have been enqueued. */
  signalJobs: () => void;
};

/** The project may be named in any way that its namespaces are (`TaskForge` is `taskforge`). */
export type SessionIdentity = { id: string; project: string | null; agent: string };

/** `number` is null while the message waits in the journal. */
export type Appended = { id: string; number: number | null };

/** Sessions and their messages. What is stored is redacted; the caller's own objects are left as they are. */
export function createSessions({ store, clock, options, journal, log, signalJobs }: Dependencies) {
  const { idle, every, endGrace } = options.extraction;
  /** Why the journal could not be stored when it was tried last. */
  let problem: string | null = null;

  async function storeEntry({ session, messages }: JournalEntry): Promise<Appended[]> {
    const stored = await store.appendMessages(session.id, messages, { idleSeconds: idle, every });
    return stored.map(({ id, number }) => ({ id, number }));
  }

  async function wait(into: MessageJournal, entry: JournalEntry): Promise<Appended[]> {
    await into.append(entry);
    log.warn({ session: entry.session.id }, 'the store is away; messages wait in the journal');
    return entry.messages.map(({ id }) => ({ id, number: null }));
  }

  /** Never throws: what cannot be stored now stays where it is, and must stop neither a chat nor the start. */
  async function replayJournal(): Promise<void> {
    if (!journal) return;
    try {
      const { stored, putAside } = await journal.replay(async (entry) => {
        // the session may have begun while the store was away
        await store.openSession({ ...entry.session, metadata: {} });
        await storeEntry(entry);
      });
      problem = null;
      if (stored > 0) log.info({ count: stored }, 'messages of the journal are stored');
      if (putAside > 0) {
        const { folder } = journal.refused;
        log.error(
          { count: putAside, folder },
          'messages of the journal are refused by the store, and put aside',
        );
      }
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (!isOutage(error) && problem !== text) {
        log.error({ err: error }, 'the journal cannot be stored; it is tried again');
      }
      problem = text;
    }
  }

  return {
    /**
     * Makes the session or reopens it; reopening cancels a pending end. Idempotent. With the store away a session that is
     * `fresh` (nobody can have stored it yet) opens all the same, and is made when its first message is stored.
     */
    async open(input: SessionIdentity & { metadata?: Metadata; fresh?: boolean }): Promise<Session> {
      const { fresh = false, metadata = {}, ...given } = input;
      const identity = { ...given, project: storedProject(given.project) };
      try {
        return await store.openSession({ ...identity, metadata });
      } catch (error) {
        if (!fresh || !journal || !isOutage(error)) throw error;
        return unstoredSession({ ...identity, metadata }, clock.now());
      }
    },
    get: (id: string): Promise<Session | null> => store.getSession(id),
    list: (
      query: { project?: string | undefined; before?: Date | undefined; limit?: number } = {},
    ): Promise<Session[]> =>
      store.listSessions({
        project: narrowingProject(query.project),
        before: query.before ?? null,
        limit: query.limit ?? 50,
      }),
    update: (id: string, patch: { name?: string; state?: Metadata; metadata?: Metadata }): Promise<Session> =>
      store.updateSession(id, patch),
    /**
     * Stores messages in order, redacted, and returns their numbers. Idempotent by message id: what is stored already
     * keeps its number. With the store away they wait in the journal, where there is one, and have no number yet.
     */
    async append(session: SessionIdentity, messages: NewMessage[]): Promise<Appended[]> {
      const stored = await Promise.all(messages.map((message) => prepareMessage(message, clock.now())));
      const entry = { session: { ...session, project: storedProject(session.project) }, messages: stored };
      if (journal?.isWaiting) await replayJournal();
      // a message that is stored must not overtake one that waits
      if (journal?.isWaiting) return wait(journal, entry);
      try {
        return await storeEntry(entry);
      } catch (error) {
        if (!journal || !isOutage(error)) throw error;
        return wait(journal, entry);
      }
    },
    /** Stores what waits in the journal. Returns how many messages still wait. Never throws. */
    async flush(): Promise<number> {
      await replayJournal();
      return journal?.pending ?? 0;
    },
    /** What waits in the journal and why, and what the store refused for good. */
    async journal(): Promise<{
      waiting: number;
      problem: string | null;
      refused: number;
      folder: string | null;
    }> {
      return {
        waiting: journal?.pending ?? 0,
        problem,
        refused: (await journal?.refused.count()) ?? 0,
        folder: journal?.refused.folder ?? null,
      };
    },
    /** Messages after a number, oldest first; `limit` of them, or all. */
    async messages(sessionId: string, after = 0, limit = Infinity): Promise<Message[]> {
      const all: Message[] = [];
      for (;;) {
        const page = Math.min(1_000, limit - all.length);
        const next = await store.listMessages(sessionId, { after: all.at(-1)?.number ?? after, limit: page });
        all.push(...next);
        if (next.length < page || all.length >= limit) return all;
      }
    },
    /**
     * The last client left: what is not extracted yet is due after the grace; with `now` at once (a new chat, a
     * shutdown). Opening the session again before that cancels it.
     */
    async end(id: string, { now = false }: { now?: boolean } = {}): Promise<void> {
      const { due } = await store.endSession(id, now ? 0 : endGrace);
      if (due) signalJobs();
    },
    /**
     * Extracts in the background, from now, what is not extracted yet; the session goes on. The job that does it, or null when
     * there is nothing to extract. Throws `not_found`.
     */
    async extract(id: string): Promise<Job | null> {
      const session = await store.getSession(id);
      if (!session) throw new MemoryError('not_found', `there is no session ${id}`);
      if (session.messageCount <= session.extractedThrough) return null;
      const job = await store.enqueueJob({ kind: 'extract', key: id, payload: {}, delaySeconds: 0 });
      signalJobs();
      return job;
    },
    /** After a restart of the only process: no client of any session can be there any more. */
    endOrphaned: (): Promise<number> => store.endOrphanedSessions(endGrace),
  };
}

const unstoredSession = (identity: SessionIdentity & { metadata: Metadata }, now: Date): Session => ({
  ...identity,
  name: null,
  state: {},
  summary: null,
  summaryHash: null,
  summaryThrough: 0,
  extractedThrough: 0,
  messageCount: 0,
  tokenCount: 0,
  createdAt: now,
  lastActiveAt: now,
  endedAt: null,
});

async function prepareMessage(message: NewMessage, createdAt: Date): Promise<StoredMessage> {
  const content = await redact(message.content);
  const toolCalls = await Promise.all(
    message.toolCalls.map(async (call) => ({ ...call, arguments: await redact(call.arguments) })),
  );
  return {
    ...message,
    content,
    toolCalls,
    createdAt,
    ...indexMessage({ ...message, content, toolCalls }),
  };
}
