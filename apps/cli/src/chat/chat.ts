import type { ChatConnection } from '@devai/fastify/protocol/chat-connection';
import type { Answer, Asked, Asking } from '@devai/fastify/protocol/client';
import {
  maximumMessageLength,
  type ApprovalDecision,
  type ApprovalRequest,
} from '@devai/fastify/protocol/frames';
import type { Conversation } from '@devai/fastify/protocol/conversation';
import { readSlashCommand } from '@devai/fastify/protocol/slash-command';
import { cliError, toCliError, type CliError } from '../cli-error.ts';
import { fullId } from '../memory/full-id.ts';
import { ask, type Api } from '../server/api.ts';
import { note, type Piece } from '../terminal/piece.ts';
import { printable } from '../terminal/printable.ts';
import { connectChat, type ConnectionEvents, type ConnectionOptions } from './connection.ts';
import type { TurnEnd } from '@devai/fastify/protocol/outbox';
import type { Position } from '@devai/fastify/protocol/position';
import { listSessions, searchSessions, type ListedSession } from './session-list.ts';
import { Transcript } from './transcript.ts';

export type ChatOptions = {
  api: Api;
  connection: ConnectionOptions;
  verbose: boolean;
  /** How many stored messages to show when a session is reopened. */
  history: number;
  /** In a pipe, where there is nobody to ask: allow what agents ask for. */
  approve: boolean;
  /** The session, or its last seen message, has changed. */
  onPosition: (position: Position) => void;
};

export type ChatEvents = Omit<ConnectionEvents, 'onFrame'> & {
  show: (pieces: Piece[]) => void;
  /** The oldest request that waits for the user's approval; null: none. */
  onAsk: (request: ApprovalRequest | null) => void;
};

export const chatHelp = `/new       begin a new session; memories stay
/sessions  list earlier sessions; /sessions <words> searches them, and
           /sessions 2 continues the second of the list
/name      name this session: /name <text>
/handoff   let another agent continue this conversation: /handoff devo;
           without a name, continue in a fresh context
/focus     show your recent topics (edit them in the workspace's file
           memory/RECENT_FOCUS.md); /focus clear removes all of them,
           /focus clear billing removes one
/why       what was recalled for your last message, and why
           (for any turn: pnpm memory why)
/context   what the model was sent last, by section
           (all of it: pnpm memory context show)
/pin       keep your last message in the context whatever is compacted;
           /pin 7 keeps message 7; /pin 3f2a91 puts the memory with this id
           into every prompt of this session; /unpin reverts it
/exclude   keep message 7 (/exclude 7) or a memory (/exclude 3f2a91) out of
           this session's prompts; /include reverts it
/yes       allow what the agent asks for (y); /always allows it for the rest
           of this session (a), /no refuses it (n); the agent reads any words
           after the command
/verbose   also show left-out memories and the model's thinking
/help      show this list
/quit      leave (or Ctrl-D)
Ctrl-C cancels the running reply; a second Ctrl-C, or one without a running
reply, quits. A line that ends with \\ continues on the next line. Several
pasted lines are one message.`;

const temporaryNote =
  'temporary chat: nothing of it is kept or remembered; what is known already is still used';

/** A session is stored with its first message. */
const nothingSaid = 'nothing has been said here yet';

/** The part of a chat that a terminal and a pipe share: reads lines, shows pieces. */
export class Chat {
  readonly connection: ChatConnection;
  readonly #api: Api;
  readonly #show: ChatEvents['show'];
  readonly #transcript: Transcript;
  #project: string | null;
  /** The session to continue. */
  readonly #resumed: string | null;
  /** The sessions of the last list. */
  #listed: ListedSession[] = [];
  /** How many messages of a reopened session are shown. */
  readonly #history: number;

