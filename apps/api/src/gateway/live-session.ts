import { randomBytes, randomUUID } from 'node:crypto';
import { isStoreFailure, type Message } from '@devai/memory';
import { createApprovals, type ApprovalPolicy, type Approvals } from '../agents/approvals.ts';
import { runTurn } from '../agents/run-turn.ts';
import type { TurnHost, TurnInput } from '../agents/turn-host.ts';
import type { NumberedFrame, ServerFrame } from '@devai/fastify/protocol/frames';

/** Frames kept for clients that reconnect: several turns of streaming. */
const keptFrames = 5_000;
/** The most characters of a streamed text in one frame: some providers send a long text in one piece. */
const longestDelta = 64_000;
/** Milliseconds without a frame after which a turn says what it waits for. */
const longestSilence = 10_000;

const storeIsAway = 'the store cannot be reached: messages wait on the disk of this server';
const historyIsAway = 'what was said before is shown when the store can be reached again';

export type Client = { send: (frame: NumberedFrame) => void };

type Running = { abort: AbortController; done: Promise<void> };

/**
 * A session that has clients or a running turn: its stream of numbered frames, its clients and its turn. A turn continues
 * when the clients leave, so they find the reply when they return.
 */
export class LiveSession {
  readonly id: string;
  readonly project: string | null;
  /** Who talks with the user. */
  readonly agent: string;
  readonly notes: string[];
  /** Nothing of it is kept. */
  readonly isTemporary: boolean;
  /** Requests for the user's approval. */
  readonly approvals: Approvals;
  readonly stream = randomUUID();
  readonly #host: Omit<TurnHost, 'model' | 'isOffline'>;
  readonly #modelNow: () => Pick<TurnHost, 'model' | 'isOffline'>;
  readonly #clients = new Set<Client>();
  #frames: NumberedFrame[] = [];
  #sequence = 0;
  #running: Running | null = null;
  /** Of the running turn, or the last one. */
  #traceId = '';
  #silence: NodeJS.Timeout | undefined;
  /** The last client has left for another chat. */
  #isDone = false;
  #isClosing = false;
  readonly #onIdle: (isDone: boolean) => void;
  #begin: (() => Promise<unknown>) | null;

