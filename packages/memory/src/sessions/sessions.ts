import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { MemoryOptions } from '../options.ts';
import { isStoreFailure, MemoryError } from '../errors.ts';
import { narrowingProject, storedProject } from '../namespaces.ts';
import type { ChatMessage, Clock, Log } from '../ports.ts';
import { redactMetadata } from '../redaction/redact-metadata.ts';
import { redact, refuseSecrets } from '../redaction/redact.ts';
import type { RedactedText } from '../redaction/redacted-text.ts';
import type { Job } from '../store/jobs.ts';
import type { Message } from '../store/messages.ts';
import type { Session } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import type { GivenMessage, Metadata } from '../types.ts';
import { namesOf, storedUser } from '../users.ts';
import type { MessageJournal } from './message-journal.ts';
import {
  continuation,
  sessionIdsOf,
  toMessages,
  type PostedMessage,
  type TimedMessage,
} from './posted-conversation.ts';
import { completed, prepareMessage } from './prepare-message.ts';
import type {
  appendOptions,
  extractFromInput,
  openInput,
  sessionChange,
  SessionIdentity,
  sessionListQuery,
} from './requests.ts';
import { createWaitingMessages, keyOf, type Opening, type Outage, type Stored } from './waiting-messages.ts';

type Dependencies = {
  store: Store;
  /** Whose sessions these are. */
  user: string;
  /** Entries of the journal may be another user's. */
  storeOf: (user: string) => Store;
  outage: Outage;
  clock: Clock;
  options: MemoryOptions;
  /** Holds messages while the store is down; null: `append` throws then. */
  journal: MessageJournal | null;
  log: Log;
  /** Called with the project's name as it was given, after a session was opened. */
  onOpened: (project: string | null) => Promise<unknown>;
  /** Called after a job may have been enqueued. */
  signalJobs: () => void;
  /** Called before a message that begins a turn is stored. Never throws. */
  onAsked: (text: RedactedText) => void;
  /** Called after messages were stored. */
  onStored: () => void;
  /** Called after a message was pinned or unpinned. */
  onPinned: (message: Message) => void;
};

/** Seconds that a turn is leased for, unless the lease is renewed. */
const turnLease = 30;

/** Messages read of a session to find whether a posted conversation continues it: more than one post holds. */
const mostPosted = 10_000;

/** Characters of a session's state as JSON, and of one of its keys. */
const longestState = 16_000;
const longestKey = 100;

/** `text`: the content as it is stored. `tokens`: of the message as it was given; `stored`: the message as it is stored. */
export type Appended = Stored & { text: RedactedText; tokens: number; stored: ChatMessage };

/** `stored`: how many messages were new. `job`: extracts them; null: all of the session is extracted. */
export type Posted = { session: Session; stored: number; job: Job | null };