  constructor(options: ChatOptions, { show, onAsk, ...events }: ChatEvents) {
    this.#api = options.api;
    this.#show = show;
    this.#transcript = new Transcript(options);
    this.#project = options.connection.project;
    this.#history = options.history;
    this.#resumed = options.connection.resume?.session ?? null;
    this.connection = connectChat(options.connection, {
      ...events,
      onFrame: (frame, before) => {
        // before the session has begun, an error without another try ends the chat; the program reports it
        const isEnd = frame.type === 'error' && !frame.retryable && !this.connection.connected;
        const { approvals } = this.#conversation;
        if (!isEnd) show(this.#transcript.show(frame, before));
        if (frame.type === 'session' && before.isTemporary !== (frame.temporary ?? false))
          show([note(before.isTemporary ? 'this chat is kept again' : temporaryNote)]);
        if (this.#conversation.approvals !== approvals) onAsk(this.#conversation.approvals[0] ?? null);
        if (frame.type === 'session') this.#project = frame.project;
        // a session in which nothing was said cannot be continued
        const { position } = this.connection;
        if (frame.type === 'message' || (frame.type === 'session' && position.number > 0))
          options.onPosition(position);
      },
      onSend: (id, content) => {
        this.#transcript.noteOwn(id);
        events.onSend(id, content);
      },
    });
  }

  /** Commands with an argument. */
  readonly #worded: Record<string, (words: string | null) => Promise<null>> = {
    '/sessions': (words) => this.#enterSessions(words),
    '/yes': (said) => this.#answer('once', said),
    '/always': (said) => this.#answer('session', said),
    '/no': (said) => this.#answer('deny', said),
    '/name': (name) => this.#nameSession(name),
    '/handoff': (to) => this.#handOff(to),
    '/focus': (words) => this.#enterFocus(words),
    '/pin': (item) => this.#pin(item, true),
    '/unpin': (item) => this.#pin(item, false),
    '/exclude': (item) => this.#exclude(item, true),
    '/include': (item) => this.#exclude(item, false),
  };

  /** Commands without an argument. */
  readonly #commands: Record<string, () => Promise<'quit' | null>> = {
    '/new': async () => {
      void this.connection.send(null);
      return null;
    },
    '/why': async () => this.#say(this.#transcript.explainLastTurn()),
    '/context': async () => this.#say(this.#transcript.describeLastContext()),
    '/verbose': async () => {
      this.#transcript.verbose = !this.#transcript.verbose;
      return this.#say([note(this.#transcript.verbose ? 'showing more' : 'showing less')]);
    },
    '/help': async () => this.#say([note(chatHelp)]),
    '/quit': async () => 'quit',
    '/exit': async () => 'quit',
  };

  /**
   * Runs a slash command, or sends a message and resolves with the end of its turn. Resolves with `quit` for /quit and with
   * null for other commands. Throws `usage` for an unknown command, an argument that a command does not accept, and an oversized message.
   */
  async enter(text: string): Promise<TurnEnd | 'quit' | null> {
    const { name, words: given } = readSlashCommand(text) ?? { name: '', words: null };
    const worded = this.#worded[name];
    if (worded) return worded(given);
    const command = this.#commands[name];
    if (command && given === null) return command();
    if (command) throw cliError('usage', `${name} takes no arguments; not sent`);
    if (name !== '') throw cliError('usage', `there is no command ${name}; /help lists them`);
    if (text.length > maximumMessageLength) {
      throw cliError(
        'usage',
        `that is ${text.length} characters; a message can have at most ${maximumMessageLength}`,
      );
    }
    return this.connection.send(text);
  }

  async #enterSessions(words: string | null): Promise<null> {
    const chosen = this.#listed[Number(words) - 1];
    if (chosen) {
      if (chosen.id === this.connection.position.session)
        return this.#say([note('you are already in that session')]);
      const after = Math.max(0, chosen.lastNumber - this.#history);
      void this.connection.reopen({ session: chosen.id, after });
      return null;
    }
    this.#listed = await (words === null
      ? listSessions(this.#api, this.#project)
      : searchSessions(this.#api, this.#project, words));
    const lines = this.#listed.map(({ line }, index) => note(`${String(index + 1).padStart(2)}  ${line}`));
    return this.#say(lines.length > 0 ? lines : [note('no earlier session')]);
  }

  /** Answers the oldest request for approval. The model reads `words`. */
  approve(decision: ApprovalDecision, words: string | null = null): void {
    const [request] = this.#conversation.approvals;
    if (!request) throw cliError('usage', 'nothing waits for your approval');
    this.connection.approve({ id: request.id, decision, ...(words !== null && { note: words }) });
  }

  async #answer(decision: ApprovalDecision, words: string | null): Promise<null> {
    this.approve(decision, words);
    return null;
  }

  #say(pieces: Piece[]): null {
    this.#show(pieces);
    return null;
  }

