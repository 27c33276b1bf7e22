import { ChatConnection } from '@devai/fastify/protocol/chat-connection';
import type { Refusal } from '@devai/fastify/protocol/socket';
import {
  storedMessageOf,
  type ClientFrame,
  type ClientKind,
  type NumberedFrame,
  type StoredMessage,
} from '@devai/fastify/protocol/frames';
import type { FrameOf, Position } from '@devai/fastify/protocol/position';
import { v4 as makeId } from 'uuid';
import type { Client } from '../client.ts';
import {
  emptyConversation,
  noteAsked,
  noteEnded,
  noteFrame,
  turnsOf,
  withEarlier,
  type Conversation,
} from '@devai/fastify/protocol/conversation';
import { openSocket } from './socket.ts';

/** How many stored messages of a session are fetched at once. */
const page = 100;

export type ChatSnapshot = Conversation & {
  /** The server's `session` frame; null before it comes. */
  session: FrameOf<'session'> | null;
  /** `refused`: it is not tried again. */
  connection: 'connecting' | 'connected' | 'lost' | 'refused';
  /** Why it was lost or refused, or why the server did not accept something. */
  problem: Refusal | null;
  /** A turn is running, or a message is on its way. */
  busy: boolean;
  /** The number of the message before the oldest one shown; 0: there is none. */
  from: number;
  /** Nothing of the session is kept. */
  isTemporary: boolean;
};

const beginning: ChatSnapshot = {
  ...emptyConversation,
  session: null,
  connection: 'connecting',
  problem: null,
  busy: false,
  from: 0,
  isTemporary: false,
};

export type ChatOptions = {
  /** The session to continue; absent: a new one. */
  session?: string | undefined;
  /** Whose memory is read and written; absent: that of the server's workspace. */
  project?: string | undefined;
  /** What shows the replies, so that they name its commands; absent: they name none. */
  client?: ClientKind | undefined;
  onFrame?: ((frame: NumberedFrame) => void) | undefined;
};

type Approval = Omit<Extract<ClientFrame, { type: 'approve' }>, 'type'>;

/** A chat as a store that React can read: connects, keeps what is shown, and notifies of changes. */
export class ChatStore {
  readonly #client: Client;
  readonly #options: ChatOptions;
  readonly #listeners = new Set<() => void>();
  #connection: ChatConnection | null = null;
  #snapshot = beginning;
  /** The session that was asked for; null: a new one. */
  #wanted: string | null = null;
  /** Messages that were written before there was a connection. */
  #early: { id: string; content: string }[] = [];
  /** Counts openings, so that what an earlier one reads is ignored. */
  #opening = 0;

  constructor(client: Client, options: ChatOptions) {
    this.#client = client;
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): ChatSnapshot => this.#snapshot;

