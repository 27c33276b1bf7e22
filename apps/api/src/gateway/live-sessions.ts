import { randomUUID } from 'node:crypto';
import { isStoreFailure, MemoryError, storedProject, type SyncReport } from '@devai/memory';
import { actingAs } from '../agents/acting-as.ts';
import { beginConversation, loadConversation } from '../agents/conversation.ts';
import { createPrefixMeter } from '../agents/prefix-meter.ts';
import { createForgottenLately } from '../agents/forgotten-lately.ts';
import type { ApprovalPolicy } from '../agents/approvals.ts';
import { agentOf } from '../agents/roster/roster.ts';
import { temporaryHost } from '../agents/temporary-memory.ts';
import type { TurnHost } from '../agents/turn-host.ts';
import type { ServerFrame } from '@devai/fastify/protocol/frames';
import { LiveSession } from './live-session.ts';

export type LiveSessions = ReturnType<typeof createLiveSessions>;

type Wanted = {
  id: string | undefined;
  /** The session may have no message yet, and then it is not stored. */
  isFresh?: boolean;
  /** Nothing of it is kept: it is held here while it has clients, and some time after its connection broke. */
  isTemporary?: boolean;
  project: string | null | undefined;
  /** Whether the client may use a project, as the store names it. A session of another one does not exist for it. */
  mayUse: (project: string | null) => boolean;
};
type Ended = { id: string; project: string | null };

/** The part of a turn's host that all sessions share. */
type Dependencies = Omit<
  TurnHost,
  | 'sessionId'
  | 'project'
  | 'agent'
  | 'conversation'
  | 'prefixMeter'
  | 'approvals'
  | 'emit'
  | 'forgottenLately'
  | 'sayForUser'
  | 'isTemporary'
  | 'model'
  | 'isOffline'
> & {
  /** The model of the turns that begin now. */
  modelNow: () => Pick<TurnHost, 'model' | 'isOffline'>;
  approvalPolicy: ApprovalPolicy;
  /** Called with every frame of a turn. */
  onFrame: (frame: ServerFrame, traceId: string) => void;
};

/** Sessions of a user that were left last, which are kept with their conversation and frames. */
const mostLeft = 5;
/** Milliseconds that a temporary chat waits for a client whose connection broke. */
const temporaryGrace = 60_000;
const forgettings: ReadonlySet<string> = new Set([
  'memory_forgotten',
  'message_forgotten',
  'session_deleted',
]);

/**
 * The sessions of a user that this process uses. Opening a session twice returns the same object. A session that is no longer used is removed here and
 * ended in the store, which makes its extraction due. A client that comes back while the store is away gets it as it was.
 */