  /**
   * `notes`: problems found while opening it. `begin` stores a session that is not stored before its first turn; null: it is stored. `onIdle`
   * is called when the last client has left and no turn is running; `isDone`: the client is unlikely to return.
   */
  constructor(
    {
      approvalPolicy,
      onFrame,
      modelNow,
      ...host
    }: Omit<TurnHost, 'emit' | 'approvals' | 'sayForUser' | 'model' | 'isOffline'> & {
      modelNow: () => Pick<TurnHost, 'model' | 'isOffline'>;
      approvalPolicy: ApprovalPolicy;
      /** `traceId`: of the turn. */
      onFrame: (frame: ServerFrame, traceId: string) => void;
    },
    {
      notes,
      onIdle,
      begin,
    }: { notes: string[]; onIdle: (isDone: boolean) => void; begin: (() => Promise<unknown>) | null },
  ) {
    this.id = host.sessionId;
    this.project = host.project;
    this.agent = host.agent.name;
    this.notes = notes;
    this.isTemporary = host.isTemporary;
    const emit = (frame: ServerFrame) => {
      onFrame(frame, this.#traceId);
      this.emit(frame);
    };
    this.approvals = createApprovals({ policy: approvalPolicy, emit });
    const sayForUser = (text: string) => void this.#sayForUser(text);
    this.#host = { ...host, emit, approvals: this.approvals, sayForUser };
    this.#modelNow = modelNow;
    this.#onIdle = onIdle;
    this.#begin = begin;
  }

  get sequence(): number {
    return this.#sequence;
  }

  get running(): boolean {
    return this.#running !== null;
  }

  get idle(): boolean {
    return this.#clients.size === 0 && this.#running === null;
  }

  /** Numbers a frame and sends it to every client; a long delta in several frames. */
  emit(frame: ServerFrame): void {
    for (const part of partsOf(frame)) this.#emitOne(part);
  }

  #emitOne(frame: ServerFrame): void {
    this.#silence?.refresh();
    this.#sequence += 1;
    const numbered = { ...frame, sequence: this.#sequence };
    this.#frames.push(numbered);
    if (this.#frames.length > keptFrames * 1.2) this.#frames = this.#frames.slice(-keptFrames);
    for (const client of this.#clients) client.send(numbered);
  }

  attach(client: Client): void {
    this.#clients.add(client);
    this.#isDone = false;
  }

  /** Removes a client; `isDone`: it left for another chat. */
  detach(client: Client, { isDone = false } = {}): void {
    this.#clients.delete(client);
    this.#isDone = isDone;
    // nobody could read the reply
    if (this.isTemporary && isDone && this.#clients.size === 0) this.cancelTurn();
    if (this.idle) this.#onIdle(isDone);
  }

  /** The frames after a sequence number; null when some of them were dropped. */
  framesAfter(sequence: number): NumberedFrame[] | null {
    const first = this.#frames[0]?.sequence ?? this.#sequence + 1;
    if (sequence < first - 1 || sequence > this.#sequence) return null;
    return this.#frames.filter((frame) => (frame.sequence ?? 0) > sequence);
  }

  /** The stored messages after a number (null: none are wanted), and what to know if the store is away, when there are none. */
  async missedMessages(after: number | null): Promise<{ missed: Message[]; notes: string[] }> {
    const { memories, sessions } = this.#host.memory;
    try {
      if (after !== null) return { missed: await sessions.messages(this.id, after), notes: [] };
      await memories.countForgotten();
      return { missed: [], notes: [] };
    } catch (error) {
      if (!isStoreFailure(error)) throw error;
      return { missed: [], notes: after === null ? [storeIsAway] : [storeIsAway, historyIsAway] };
    }
  }

  /**
   * Starts a turn, unless one is running or the session is closing. A message that already had its turn here gets no second one; the end of the
   * first is sent again.
   */
  startTurn({
    id: messageId,
    ...message
  }: Omit<TurnInput, 'turn' | 'messageId' | 'signal'> & { id: string }):
    | 'started'
    | 'running'
    | 'closing'
    | 'conflict' {
    if (this.#isClosing) return 'closing';
    if (this.#running) return 'running';
    // look here first: while messages wait in the journal, the store does not know them
    const messages = this.#frames.filter((frame) => frame.type === 'message');
    const asked = messages.find(({ role, id }) => role === 'user' && id === messageId);
    const end = messages.find(({ role, turn }) => role === 'assistant' && turn === asked?.turn);
    if (asked && asked.content !== message.text) return 'conflict';
    if (asked && end) {
      this.emit(asked);
      this.emit(end);
      return 'started';
    }
    const abort = new AbortController();
    const turn = randomUUID();
    this.#silence = setInterval(() => this.#sayWhatIsWaitedFor(turn), longestSilence);
    const input = { ...message, turn, messageId, signal: abort.signal };
    this.#traceId = input.traceId;
    const done = this.#runTurn(input).finally(() => {
      clearInterval(this.#silence);
      this.#running = null;
      if (this.idle) this.#onIdle(this.#isDone);
    });
    this.#running = { abort, done };
    return 'started';
  }

  async #runTurn(input: TurnInput): Promise<void> {
    try {
      await this.#begin?.();
      this.#begin = null;
    } catch {
      // storing the message tries it again, and the turn says why it failed
    }
    return runTurn({ ...this.#host, ...this.#modelNow() }, input);
  }

  /** Starts a turn after the running one. */
  async #sayForUser(text: string): Promise<void> {
    while (this.#running) await this.#running.done;
    this.startTurn({ id: randomUUID(), text, traceId: randomBytes(16).toString('hex'), client: null });
  }

  #sayWhatIsWaitedFor(turn: string): void {
    const last = this.#frames.findLast(
      (frame) => 'turn' in frame && frame.turn === turn && frame.type !== 'waiting',
    );
    const awaited = last && awaitedAfter(last);
    if (awaited) this.emit({ type: 'waiting', turn, for: awaited });
  }

  /** Applies a pin, whoever set it, to the running conversation, and tells the clients. */
  notePinned(number: number, pinned: boolean): void {
    this.#host.conversation.notePinned();
    this.emit({ type: 'message_pinned', number, pinned });
  }

  cancelTurn(): void {
    this.#running?.abort.abort(new Error('cancelled by the user'));
  }

  /** Accepts no more turns, cancels the running one, and resolves when it has ended. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.cancelTurn();
    await this.#running?.done;
  }
}

function partsOf(frame: ServerFrame): ServerFrame[] {
  if (frame.type !== 'text_delta' && frame.type !== 'thinking') return [frame];
  const parts = [];
  let rest = frame.text;
  while (rest.length > longestDelta) {
    // do not split a surrogate pair
    const length = rest.slice(0, longestDelta).isWellFormed() ? longestDelta : longestDelta - 1;
    parts.push({ ...frame, text: rest.slice(0, length) });
    rest = rest.slice(length);
  }
  return [...parts, { ...frame, text: rest }];
}

/** Describes what a turn waits for after its last frame; null when the turn is over. */
function awaitedAfter(frame: ServerFrame): string | null {
  switch (frame.type) {
    case 'agent_frame':
      return `the agent ${frame.agent}`;
    case 'approval_request':
      return `your approval of ${frame.tool}`;
    case 'tool_call':
      return `the tool ${frame.name}`;
    case 'tool_output':
    case 'approval_resolved':
      return 'the tool';
    case 'context_assembled':
    case 'thinking':
    case 'text_delta':
      return 'the model';
    case 'message':
      return frame.role === 'user' ? 'the memory' : null;
    default:
      return 'the context of the next request';
  }
}
