import { randomUUID } from 'node:crypto';
import type { Message } from '@devai/memory';
import { runTurn, type TurnHost } from '../agents/run-turn.ts';
import type { NumberedFrame, ServerFrame } from '../protocol/frames.ts';

/** Frames kept for a client that reconnects: some turns' worth of streaming. */
const keptFrames = 5_000;

export type Client = { send: (frame: NumberedFrame) => void };

type Running = { abort: AbortController; done: Promise<void> };

/**
 * One session while it has clients or a running turn: its stream of numbered frames, who listens, and the turn
 * under way. A turn goes on when its clients leave, so that they find the reply when they come back.
 */
export class LiveSession {
  readonly id: string;
  readonly project: string | null;
  readonly notes: string[];
  readonly stream = randomUUID();
  readonly #host: TurnHost;
  readonly #clients = new Set<Client>();
  #frames: NumberedFrame[] = [];
  #sequence = 0;
  #running: Running | null = null;
  /** The last client left for another chat. */
  #isDone = false;
  #isClosing = false;
  readonly #onIdle: (isDone: boolean) => void;

  /**
   * `notes`: what did not go as it should when it was opened. `onIdle` is called when the last client has left and no turn runs,
   * with `isDone` when it will hardly come back.
   */
  constructor(
    host: Omit<TurnHost, 'emit'>,
    { notes, onIdle }: { notes: string[]; onIdle: (isDone: boolean) => void },
  ) {
    this.id = host.sessionId;
    this.project = host.project;
    this.notes = notes;
    this.#host = { ...host, emit: (frame) => this.emit(frame) };
    this.#onIdle = onIdle;
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

  /** Numbers a frame and sends it to every client. */
  emit(frame: ServerFrame): void {
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

  /** The client left; `isDone` when it did for another chat. */
  detach(client: Client, { isDone = false } = {}): void {
    this.#clients.delete(client);
    this.#isDone = isDone;
    if (this.idle) this.#onIdle(isDone);
  }

  /** Frames after a sequence number; null when some of them are no longer kept. */
  framesAfter(sequence: number): NumberedFrame[] | null {
    const first = this.#frames[0]?.sequence ?? this.#sequence + 1;
    if (sequence < first - 1 || sequence > this.#sequence) return null;
    return this.#frames.filter((frame) => (frame.sequence ?? 0) > sequence);
  }

  /** Stored messages of the conversation after a number. */
  missedMessages(after: number): Promise<Message[]> {
    return this.#host.memory.sessions.messages(this.id, after);
  }

  /** Starts a turn, unless one is running (a session has one at a time) or the session is being closed. */
  startTurn(messageId: string, text: string): 'started' | 'running' | 'closing' {
    if (this.#isClosing) return 'closing';
    if (this.#running) return 'running';
    const abort = new AbortController();
    const input = { turn: randomUUID(), messageId, text, signal: abort.signal };
    const done = runTurn(this.#host, input).finally(() => {
      this.#running = null;
      if (this.idle) this.#onIdle(this.#isDone);
    });
    this.#running = { abort, done };
    return 'started';
  }

  cancelTurn(): void {
    this.#running?.abort.abort(new Error('cancelled by the user'));
  }

  /** Cancels the turn, takes no other, and resolves when none runs. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.cancelTurn();
    await this.#running?.done;
  }
}