export function createLiveSessions(dependencies: Dependencies) {
  const { memory, log } = dependencies;
  const live = new Map<string, Promise<LiveSession>>();
  const ending = new Map<string, Promise<void>>();
  const forgottenLately = createForgottenLately();
  const left = new Map<string, LiveSession>();
  // they may hold what was forgotten
  const stopListening = memory.onEvent(({ type }) => {
    if (forgettings.has(type)) left.clear();
  });

  return {
    /**
     * Opens a session; a new one when `id` is undefined, which is stored with its first message. Throws `not_found` for an id that the
     * store does not know unless it is fresh, and `conflict` for a session of another project; `project` undefined: any.
     */
    open(wanted: Wanted): Promise<LiveSession> {
      const sessionId = wanted.id ?? randomUUID();
      const known = live.get(sessionId);
      if (known) return known.then((session) => requireKind(requireProject(session, wanted), wanted));
      const opened = load(sessionId, wanted).catch((error: unknown) => {
        const session = left.get(sessionId);
        if (!session || !isStoreFailure(error)) throw error;
        return requireProject(session, wanted);
      });
      live.set(sessionId, opened);
      opened.catch(() => live.delete(sessionId));
      return opened;
    },
    /** A session, if this process uses it. */
    async find(id: string): Promise<LiveSession | null> {
      return (await live.get(id)) ?? null;
    },
    /** The sessions that this process uses. */
    async all(): Promise<LiveSession[]> {
      const sessions = await Promise.allSettled(live.values());
      return sessions.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    },
    /** Keeps nothing of sessions that were left, and no longer hears of what was forgotten. */
    stopListening(): void {
      left.clear();
      stopListening();
    },
    /** Whether no session is in use, nor being ended. */
    isEmpty: (): boolean => live.size + ending.size === 0,
    /** Cancels all turns, ends all sessions, and resolves when everything is stored. */
    async close(): Promise<void> {
      const sessions = await Promise.allSettled(live.values());
      for (const result of sessions) {
        if (result.status === 'rejected') continue;
        await result.value.close();
        end(result.value, true);
      }
      await Promise.all(ending.values());
    },
  };

  async function load(id: string, wanted: Wanted): Promise<LiveSession> {
    // wait for a pending end, which would close the session again
    await ending.get(id);
    const stored = wanted.id === undefined ? null : await memory.sessions.get(id);
    if (wanted.id !== undefined && !wanted.isFresh && !stored)
      throw new MemoryError('not_found', wanted.isTemporary ? temporaryIsGone : `there is no session ${id}`);
    const { project } = stored ? requireProject(stored, wanted) : { project: requireUsable(wanted) };
    const isNew = stored === null;
    const { isTemporary = false } = wanted;
    if (isTemporary && stored) throw notTemporary(id);
    const host = isTemporary ? temporaryHost(dependencies) : dependencies;
    const identity = { id, project, agent: 'chapo' };
    const session = await host.memory.sessions.open({ ...identity, fresh: isNew, withFirstMessage: isNew });
    const conversation = stored
      ? await loadConversation(memory, session)
      : await beginConversation(host.memory, session);
    const focus = await memory.focus.sync({ project: session.project });
    const known = await memory.memoryFile.sync();
    const notes = [
      ...session.degraded,
      ...notesOf('RECENT_FOCUS.md', focus),
      ...notesOf('the memory file', known),
    ];
    return new LiveSession(
      {
        ...actingAs(agentOf(session), host),
        sessionId: id,
        project: session.project,
        conversation,
        prefixMeter: createPrefixMeter(),
        forgottenLately,
        isTemporary,
      },
      {
        notes,
        onIdle: (isDone) => (isTemporary ? void dropLater(session.id, isDone) : end(session, isDone)),
        begin: isNew && !isTemporary ? () => memory.sessions.open({ ...identity, fresh: true }) : null,
      },
    );
  }

  /** Ends a temporary session that nobody uses: at once if nobody returns, else when nobody has returned for a while. */
  async function dropLater(id: string, isDone: boolean): Promise<void> {
    const session = await live.get(id);
    const drop = (): void => {
      if (!session?.idle || !live.delete(id)) return;
      void memory.sessions.end(id);
    };
    if (isDone) drop();
    else setTimeout(drop, temporaryGrace).unref();
  }

  /** `now`: makes the extraction due at once, because no client is expected to return. */
  function end(session: Ended, now: boolean): void {
    const { id } = session;
    // the session may have been ended before its client left
    const was = live.get(id);
    if (!was || !live.delete(id)) return;
    void was.then(keepLeft);
    ending.set(
      id,
      endInStore(session, now).finally(() => ending.delete(id)),
    );
  }

  function keepLeft(session: LiveSession): void {
    left.delete(session.id);
    left.set(session.id, session);
    for (const id of [...left.keys()].slice(0, -mostLeft)) left.delete(id);
  }

  async function endInStore({ id, project }: Ended, now: boolean): Promise<void> {
    try {
      await memory.sessions.end(id, { now });
    } catch (error) {
      const isDeleted = error instanceof MemoryError && error.code === 'not_found';
      // nothing is lost: the session's idle date makes the extraction due
      if (!isDeleted) log.error({ session: id, err: error }, 'the session could not be ended in the store');
    }
    await memory.focus.write({ project });
    await memory.memoryFile.sync();
  }
}

/** What the user should know of the sync of a file. With a copy, the memory's notices say what was not understood. */
const notesOf = (file: string, { degraded, notUnderstood, copy }: SyncReport): string[] => [
  ...degraded,
  ...(copy === null ? notUnderstood.map((part) => `${file}: ${part}`) : []),
];

const temporaryIsGone = 'this temporary chat is gone: nothing of it was kept';
const notTemporary = (id: string): MemoryError =>
  new MemoryError('conflict', `session ${id} is kept: it is no temporary chat`);

/** Returns the session. Throws `conflict` when it is kept and a temporary one is wanted. */
function requireKind(session: LiveSession, { isTemporary = false }: Wanted): LiveSession {
  if (isTemporary && !session.isTemporary) throw notTemporary(session.id);
  return session;
}

/** The project of a new session. Throws `not_found`. */
function requireUsable({ project = null, mayUse }: Wanted): string | null {
  if (mayUse(storedProject(project))) return project;
  throw new MemoryError('not_found', `there is no project ${project}`);
}

/** Returns the session. Throws `not_found`, and `conflict` when it belongs to another project than the one that is wanted. */
function requireProject<Found extends { id: string; project: string | null }>(
  session: Found,
  { project: wanted, mayUse }: Wanted,
): Found {
  if (!mayUse(session.project)) throw new MemoryError('not_found', `there is no session ${session.id}`);
  const project = wanted === undefined ? session.project : storedProject(wanted);
  if (session.project === project) return session;
  const [own, other] = [session.project, project].map((name) =>
    name === null ? 'no project' : `the project ${name}`,
  );
  throw new MemoryError('conflict', `session ${session.id} belongs to ${own}, not to ${other}`);
}
