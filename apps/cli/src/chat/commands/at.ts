import type { ChatConnection } from '@devai/fastify/protocol/chat-connection';
import type { Answer, Asked, Asking, Client } from '@devai/fastify/protocol/client';
import type { TurnEnd } from '@devai/fastify/protocol/outbox';
import { cliError } from '../../cli-error.ts';
import type { Piece } from '../../terminal/piece.ts';
import type { Transcript } from '../transcript.ts';

/** What only a terminal can do. */
export type Terminal = {
  /** Puts a text into the clipboard. */
  copy(text: string): void;
  /** Lets the user change a text in their editor. */
  edit(text: string): Promise<string>;
  /** Lets the user choose a line of a list. Resolves with its place; null: none. */
  pick(lines: readonly string[]): Promise<number | null>;
};

/** What a command of a chat works with. */
export type At = {
  /** Null in a pipe. */
  terminal: Terminal | null;
  client: Client<'read'>;
  /** Where files are written. */
  folder: string;
  transcript: Transcript;
  connection(): ChatConnection;
  project(): string | null;
  /** Nothing of the chat is kept. */
  isTemporary(): boolean;
  /** Null before the first session has begun. */
  session(): string | null;
  ask<Route extends Asked>(route: Route, asking: Asking<Route>): Promise<Answer<Route, 'read'>>;
  say(...pieces: Piece[]): void;
  /** Asks the user, who answers with /yes or /no. */
  confirm(question: string, act: () => Promise<void>): void;
};

/** `quit` ends the chat; the end of a turn that it began; null: neither. */
export type Ran = TurnEnd | 'quit' | null;

/** By their names. `words`: what follows the name; null: nothing. What returns nothing has run. */
export type Commands = Record<string, (words: string | null) => Promise<Ran | void>>;

/** A session is stored with its first message. */
export const nothingSaid = 'nothing has been said here yet';

/** The session, for a path; throws `usage` before the first one has begun. */
export function here({ session }: At): { id: string } {
  const id = session();
  if (id === null) throw cliError('usage', nothingSaid);
  return { id };
}

/** Makes a command without an argument. */
export const alone =
  (name: string, run: () => Promise<Ran | void>) =>
  async (words: string | null): Promise<Ran | void> => {
    if (words !== null) throw cliError('usage', `${name} takes no arguments; not sent`);
    return run();
  };
