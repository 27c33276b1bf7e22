import type { ClientFrame, ClientKind, NumberedFrame } from './frames.ts';
import { Outbox, type Outgoing, type TurnEnd } from './outbox.ts';
import { advance, isContinued, isSeen, startPosition, unseenMessages } from './position.ts';
import type { FrameOf, Position } from './position.ts';
import type { Refusal, Socket, SocketEnd, SocketEvents } from './socket.ts';

/** Milliseconds. */
const defaultDelays = {
  /** Before the first reconnect; doubles up to `longest`. */
  first: 250,
  longest: 10_000,
  /** Before a temporarily rejected message is resent. */
  resend: 1_000,
};

export type ConnectionOptions = {
  /** Where it connects, for messages. */
  place: string;
  open: (events: SocketEvents) => Socket;
  /** Of the new session, or the one that the reopened session must belong to; null: the server's own, or any. */
  project: string | null;
  /** Reopens a session and fetches its messages after a number. */
  resume: { session: string; after: number } | null;
  /** Of the new session: nothing of it is kept. */
  temporary?: boolean;
  /** What it is, so that replies name its commands; absent: they name none. */
  client?: ClientKind | undefined;
  /** Keep trying when the first connection fails, unless nobody knows the host's name. */
  keepTrying: boolean;
  delays?: Partial<typeof defaultDelays>;
};

type ApprovalAnswer = Extract<ClientFrame, { type: 'approve' }>;

export type ConnectionEvents = {
  /** Called once per frame, with the position before it. */
  onFrame: (frame: NumberedFrame, before: Position) => void;
  /** A message is sent for the first time. */
  onSend: (id: string, content: string) => void;
  /** `connected`, `busy` or `waiting` may have changed. */
  onChange: () => void;
  /** Connecting failed or the connection was lost; it is retried. Called once per loss, with a text for people. */
  onLost: (text: string) => void;
  /** The connection failed for good. */
  onEnd: (error: Refusal) => void;
};

/**
 * A chat that survives lost connections. It reconnects, fetches the frames it missed, drops those it has seen, and keeps
 * messages until the server has them.
 */
