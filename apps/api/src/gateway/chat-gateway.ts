import { randomBytes, randomUUID } from 'node:crypto';
import { MemoryError, type Clock } from '@devai/memory';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import {
  parseClientFrame,
  storedMessageOf,
  type ClientFrame,
  type ClientKind,
  type NumberedFrame,
  type ServerFrame,
} from '@devai/fastify/protocol/frames';
import type { ServerInfo } from '@devai/fastify/protocol/server';
import type { LiveSession } from './live-session.ts';
import { longestTimer, mayUse, type Caller } from '@devai/fastify/users/caller';
import type { LiveSessions } from './live-sessions.ts';
import type { Rooms } from './rooms.ts';

/** Frames that one connection may send: enough for bursts of typing, not for a runaway loop. */
const frameLimit = { frames: 60, perMilliseconds: 10_000 };
/** A client is disconnected when so many bytes still wait for it after so long; it reconnects and gets what it missed. */
const slowness = { bytes: 8_000_000, milliseconds: 10_000 };
const pingEvery = 30_000;
/** The code with which the websocket of a client is closed whose token has expired. */
const tokenExpired = 4401;
/** The code of a websocket that was not closed in order. */
const brokenOff = 1006;

type Hello = Extract<ClientFrame, { type: 'hello' }>;

/** Registers `/ws/chat`: a client sends `hello`, then chats. A bad frame is answered with an `error` frame. */
export function registerChatGateway(
  app: FastifyInstance,
  { rooms, info, clock }: { rooms: Pick<Rooms, 'of'>; clock: Clock } & Pick<Connection, 'info'>,
): void {
  const limiters = createLimiters();
  app.get('/ws/chat', { websocket: true, schema: { hide: true } }, (socket, request) => {
    const { caller, ownProject, log } = request;
    const traceId = traceIdOf(request.headers['traceparent']);
    const sessions = rooms.of(caller.user);
    const allowed = limiters.of(caller, socket);
    serveConnection(socket, { sessions, caller, ownProject, allowed, info, traceId, log });
    if (caller.expiresAt) closeAt(socket, caller.expiresAt, clock);
  });
}

function closeAt(socket: WebSocket, moment: Date, clock: Clock): void {
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    const left = moment.getTime() - clock.now().getTime();
    if (left <= 0) socket.close(tokenExpired, 'the token has expired');
    else timer = setTimeout(wait, Math.min(left, longestTimer));
  };
  socket.once('close', () => clearTimeout(timer));
  wait();
}

type Connection = {
  sessions: Pick<LiveSessions, 'open'>;
  caller: Caller;
  /** The project of a new chat if the client names none. */
  ownProject: string | null;
  /** Counts a frame, and says whether it may be handled. */
  allowed: () => boolean;
  info: ServerInfo;
  /** The trace id of all turns of the connection; null: each turn gets its own. */
  traceId: string | null;
  log: FastifyBaseLogger;
};

const traceparent = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/;

/** The trace id of a W3C traceparent; null when there is none. */
const traceIdOf = (header: string | string[] | undefined): string | null =>
  (typeof header === 'string' ? traceparent.exec(header)?.[1] : undefined) ?? null;

