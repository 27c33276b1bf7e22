import type { ChatConnection } from '@devai/fastify/protocol/chat-connection';
import {
  maximumMessageLength,
  type ApprovalDecision,
  type ApprovalRequest,
} from '@devai/fastify/protocol/frames';
import type { Position } from '@devai/fastify/protocol/position';
import { readSlashCommand } from '@devai/fastify/protocol/slash-command';
import { cliError } from '../cli-error.ts';
import { clientOf, type Api } from '../server/api.ts';
import { note, type Piece } from '../terminal/piece.ts';
import { chatHelp } from './chat-help.ts';
import { alone, type At, type Commands, type Ran, type Terminal } from './commands/at.ts';
import { choiceCommands } from './commands/choices.ts';
import { memoryCommands } from './commands/memories.ts';
import { sessionCommands } from './commands/sessions.ts';
import { turnCommands } from './commands/turns.ts';
import { connectChat, type ConnectionEvents, type ConnectionOptions } from './connection.ts';
import { Transcript } from './transcript.ts';

export type ChatOptions = {
  api: Api;
  connection: ConnectionOptions;
  verbose: boolean;
  /** How many stored messages to show when a session is reopened. */
  history: number;
  /** In a pipe, where there is nobody to ask: allow what agents ask for. */
  approve: boolean;
  /** Where files are written. */
  folder: string;
  /** The session, or its last seen message, has changed. */
  onPosition: (position: Position) => void;
};

export type ChatEvents = Omit<ConnectionEvents, 'onFrame'> & {
  show: (pieces: Piece[]) => void;
  /** The oldest request that waits for the user's approval; null: none. */
  onAsk: (request: ApprovalRequest | null) => void;
  /** What a command asks before it acts, for /yes or /no; null: it was answered. */
  onConfirm: (question: string | null) => void;
};

const temporaryNote =
  'temporary chat: nothing of it is kept or remembered; what is known already is still used';

/** The part of a chat that a terminal and a pipe share: reads lines, shows pieces. */
export class Chat {
  readonly connection: ChatConnection;
  readonly #transcript: Transcript;
  readonly #show: ChatEvents['show'];
  readonly #commands: Commands;
  readonly #onConfirm: ChatEvents['onConfirm'];
  #project: string | null;
  /** What the user has been asked here, and not by an agent. */
  #confirming: (() => Promise<void>) | null = null;

  /** `terminal`: null in a pipe. */
  constructor(
    options: ChatOptions,
    terminal: Terminal | null,
    { show, onAsk, onConfirm, ...events }: ChatEvents,
  ) {
    const transcript = new Transcript({ ...options, namesSession: terminal === null });
    this.#transcript = transcript;
    this.#show = show;
    this.#onConfirm = onConfirm;
    this.#project = options.connection.project;
    const resumed = options.connection.resume?.session ?? null;
    const client = clientOf(options.api);
    const at: At = {
      ...{ terminal, client, transcript, folder: options.folder },
      connection: () => this.connection,
      project: () => this.#project,
      isTemporary: () => {
        const { session, isTemporary } = this.connection.position;
        return session === null ? options.connection.temporary === true : isTemporary;
      },
      session: () => this.connection.position.session ?? resumed,
      ask: (route, asking) => client.ask(route, { ...asking, signal: AbortSignal.timeout(10_000) }),
      say: (...pieces) => show(pieces),
      confirm: (question, act) => this.#confirm(question, act),
    };
    this.#commands = {
      ...sessionCommands(at, options.history),
      ...turnCommands(at),
      ...memoryCommands(at),
      ...choiceCommands(at),
      '/yes': (said) => this.#answer('once', said),
      '/always': (said) => this.#answer('session', said),
      '/no': (said) => this.#answer('deny', said),
      '/help': alone('/help', async () => at.say(note(chatHelp))),
      '/quit': alone('/quit', async () => 'quit'),
      '/exit': alone('/exit', async () => 'quit'),
    };
    this.connection = connectChat(options.connection, {
      ...events,
      onFrame: (frame, before) => {
        // before the session has begun, an error without another try ends the chat; the program reports it
        const isEnd = frame.type === 'error' && !frame.retryable && !this.connection.connected;
        const { approvals } = transcript.conversation;
        if (!isEnd) show(transcript.show(frame, before));
        if (frame.type === 'session' && before.isTemporary !== (frame.temporary ?? false))
          show([note(before.isTemporary ? 'this chat is kept again' : temporaryNote)]);
        const waiting = transcript.conversation.approvals;
        if (waiting !== approvals) onAsk(waiting[0] ?? null);
        if (frame.type === 'session') this.#project = frame.project;
        // a session in which nothing was said cannot be continued
        const { position } = this.connection;
        if (frame.type === 'message' || (frame.type === 'session' && position.number > 0))
          options.onPosition(position);
      },
      onSend: (id, content) => {
        transcript.noteOwn(id);
        events.onSend(id, content);
      },
    });
  }

  /** The names of the commands that begin with a text. */
  commandsLike(beginning: string): string[] {
    return Object.keys(this.#commands).filter((name) => name.startsWith(beginning));
  }

  /** The turn that ended last, as frames name it; null: none has. */
  get lastTurn(): string | null {
    return this.#transcript.conversation.turns.at(-1)?.id ?? null;
  }

  /**
   * Runs a slash command, or sends a message and resolves with the end of its turn. Resolves with `quit` for /quit and with
   * null for other commands. Throws `usage` for an unknown command, an argument that a command does not accept, and an oversized message.
   */
  async enter(text: string): Promise<Ran> {
    const { name, words } = readSlashCommand(text) ?? { name: '', words: null };
    // a later yes must not mean what was asked long before
    if (name !== '/yes' && name !== '/no') this.#takeConfirming();
    const command = this.#commands[name];
    if (command) return (await command(words)) ?? null;
    if (name !== '') throw cliError('usage', `there is no command ${name}; /help lists them`);
    if (text.length > maximumMessageLength) {
      throw cliError(
        'usage',
        `that is ${text.length} characters; a message can have at most ${maximumMessageLength}`,
      );
    }
    return this.connection.send(text);
  }

  /** Answers the oldest request for approval. The model reads `words`. */
  approve(decision: ApprovalDecision, words: string | null = null): void {
    const [request] = this.#transcript.conversation.approvals;
    if (!request) throw cliError('usage', 'nothing waits for your approval');
    this.connection.approve({ id: request.id, decision, ...(words !== null && { note: words }) });
  }

  #confirm(question: string, act: () => Promise<void>): void {
    this.#confirming = act;
    this.#show([note(`${question}\n/yes or /no`)]);
    this.#onConfirm(question);
  }

  async #answer(decision: ApprovalDecision, words: string | null): Promise<void> {
    const act = this.#takeConfirming();
    if (act === null) return this.approve(decision, words);
    if (decision === 'once') return act();
    this.#show([note('nothing was changed')]);
  }

  #takeConfirming(): (() => Promise<void>) | null {
    const act = this.#confirming;
    this.#confirming = null;
    if (act !== null) this.#onConfirm(null);
    return act;
  }
}