  get #conversation(): Conversation {
    return this.#transcript.conversation;
  }

  /** The number of the user's last message. */
  get #lastRequest(): number | null {
    const numbers = this.#conversation.turns.map(({ question }) => question?.number ?? null);
    return numbers.findLast((number) => number !== null) ?? null;
  }

  /** Null before the first session has begun. */
  get #session(): string | null {
    return this.connection.position.session ?? this.#resumed;
  }

  async #nameSession(name: string | null): Promise<null> {
    if (name === null) throw cliError('usage', 'give the name: /name <text>');
    if (this.connection.position.number === 0) throw cliError('usage', nothingSaid);
    const named = await this.#ask('PUT /api/memory/sessions/:id', { path: this.#here(), json: { name } });
    return this.#say([note(`this session is called ${printable(named.name ?? '')} now`)]);
  }

  /** The summary for the other agent arrives as the first message of its session. */
  async #handOff(to: string | null): Promise<null> {
    const { session } = await this.#ask('POST /api/memory/sessions/:id/handoff', {
      path: this.#here(),
      json: to === null ? {} : { to },
    });
    void this.connection.reopen({ session: session.id, after: 0 });
    return null;
  }

  /** For a message, the server's frame reports the change. */
  async #pin(given: string | null, pinned: boolean): Promise<null> {
    const item = given === null ? { message: this.#lastRequest } : readItem(given);
    if ('memory' in item) return this.#choose('pinned', [await this.#memoryId(item.memory)], pinned);
    if (item.message === null) throw cliError('usage', nothingSaid);
    await this.#ask('PUT /api/memory/sessions/:id/messages/:number', {
      path: { ...this.#here(), number: item.message },
      json: { pinned },
    });
    return null;
  }

  async #exclude(given: string | null, excluded: boolean): Promise<null> {
    if (given === null) throw cliError('usage', 'name a message (7) or a memory (3f2a91)');
    const item = readItem(given);
    return 'memory' in item
      ? this.#choose('excluded', [await this.#memoryId(item.memory)], excluded)
      : this.#choose('hidden', [item.message], excluded);
  }

  async #choose(
    list: 'pinned' | 'excluded' | 'hidden',
    items: (string | number)[],
    chosen: boolean,
  ): Promise<null> {
    const path = this.#here();
    const choices = chosen
      ? await this.#ask('POST /api/memory/sessions/:id/memories', { path, json: { [list]: items } })
      : await this.#ask('DELETE /api/memory/sessions/:id/memories', {
          path,
          query: { [list]: items.map(String) },
        });
    const counts = `${choices.pinned.length} memories pinned, ${choices.excluded.length} excluded; ${choices.hidden.length} messages out`;
    return this.#say([note(`from your next message on: ${counts}`)]);
  }

  #memoryId(beginning: string): Promise<string> {
    return fullId({ ask: (route, asking) => this.#ask(route, asking) }, 'memory', beginning);
  }

  /** The session; throws `usage` before the first one has begun. */
  #here(): { id: string } {
    const session = this.#session;
    if (session === null) throw cliError('usage', 'nothing has been said here yet');
    return { id: session };
  }

  async #enterFocus(words: string | null): Promise<null> {
    const project = this.#project ?? undefined;
    if (words === null) return this.#say(await this.#describeFocus());
    const [clearing, topic] = /^clear(?: +(.{1,120}))?$/i.exec(words) ?? [];
    if (clearing === undefined)
      throw cliError('usage', 'not sent: use /focus, /focus clear, or /focus clear <topic>');
    // the server's frame shows what is left
    const { cleared } = await this.#ask('DELETE /api/focus', {
      query: { project, topic },
    });
    const names = cleared.map((one) => printable(one.topic)).join(', ');
    return this.#say([note(names === '' ? 'no recent topics' : `removed from your focus: ${names}`)]);
  }

  /** Shows a failure instead of throwing it, so that it does not end a script. */
  async #describeFocus(): Promise<Piece[]> {
    const query = { project: this.#project ?? undefined };
    try {
      const { block } = await this.#ask('GET /api/focus', { query });
      return [note(printable(block) || 'no recent topics')];
    } catch (error) {
      return [describeFailure(toCliError(error), 'the focus could not be read: ')];
    }
  }

  #ask<Route extends Asked>(route: Route, asking: Asking<Route>): Promise<Answer<Route, 'read'>> {
    return ask(this.#api, route, { ...asking, signal: AbortSignal.timeout(10_000) });
  }
}

/** Up to seven digits are the number of a message; everything else is the beginning of a memory's id. */
function readItem(given: string): { message: number } | { memory: string } {
  return /^\d{1,7}$/.test(given) ? { message: Number(given) } : { memory: given };
}

/** Shows an error that does not end the chat. */
export const describeFailure = ({ code, message }: CliError, what = ''): Piece =>
  code === 'usage'
    ? note(printable(message))
    : { kind: 'error', text: `${what}${printable(message)} (${code})` };
