import {
  ChatConnection,
  type ConnectionEvents as Events,
  type ConnectionOptions as Options,
} from '@devai/fastify/protocol/chat-connection';
import { CliError } from '../cli-error.ts';
import { openSocket } from './socket.ts';

/** Milliseconds. */
const socketDelays = { heartbeat: 20_000, handshake: 10_000, closing: 500 };

export type ConnectionOptions = Omit<Options, 'open' | 'place' | 'delays'> & {
  url: string;
  token: string | null;
  user: string | null;
  delays?: Options['delays'] & Partial<typeof socketDelays>;
};

export type ConnectionEvents = Omit<Events, 'onEnd'> & {
  /** The connection failed for good. */
  onEnd: (error: CliError) => void;
};

/** A chat over a websocket of Node's. */
export const connectChat = (
  { url, token, user, ...options }: ConnectionOptions,
  events: ConnectionEvents,
): ChatConnection =>
  new ChatConnection(
    {
      ...options,
      place: url,
      open: (handlers) => openSocket({ url, token, user, ...socketDelays, ...options.delays }, handlers),
    },
    {
      ...events,
      onEnd: (refusal) =>
        events.onEnd(refusal instanceof CliError ? refusal : new CliError(refusal.code, refusal.message)),
    },
  );