function serveConnection(
  socket: WebSocket,
  { sessions, caller, ownProject, allowed, info, traceId, log }: Connection,
): void {
  let session: LiveSession | null = null;
  let kind: ClientKind | null = null;
  const client = { send };
  const mayUseProject = (project: string | null): boolean => mayUse(caller, project);
  // handle the frames of a connection one after the other
  let queue = Promise.resolve();
  let waiting = 0;
  let overdue: NodeJS.Timeout | undefined;

  const stopPinging = keepAlive(socket);
  socket.on('message', (data, isBinary) => {
    if (!allowed()) {
      sendError('rate_limited', 'too many frames; wait some seconds', true);
      return;
    }
    const text = isBinary ? '' : String(data);
    // read no further frames while a handler waits, so that they do not fill the memory
    waiting += 1;
    socket.pause();
    queue = queue
      .then(() => handle(text))
      .catch(reportFailure)
      .finally(() => {
        waiting -= 1;
        if (waiting === 0) socket.resume();
      });
  });
  socket.on('error', (error) => log.debug({ err: error }, 'socket failed'));
  socket.on('close', (code) => {
    stopPinging();
    clearTimeout(overdue);
    // nobody returns to a temporary chat whose tab was closed; one whose connection broke is awaited
    queue = queue.then(() => session?.detach(client, { isDone: session.isTemporary && code !== brokenOff }));
  });

  async function handle(text: string): Promise<void> {
    const parsed = parseClientFrame(text);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      sendError(
        'bad_frame',
        `${issue?.path.join('.') || 'frame'}: ${issue?.message ?? 'not understood'}`,
        false,
      );
      return;
    }
    await act(parsed.data);
  }

  async function act(frame: ClientFrame): Promise<void> {
    if (frame.type === 'hello') return greet(frame);
    if (!session) return sendError('not_greeted', 'send a hello frame first', false);
    switch (frame.type) {
      case 'message':
        return startTurn(session, frame);
      case 'cancel':
        session.cancelTurn();
        return;
      case 'approve':
        return approve(session, frame);
      case 'new_chat':
        return startNewChat(session);
    }
  }

  function approve(
    current: LiveSession,
    { id, decision, note }: Extract<ClientFrame, { type: 'approve' }>,
  ): void {
    if (!current.approvals.answer(id, decision, note ?? null)) {
      sendError('not_found', 'nothing waits for this approval; it may have been answered already', false);
    }
  }

  function startTurn(current: LiveSession, { id, content }: Extract<ClientFrame, { type: 'message' }>): void {
    const trace = traceId ?? randomBytes(16).toString('hex');
    switch (current.startTurn({ id: id ?? randomUUID(), text: content, traceId: trace, client: kind })) {
      case 'running':
        return sendError('turn_running', 'a turn is running; wait for its end or cancel it', true);
      case 'closing':
        return sendError('stopping', 'the server is being stopped; send it again when it is back', true);
      case 'conflict':
        return sendError('conflict', 'a message with this id was sent with another text', false);
      case 'started':
    }
  }

  async function greet(hello: Hello): Promise<void> {
    const { session: id, project: named, fresh: isFresh = false, temporary: isTemporary = false } = hello;
    const unnamed = id === undefined || isFresh ? ownProject : undefined;
    const opened = await sessions.open({
      id,
      isFresh,
      isTemporary,
      project: named ?? unnamed,
      mayUse: mayUseProject,
    });
    if (session && session !== opened) session.detach(client, { isDone: session.isTemporary });
    session = opened;
    kind = hello.client ?? null;
    await join(opened, hello);
  }

  async function startNewChat(left: LiveSession): Promise<void> {
    const opened = await sessions.open({ id: undefined, project: left.project, mayUse: mayUseProject });
    left.detach(client, { isDone: true });
    session = opened;
    await join(opened, { type: 'hello' });
  }

  /**
   * Sends the client its position and what it missed, then attaches it. The position in the stream is read before the
   * stored messages, so frames that are emitted meanwhile may be sent twice but are never lost.
   */
  async function join(joined: LiveSession, { stream, sequence, after }: Hello): Promise<void> {
    const isKnownStream = stream === joined.stream && sequence !== undefined;
    const canReplay = isKnownStream && joined.framesAfter(sequence) !== null;
    const from = canReplay ? sequence : joined.sequence;
    const { missed, notes } = await joined.missedMessages(canReplay ? null : (after ?? null));
    send({
      type: 'session',
      session: joined.id,
      project: joined.project,
      agent: joined.agent,
      stream: joined.stream,
      sequence: from,
      offline: info.offline(),
      models: info.models(),
      // what is wrong with the server is for its operator
      degraded: [...new Set([...(caller.isOperator ? info.degraded() : []), ...joined.notes, ...notes])],
      missed: missed.map(storedMessageOf),
      running: joined.running,
      approvals: joined.approvals.pending(),
      ...(joined.isTemporary && { temporary: true }),
    });
    for (const frame of joined.framesAfter(from) ?? []) send(frame);
    joined.attach(client);
    if (socket.readyState !== socket.OPEN) joined.detach(client);
  }

  function send(frame: NumberedFrame): void {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(JSON.stringify(frame));
    if (socket.bufferedAmount > slowness.bytes) overdue ??= setTimeout(cutIfSlow, slowness.milliseconds);
  }

  function cutIfSlow(): void {
    overdue = undefined;
    if (socket.bufferedAmount <= slowness.bytes) return;
    log.warn({ backlog: socket.bufferedAmount }, 'client is too slow and was cut off');
    socket.terminate();
  }

  function sendError(code: string, message: string, retryable: boolean): void {
    const frame: ServerFrame = { type: 'error', code, message, retryable };
    send(frame);
  }

  function reportFailure(error: unknown): void {
    if (error instanceof MemoryError && mistakes.has(error.code)) {
      log.info({ code: error.code, reason: error.message }, 'frame refused');
    } else {
      log.error({ err: error }, 'frame could not be handled');
    }
    if (error instanceof MemoryError) sendError(error.code, error.message, error.isRetryable);
    else sendError('internal', "the frame could not be handled; the server's log says why", false);
  }
}

/** What the client has done wrong, which is no fault of the server. */
const mistakes: ReadonlySet<string> = new Set(['invalid_input', 'not_found', 'conflict', 'session_busy']);

/** One limiter for each connection of the operator, and one for all connections of each other user. */
function createLimiters() {
  const shared = new Map<string, { allowed: () => boolean; connections: number }>();
  return {
    of({ user, isOperator }: Caller, socket: WebSocket): () => boolean {
      if (isOperator) return createFrameLimiter();
      const limiter = shared.get(user) ?? { allowed: createFrameLimiter(), connections: 0 };
      shared.set(user, limiter);
      limiter.connections += 1;
      socket.once('close', () => {
        limiter.connections -= 1;
        if (limiter.connections === 0) shared.delete(user);
      });
      return limiter.allowed;
    },
  };
}

/** Allows bursts up to the limit, then nothing until the window ends. */
function createFrameLimiter(): () => boolean {
  let used = 0;
  let opened = performance.now();
  return () => {
    if (performance.now() - opened > frameLimit.perMilliseconds) {
      used = 0;
      opened = performance.now();
    }
    used += 1;
    return used <= frameLimit.frames;
  };
}

/** Disconnects a client that stops answering pings. Returns a function that stops the pings. */
function keepAlive(socket: WebSocket): () => void {
  let answered = true;
  socket.on('pong', () => {
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered) {
      socket.terminate();
      return;
    }
    answered = false;
    socket.ping();
  }, pingEvery);
  return () => clearInterval(timer);
}