  /** Connects. Returns what ends it. */
  start(): () => void {
    void this.open(this.#snapshot.session?.session ?? this.#options.session ?? null);
    return () => this.#close();
  }

  /** Continues a session; null: a new one. A running turn continues without this client. */
  async open(session: string | null, { isTemporary = false } = {}): Promise<void> {
    if (session !== null && session === (this.#snapshot.session?.session ?? this.#wanted)) return;
    this.#close();
    const opening = this.#opening;
    this.#wanted = session;
    this.#change({ ...beginning, isTemporary });
    const last = session === null ? 0 : await this.#lastNumber(session);
    if (opening !== this.#opening) return;
    const from = Math.max(0, last - page);
    this.#change({ from });
    this.#connection = new ChatConnection(
      {
        place: this.#client.url,
        open: (events) => openSocket(this.#client, events),
        // a session that is continued has its own
        project: session === null ? (this.#options.project ?? null) : null,
        resume: session === null ? null : { session, after: from },
        client: this.#options.client,
        temporary: isTemporary,
        keepTrying: true,
      },
      {
        onFrame: (frame, before) => this.#receive(frame, before),
        onSend: () => {},
        onChange: () => this.#noteConnection(),
        onLost: (message) => this.#change({ connection: 'lost', problem: { code: 'no_answer', message } }),
        onEnd: (problem) => this.#change({ connection: 'refused', problem }),
      },
    );
    for (const { id, content } of this.#early.splice(0)) this.#pass(this.#connection, id, content);
  }

  /** Sends a message, now or when the server is back. */
  send(content: string): void {
    const id = makeId();
    const { connection, problem } = this.#snapshot;
    this.#change({
      ...noteAsked(this.#snapshot, { id, number: null, content }),
      problem: connection === 'connected' ? null : problem,
    });
    if (this.#connection) this.#pass(this.#connection, id, content);
    else this.#early.push({ id, content });
  }

  #pass(connection: ChatConnection, id: string, content: string): void {
    void connection.send(content, id).then((how) => {
      if (connection === this.#connection) this.#change(noteEnded(this.#snapshot, id, how));
    });
  }

  cancel(): void {
    this.#connection?.cancel();
  }

  /** Takes back the messages that wait for the end of a turn. Returns their texts. */
  withdraw(): string[] {
    return this.#connection?.withdraw() ?? [];
  }

  approve(approval: Approval): void {
    this.#connection?.approve(approval);
  }

  /** Begins a new session, of which nothing is kept if it is temporary. What was said in this one is extracted at once. */
  newChat({ isTemporary = false } = {}): void {
    const isOther = isTemporary || this.#snapshot.isTemporary;
    if (isOther || this.#connection?.connected !== true || this.#connection.busy) {
      void this.open(null, { isTemporary });
      return;
    }
    this.#wanted = null;
    // what is written from now on belongs to the new session
    this.#change({ ...beginning, connection: 'connected' });
    void this.#connection.send(null);
  }

  /** Fetches turns before those that are shown. Throws `ApiError`. */
  async showEarlier(): Promise<void> {
    const { session, from } = this.#snapshot;
    if (session === null || from === 0) return;
    const after = Math.max(0, from - page);
    const { messages } = await this.#read(session.session, after, from - after);
    const read = messages.filter(({ number }) => number <= from).map(storedMessageOf);
    const stored = after === 0 ? read : fromQuestion(read);
    if (this.#snapshot.session?.session !== session.session || this.#snapshot.from !== from) return;
    const turns = withEarlier(turnsOf(stored), this.#snapshot.turns);
    this.#change({ turns, from: after === 0 ? 0 : numberBefore(stored, after) });
  }

  /** Fetches turns until the message of a number is shown. Throws `ApiError`. */
  async showMessage(number: number): Promise<void> {
    for (let before = Infinity; number <= this.#snapshot.from && this.#snapshot.from < before;) {
      before = this.#snapshot.from;
      await this.showEarlier();
    }
  }

  #close(): void {
    this.#opening += 1;
    this.#connection?.close();
    this.#connection = null;
    this.#wanted = null;
    this.#early = [];
  }

  /** 0 when it cannot be read: the socket will say why. */
  async #lastNumber(session: string): Promise<number> {
    const { messageCount } = await this.#read(session, 0, 1).then(
      (read) => read.session,
      () => ({ messageCount: 0 }),
    );
    return messageCount;
  }

  #read(id: string, after: number, limit: number) {
    return this.#client.ask('GET /api/memory/sessions/:id', { path: { id }, query: { after, limit } });
  }

  #receive(received: NumberedFrame, before: Position): void {
    const { from } = this.#snapshot;
    const isBeginning = received.type === 'session' && before.session === null && from > 0;
    const frame = isBeginning ? { ...received, missed: fromQuestion(received.missed) } : received;
    if (frame.type === 'session' && isBeginning) this.#change({ from: numberBefore(frame.missed, from) });
    const noted = noteFrame(this.#snapshot, frame, before);
    this.#change({ ...noted, ...this.#aside(frame, before) });
    this.#options.onFrame?.(frame);
  }

  /** What a frame changes besides the conversation. */
  #aside(frame: NumberedFrame, before: Position): Partial<ChatSnapshot> {
    const { from } = this.#snapshot;
    switch (frame.type) {
      case 'session': {
        const isNew = before.session !== null && before.session !== frame.session;
        return { session: frame, problem: null, from: isNew ? 0 : from };
      }
      case 'error':
        return frame.turn === undefined && !frame.retryable ? { problem: frame } : {};
      default:
        return {};
    }
  }

  #noteConnection(): void {
    const { connected = false, busy = false } = this.#connection ?? {};
    const { connection } = this.#snapshot;
    this.#change({
      busy,
      connection: connected ? 'connected' : connection === 'connected' ? 'lost' : connection,
    });
  }

  #change(changes: Partial<ChatSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

/** From the first question on, so that no turn is shown in part; all of them when there is none. */
function fromQuestion(messages: StoredMessage[]): StoredMessage[] {
  const first = messages.findIndex(({ role, type }) => role === 'user' && type !== 'notice');
  return messages.slice(Math.max(0, first));
}

const numberBefore = ([first]: StoredMessage[], otherwise: number): number =>
  first === undefined ? otherwise : first.number - 1;