/** Sessions and their messages. Stored texts are redacted; the caller's objects stay unchanged. */
export function createSessions({ store, clock, options, journal, log, ...dependencies }: Dependencies) {
  const { user, storeOf, outage, onOpened, signalJobs, onAsked, onStored, onPinned } = dependencies;
  const { unopened } = outage;
  const { endGrace } = options.extraction;
  const waiting = createWaitingMessages({ storeOf, outage, clock, options, journal, log, onStored });

  /** Whether a name in a posted conversation is the user's id. */
  const isUser = (name: string): boolean =>
    name.trim() !== '' && name.length <= 200 && storedUser(name) === user;

  /** Finds the session that has the longest beginning of a posted conversation, and what it does not have yet. */
  async function continued(
    project: string | null,
    posted: PostedMessage[],
  ): Promise<{ id: string; messages: TimedMessage[] }> {
    const ids = sessionIdsOf(namesOf(user, project), posted);
    const known = new Set(await store.knownSessions(ids));
    for (const id of ids.filter((one) => known.has(one)).toReversed()) {
      const stored = await store.listMessages(id, { after: 0, limit: mostPosted });
      const messages = continuation(toMessages(id, posted, isUser), stored);
      if (messages) return { id, messages };
    }
    const id = ids.at(-1) ?? randomUUID();
    return { id, messages: toMessages(id, posted, isUser) };
  }

  return {
    /**
     * Creates or reopens the session; reopening cancels a pending end. Idempotent. A `fresh` session (certainly not stored yet)
     * is created with its first stored message if `withFirstMessage` asks for it, and during an outage, which `degraded` says. Throws
     * `invalid_input` for a project with a secret in it, and `conflict` for a session of another project.
     */
    async open(input: z.input<typeof openInput>): Promise<Session & { degraded: string[] }> {
      const { fresh = false, withFirstMessage = false, metadata: told = {}, parent = null, ...given } = input;
      await refuseSecrets('project', [given.project]);
      const metadata = await redactMetadata(told);
      const opening = { ...given, project: storedProject(given.project), metadata, parent };
      const openLater = (): Session => {
        const noteOpened = () => onOpened(given.project);
        unopened.set(keyOf(user, given.id), { opening, noteOpened, hasMessages: false });
        return unstoredSession(opening, clock.now());
      };
      if (fresh && withFirstMessage) return { ...openLater(), degraded: [] };
      try {
        const session = await store.openSession(opening);
        await onOpened(given.project);
        unopened.delete(keyOf(user, given.id));
        return { ...session, degraded: [] };
      } catch (error) {
        if (!fresh || !journal || !isStoreFailure(error)) throw error;
        log.warn(
          { session: given.id, err: error },
          'the store takes no session; it is created with its first message',
        );
        const degraded = ['the store cannot be reached: messages wait on the disk of this server'];
        return { ...openLater(), degraded };
      }
    },
    get: (id: string): Promise<Session | null> => store.getSession(id),
    /** Those with messages or a name, last active first. */
    list: (query: z.input<typeof sessionListQuery> = {}): Promise<Session[]> =>
      store.listSessions({
        ...{ children: query.children, parent: query.parent },
        project: narrowingProject(query.project),
        before: query.before ?? null,
        limit: query.limit ?? 50,
      }),
    async update(id: string, { name, state, metadata }: z.input<typeof sessionChange>): Promise<Session> {
      return store.updateSession(id, {
        ...(name === undefined ? {} : { name: await redact(name) }),
        ...(state && { state: await redactMetadata(checkedState(state)) }),
        ...(metadata && { metadata: await redactMetadata(metadata) }),
      });
    },
    /**
     * Keeps a value of the session under a key, redacted, or removes it (undefined). Prompts of the session show it. Throws `not_found`, and
     * `invalid_input` for a key that is empty, too long or holds a secret, for a value that is not JSON, and when all values would have
     * more than 16,000 characters. Idempotent. Returns the state.
     */
    async setState(id: string, key: string, value: unknown): Promise<Metadata> {
      await refuseSecrets('key', [key]);
      if (key === '' || key.length > longestKey) {
        throw new MemoryError('invalid_input', `key: needs 1 to ${longestKey} characters, has ${key.length}`);
      }
      const { [key]: kept } = await redactMetadata({ [key]: value });
      return store.setSessionState(id, key, kept, longestState);
    },
    /**
     * Stores messages in order, redacted, with their own time or the store's, and returns their numbers. A role and a content suffice. Idempotent by
     * message id, which is a UUID or any name in the session: a stored message keeps its number. During an outage they wait in the journal, if there is one, with the time of their arrival, and have no number
     * yet. Throws `conflict` for an id that is stored with another text, and for a session of another
     * project.
     *
     * With `turn` they begin or end its holder's turn. Throws `session_busy` while another holder runs one in the session, and stores
     * nothing. A holder that dies loses its turn after 30 seconds; while the store is down, nobody holds one.
     */
    async append(
      session: SessionIdentity,
      messages: GivenMessage[],
      { turn }: z.input<typeof appendOptions> = {},
    ): Promise<Appended[]> {
      const prepared = await Promise.all(
        messages.map((message) => prepareMessage(completed(session.id, message))),
      );
      if (turn?.is === 'beginning') prepared.slice(-1).forEach(({ text }) => onAsked(text));
      const entry = {
        session: { ...session, user, project: storedProject(session.project) },
        messages: prepared.map(({ message }) => message),
      };
      const stored = await waiting.append(
        entry,
        turn ? { holder: turn.holder, seconds: turn.is === 'beginning' ? turnLease : 0 } : null,
      );
      return prepared.flatMap(({ text, tokens, stored: asStored }, index) => {
        const one = stored[index];
        return one ? [{ ...one, text, tokens, stored: asStored }] : [];
      });
    },
    /** Keeps a turn that `append` began for `holder`: call it every few seconds. Never throws: the lease runs out. */
    async renewTurn(sessionId: string, holder: string): Promise<void> {
      try {
        await store.renewTurn(sessionId, { holder, seconds: turnLease });
      } catch (error) {
        log.warn({ err: error, session: sessionId }, 'the lease of the turn was not renewed');
      }
    },
    /** Stores the messages in the journal. Returns how many still wait. Never throws. */
    async flush(): Promise<number> {
      await waiting.replay();
      return journal?.pending ?? 0;
    },
    /** How many messages wait in the journal and why, and how many the store rejected for good. */
    async journal() {
      return {
        waiting: journal?.pending ?? 0,
        problem: outage.problem,
        refused: (await journal?.refused.count()) ?? 0,
        folder: journal?.refused.folder ?? null,
      };
    },
    /** Messages after a number, oldest first, at most `limit`. */
    async messages(sessionId: string, after = 0, limit = Infinity): Promise<Message[]> {
      const all: Message[] = [];
      for (;;) {
        const page = Math.min(1_000, limit - all.length);
        const next = await store.listMessages(sessionId, { after: all.at(-1)?.number ?? after, limit: page });
        all.push(...next);
        if (next.length < page || all.length >= limit) return all;
      }
    },
    /** The pinned messages up to a number, oldest first. */
    async pinned(sessionId: string, through: number): Promise<Message[]> {
      const pinned = await store.listMessages(sessionId, { after: 0, limit: 1_000, pinnedOnly: true });
      return pinned.filter(({ number }) => number <= through);
    },
    /**
     * Pins a message of the user or the agent, so that no compaction replaces it, or unpins it. Throws `not_found`, and `invalid_input`
     * for a tool's call or result. Idempotent.
     */
    async pin(sessionId: string, number: number, pinned: boolean): Promise<Message> {
      const message = await store.pinMessage(sessionId, number, pinned);
      onPinned(message);
      return message;
    },
    /**
     * Call it when the last client left: the extraction is due after a grace period, or at once with `now` (a new chat, a shutdown).
     * Reopening the session before that cancels it.
     */
    async end(id: string, { now = false }: { now?: boolean } = {}): Promise<void> {
      const key = keyOf(user, id);
      if (unopened.get(key)?.hasMessages === false) {
        // nothing was said in it, so it was never stored
        unopened.delete(key);
        return;
      }
      const { due } = await store.endSession(id, now ? 0 : endGrace);
      if (due) signalJobs();
    },
    /**
     * Begins the session of an agent that continues a conversation: with the project, the state and the choices of the old session, and
     * `told` as its first message, a notice that is not extracted. The old one ends. Throws `not_found`, `session_busy` and `invalid_input`.
     */
    async goOn(
      from: string,
      { to, state, told }: { to: string; state: Metadata; told: string },
    ): Promise<Session> {
      const { message } = await prepareMessage({
        ...{ id: randomUUID(), role: 'user', type: 'notice', content: told },
        ...{ toolCalls: [], toolCallId: null, pinned: false, metadata: {}, createdAt: null },
      });
      const session = await store.handOver({
        ...{ from, id: randomUUID(), agent: to, message, limit: longestState },
        state: await redactMetadata(state),
      });
      await this.end(from, { now: true });
      return session;
    },
    /**
     * Extracts the rest of the session in the background; the session continues. Returns the job, or null if nothing is left to extract.
     * Throws `not_found`.
     */
    async extract(id: string): Promise<Job | null> {
      const session = await store.getSession(id);
      if (!session) throw new MemoryError('not_found', `there is no session ${id}`);
      if (session.messageCount <= session.extractedThrough) return null;
      const job = await store.enqueueJob({ kind: 'extract', key: id, payload: {}, delaySeconds: 0 });
      signalJobs();
      return job;
    },
    /**
     * Stores a conversation that was held elsewhere, in the format of OpenAI, Anthropic or Ollama, with the times of its messages, and
     * extracts it in the background. Without a `sessionId` it goes on in the session that has its longest beginning; a conversation that
     * differs from what is stored, as after an edit, is another one. In both cases what the session has already is not stored twice.
     * Idempotent. Throws as `append`, and `conflict` for a session of another project.
     */
    async extractFrom(input: z.input<typeof extractFromInput>): Promise<Posted> {
      const project = storedProject(input.project);
      const { sessionId } = input;
      const { id, messages } = sessionId
        ? { id: sessionId, messages: toMessages(sessionId, input.messages, isUser) }
        : await continued(project, input.messages);
      const existing = await store.getSession(id);
      const identity = { id, project, agent: existing?.agent ?? 'posted' };
      if (!existing) await this.open({ ...identity, project: input.project });
      const appended = await this.append(identity, messages);
      const session = await store.getSession(id);
      if (!session) throw new MemoryError('not_found', `there is no session ${id}`);
      const stored = appended.filter(({ isNew }) => isNew).length;
      return { session, stored, job: await this.extract(id) };
    },
    /** Call it after a restart of the only process: no client can be connected to any session. */
    endOrphaned: (): Promise<number> => store.endOrphanedSessions(endGrace),
  };
}

function checkedState(state: Metadata): Metadata {
  const { length } = JSON.stringify(state);
  if (length <= longestState) return state;
  throw new MemoryError(
    'invalid_input',
    `state: can have at most ${longestState} characters as JSON, and would have ${length}`,
  );
}

const unstoredSession = (opening: Opening, now: Date): Session => ({
  ...opening,
  name: null,
  firstWords: null,
  gist: null,
  state: {},
  summary: null,
  summaryHash: null,
  summaryThrough: 0,
  extractedThrough: 0,
  messageCount: 0,
  tokenCount: 0,
  handedOverFrom: null,
  createdAt: now,
  lastActiveAt: now,
  endedAt: null,
});