export class ChatConnection {
  readonly #options: ConnectionOptions;
  readonly #delays: typeof defaultDelays;
  readonly #events: ConnectionEvents;
  readonly #outbox = new Outbox();
  #position: Position = startPosition;
  #socket: Socket | null = null;
  /** This socket has received a `session` frame … */
  #greeted = false;
  /** … and all frames that the server replays after it. */
  #ready = false;
  #turnRunning = false;
  /** The turn that another client's message began last. */
  #othersTurn: string | null = null;
  /** The server rejected the first message for now; it is sent again when a turn ends, or after a while. */
  #isHeld = false;
  #cancelWanted = false;
  /** Whether the session began on this connection. */
  #isNew: boolean;
  readonly #answers: ApprovalAnswer[] = [];
  #wasConnected = false;
  #closed = false;
  #attempt = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #resendTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConnectionOptions, events: ConnectionEvents) {
    this.#options = options;
    this.#isNew = options.resume === null;
    this.#delays = { ...defaultDelays, ...options.delays };
    this.#events = events;
    this.#connect();
  }

  get position(): Position {
    return this.#position;
  }

  get connected(): boolean {
    return this.#greeted;
  }

  /** Whether a turn is running or a message was sent. */
  get busy(): boolean {
    return this.#turnRunning || this.#isHeld || (this.#message?.state ?? 'waiting') !== 'waiting';
  }

  /** The number of messages that were never sent. */
  get waiting(): number {
    return this.#outbox.waiting;
  }

  /**
   * Sends a message when connected and all earlier turns have ended. Resolves with the end of its turn. Null: begins a new
   * session instead.
   */
  send(content: string | null, id?: string): Promise<TurnEnd> {
    const end = this.#outbox.add(content, null, id);
    this.#flush();
    return end;
  }

  /** Goes on with another session once all earlier turns have ended, and fetches its messages after a number. */
  reopen(place: { session: string; after: number }): Promise<TurnEnd> {
    const end = this.#outbox.add(null, place);
    this.#flush();
    return end;
  }

  /** Answers a request for approval, now or after reconnecting. */
  approve(answer: Omit<ApprovalAnswer, 'type'>): void {
    this.#answers.push({ type: 'approve', ...answer });
    if (this.#greeted) this.#sendAnswers();
  }

  /** Cancels the running turn, now or after reconnecting. Without one, withdraws the waiting messages. */
  cancel(): void {
    if (!this.busy || (this.#isHeld && !this.#turnRunning)) {
      this.#release();
      this.#outbox.clear('withdrawn');
    } else if (this.#ready) this.#socket?.send({ type: 'cancel' });
    else this.#cancelWanted = true;
    this.#events.onChange();
  }

  /** Takes back the messages that were never sent, such as those that wait for the end of a turn. Returns their texts. */
  withdraw(): string[] {
    const texts = this.#outbox.withdraw();
    this.#events.onChange();
    return texts;
  }

  /** Closes the connection for good. Unfinished messages end as `interrupted`. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopTimers();
    this.#outbox.clear('interrupted');
    this.#socket?.close();
  }

  /** The message in progress. */
  get #message(): Outgoing | null {
    const { head } = this.#outbox;
    return head && head.content !== null ? head : null;
  }

  #connect(): void {
    this.#socket = this.#options.open({
      onOpen: () => this.#greet(),
      onFrame: (frame) => this.#receive(frame),
      onClose: (end) => this.#lose(end),
    });
  }

  #greet(): void {
    const { session, stream, sequence, number, isTemporary } = this.#position;
    const { resume, temporary, project: named } = this.#options;
    const project = named === null ? {} : { project: named };
    const kind = (session === null ? temporary : isTemporary) ? { temporary: true as const } : {};
    if (session === null) return this.#sayHello({ ...resume, ...project, ...kind });
    const seen = { session, sequence, after: number, ...kind, ...(stream === null ? {} : { stream }) };
    // a session in which nothing was said is not stored, and a server that has started since does not know it
    this.#sayHello(this.#isNew && number === 0 ? { ...seen, fresh: true, ...project } : seen);
  }

  #sayHello(place: Omit<Extract<ClientFrame, { type: 'hello' }>, 'type' | 'client'>): void {
    const { client } = this.#options;
    this.#socket?.send({ type: 'hello', ...place, ...(client === undefined ? {} : { client }) });
  }

  #receive(frame: NumberedFrame): void {
    if (this.#closed || isSeen(this.#position, frame)) return;
    const before = this.#position;
    this.#position = advance(before, frame);
    // show the frame before resolving the turn that it ends
    this.#events.onFrame(frame, before);
    if (frame.type === 'session') this.#enter(frame, before);
    else if (frame.type === 'message' && frame.role === 'user') this.#noteAccepted(frame);
    else if (frame.type === 'message') this.#noteTurnEnd(frame);
    else if (frame.type === 'error' && this.#greeted) this.#noteError(frame);
    else if (frame.type === 'error') this.#noteRefusal(frame);
    this.#flush();
  }

  #enter(frame: FrameOf<'session'>, before: Position): void {
    const { head } = this.#outbox;
    const missed = unseenMessages(before, frame);
    if (head?.state === 'sent') {
      if (head.content === null && frame.session !== before.session) this.#outbox.finish('reply');
      if (missed.some(({ id }) => id === head.id)) head.state = 'accepted';
    }
    if (!this.#greeted) this.#catchUp();

    if (isContinued(before, frame)) {
      this.#turnRunning ||= frame.running;
      return;
    }
    this.#turnRunning = frame.running;
    if (frame.running || head?.state !== 'accepted') return;
    // the turn ended while disconnected: with a reply, a notice, or because the server process ended
    const last = missed.findLast(({ role }) => role !== 'system');
    const end =
      last?.role !== 'assistant' || last.type === 'tool_call'
        ? 'interrupted'
        : last.type === 'notice'
          ? 'failed'
          : 'reply';
    this.#outbox.finish(end);
  }

  /** Only after the replay is it certain which message must be resent. */
  #catchUp(): void {
    const socket = this.#socket;
    this.#greeted = true;
    this.#wasConnected = true;
    this.#attempt = 0;
    this.#sendAnswers();
    socket?.afterWhatIsUnderWay(() => {
      if (socket !== this.#socket || this.#closed) return;
      this.#ready = true;
      if (this.#cancelWanted) this.#cancelAfterAbsence();
      this.#outbox.takeBack();
      this.#flush();
    });
  }

  #sendAnswers(): void {
    for (const answer of this.#answers.splice(0)) this.#socket?.send(answer);
  }

  #cancelAfterAbsence(): void {
    this.#cancelWanted = false;
    if (this.#turnRunning) this.#socket?.send({ type: 'cancel' });
    else if (this.#message?.state === 'sent') this.#outbox.finish('withdrawn');
  }

  #noteAccepted({ id, turn }: FrameOf<'message'>): void {
    this.#turnRunning = true;
    const head = this.#message;
    const isOwn = head?.id === id;
    this.#othersTurn = isOwn ? null : turn;
    if (isOwn) head.state = 'accepted';
  }

  #noteTurnEnd({ end, turn }: FrameOf<'message'>): void {
    this.#turnRunning = false;
    this.#release();
    const head = this.#message;
    if (head && head.state !== 'waiting' && turn !== this.#othersTurn) this.#outbox.finish(end ?? 'reply');
  }

  /** An error instead of the `session` frame: the session is unavailable, for now or for good. */
  #noteRefusal(frame: FrameOf<'error'>): void {
    if (frame.retryable) this.#socket?.drop();
    else this.#end(frame);
  }

  /** An error outside a turn answers the last frame sent. */
  #noteError(frame: FrameOf<'error'>): void {
    const { head } = this.#outbox;
    if (frame.turn !== undefined || head?.state !== 'sent') return;
    if (!frame.retryable) {
      this.#outbox.finish('refused');
      return;
    }
    // another client's turn is running, or the rate limit was hit
    this.#outbox.takeBack();
    this.#release();
    this.#isHeld = true;
    this.#resendTimer = setTimeout(() => {
      this.#isHeld = false;
      this.#flush();
    }, this.#delays.resend);
  }

  #release(): void {
    clearTimeout(this.#resendTimer);
    this.#isHeld = false;
  }

  #flush(): void {
    const { head } = this.#outbox;
    if (this.#ready && !this.#turnRunning && !this.#isHeld && head?.state === 'waiting') {
      head.state = 'sent';
      if (head.content === null) this.#isNew = head.place === null;
      if (head.place) this.#sayHello(head.place);
      else if (head.content === null) this.#socket?.send({ type: 'new_chat' });
      else {
        if (!head.wasSent) this.#events.onSend(head.id, head.content);
        head.wasSent = true;
        this.#socket?.send({ type: 'message', id: head.id, content: head.content });
      }
    }
    this.#events.onChange();
  }

  #lose({ code, reason, refusal, isUnknownHost }: SocketEnd): void {
    this.#greeted = false;
    this.#ready = false;
    this.#stopTimers();
    if (this.#closed) return;
    if (refusal) {
      this.#end(refusal);
    } else if (!this.#wasConnected && (isUnknownHost || !this.#options.keepTrying)) {
      this.#end({ code: 'no_answer', message: `cannot reach ${this.#options.place} (${reason})` });
    } else {
      // 1009: the message is too large, so do not resend it
      if (code === 1009) this.#outbox.finish('refused');
      if (this.#attempt === 0) this.#events.onLost(this.#describeLoss(reason));
      this.#reconnectLater();
      this.#events.onChange();
    }
  }

  #describeLoss(reason: string): string {
    if (this.#wasConnected) return `the connection was lost (${reason}); trying again`;
    return `cannot reach ${this.#options.place} (${reason}); trying again. Is the server running? \`npx --yes pnpm start\` starts it.`;
  }

  #reconnectLater(): void {
    const delay = Math.min(this.#delays.longest, this.#delays.first * 2 ** this.#attempt);
    this.#attempt += 1;
    // jitter, so that clients do not reconnect all at once
    this.#reconnectTimer = setTimeout(() => this.#connect(), delay * (0.75 + Math.random() / 2));
  }

  #stopTimers(): void {
    clearTimeout(this.#reconnectTimer);
    this.#release();
  }

  #end(error: Refusal): void {
    if (this.#closed) return;
    // report the reason before ending the waiting messages
    this.#events.onEnd(error);
    this.close();
  }
}
