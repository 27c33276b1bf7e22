import { maximumMessageLength } from '@devai/api/protocol/frames';
import { focus } from '@devai/api/protocol/server';
import { cliError, toCliError, type CliError } from '../cli-error.ts';
import { ask, type Api } from '../server/api.ts';
import { note, type Piece } from '../terminal/piece.ts';
import { printable } from '../terminal/printable.ts';
import { ChatConnection, type ConnectionEvents, type ConnectionOptions } from './connection.ts';
import type { TurnEnd } from './outbox.ts';
import type { Position } from './position.ts';
import { Transcript } from './transcript.ts';

export type ChatOptions = {
  api: Api;
  connection: ConnectionOptions;
  verbose: boolean;
  /** Stored messages shown when a session is opened again: the end of the conversation, to find back into it. */
  history: number;
  /** The session or the last message seen of it is another. */
  onPosition: (position: Position) => void;
};

export type ChatEvents = Omit<ConnectionEvents, 'onFrame'> & { show: (pieces: Piece[]) => void };

const help = `/new      begin a new session; what the last one taught is kept
/focus    what you have been working on; edit it in the workspace's memory/RECENT_FOCUS.md
/why      what was recalled for your last message and left out, and why (of any turn: pnpm memory why)
/verbose  also show what was recalled and left out, and what the model thinks
/help     this list
/quit     leave (Ctrl-D too)
Ctrl-C cancels the reply that is under way; a second time, or with nothing under way, it quits.
A line that ends with \\ goes on in the next one. A paste of several lines is one message.`;

/** A conversation, whether someone sits at a terminal or a script pipes it: what is typed goes in, pieces come out. */
export class Chat {
  readonly connection: ChatConnection;
  readonly #api: Api;
  readonly #show: ChatEvents['show'];
  readonly #transcript: Transcript;
  #project: string | null;

  constructor(options: ChatOptions, { show, ...events }: ChatEvents) {
    this.#api = options.api;
    this.#show = show;
    this.#transcript = new Transcript(options);
    this.#project = options.connection.project;
    this.connection = new ChatConnection(options.connection, {
      ...events,
      onFrame: (frame, before) => {
        show(this.#transcript.show(frame, before));
        if (frame.type === 'session') this.#project = frame.project;
        if (frame.type === 'session' || frame.type === 'message')
          options.onPosition(this.connection.position);
      },
      onSend: (id, content) => {
        this.#transcript.noteOwn(id);
        events.onSend(id, content);
      },
    });
  }

  /**
   * Does what a line asks: a word behind a slash is a command, all else a message. Resolves with the end of the message's
   * turn; `quit` when the user wants to leave, null when nothing is to be waited for. Throws `usage`.
   */
  async enter(text: string): Promise<TurnEnd | 'quit' | null> {
    switch (text.trim().toLowerCase()) {
      case '/new':
        this.connection.newChat();
        return null;
      case '/focus':
        this.#show(await this.#describeFocus());
        return null;
      case '/why':
        this.#show(this.#transcript.explainLastTurn());
        return null;
      case '/verbose':
        this.#transcript.verbose = !this.#transcript.verbose;
        this.#show([note(this.#transcript.verbose ? 'showing more' : 'showing less')]);
        return null;
      case '/help':
        this.#show([note(help)]);
        return null;
      case '/quit':
      case '/exit':
        return 'quit';
    }
    if (/^\/[a-z]+$/i.test(text.trim())) {
      throw cliError('usage', `there is no command ${text.trim()}; /help lists them`);
    }
    if (text.length > maximumMessageLength) {
      throw cliError('usage', `that is ${text.length} characters; at most ${maximumMessageLength} fit`);
    }
    return this.connection.send(text);
  }

  async #describeFocus(): Promise<Piece[]> {
    const query = { project: this.#project ?? undefined };
    const signal = AbortSignal.timeout(10_000);
    try {
      const { block } = await ask(this.#api, focus, ['GET', '/api/focus'], { query, signal });
      return [note(printable(block) || 'nothing lately')];
    } catch (error) {
      return [describeFailure(toCliError(error), 'the focus could not be read: ')];
    }
  }
}

/** An error that the chat outlives. */
export const describeFailure = ({ code, message }: CliError, what = ''): Piece =>
  code === 'usage'
    ? note(printable(message))
    : { kind: 'error', text: `${what}${printable(message)} (${code})` };
