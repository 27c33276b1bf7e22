import { randomUUID } from 'node:crypto';
import type { NumberedFrame } from '@devai/fastify/protocol/frames';
import { connectClient, type ChatClient } from '../tests/chat-client.ts';

/** A message of a user. `isAcknowledged`: the server confirmed it. `end`: how its turn ended; null: it has not ended yet. */
export type Said = { id: string; content: string; isAcknowledged: boolean; end: string | null };

/** The connection broke before the turn ended: say it again, with its id. */
export class Disconnected extends Error {}

/** The server refused a message, or did not end its turn in time. */
export class NoEnd extends Error {}

export type BookedChat = ReturnType<typeof createBookedChat>;

/**
 * Milliseconds in which a turn must end unless the server is away; includes waits for the store or for another process's lease. Beside
 * much other work, the turns of a server that had just started took more than 45 s.
 */
const turnLimit = 120_000;

/**
 * A chat of one session that keeps a book of what it said, what was acknowledged, and how the turns ended. `headers`: of its requests, which
 * say who the user is.
 */
export function createBookedChat(headers: Record<string, string> = {}) {
  const said: Said[] = [];
  let client: ChatClient | null = null;
  let session: string | null = null;
  const hasBegun = (): boolean => said.some(({ isAcknowledged }) => isAcknowledged);

  return {
    said,
    headers,
    get session(): string | null {
      return session;
    },
    /** Whether the server must have stored the session, which it does with its first message. */
    hasBegun,
    /** The message whose turn has not ended. */
    pending: (): Said | null => said.find(({ end }) => end === null) ?? null,
    async connect(url: string): Promise<void> {
      const place = session === null ? {} : { session, ...(hasBegun() ? {} : { fresh: true }) };
      client = await connectClient(url, place, headers);
      session = client.session.session;
    },
    add(content: string): Said {
      const message = { id: randomUUID(), content, isAcknowledged: false, end: null };
      said.push(message);
      return message;
    },
    /**
     * Sends a message and gives the frames of its turn. `cancelAfter`: milliseconds after which the user gives up. Throws
     * `Disconnected` and `NoEnd`.
     */
    async deliver(message: Said, cancelAfter: number | null = null): Promise<NumberedFrame[]> {
      if (client === null || client.socket.readyState !== client.socket.OPEN) {
        throw new Disconnected('not connected');
      }
      client.frames.length = 0;
      client.send({ type: 'message', id: message.id, content: message.content });
      await untilEnd(client, message, cancelAfter);
      return [...client.frames];
    },
    async close(): Promise<void> {
      await client?.close();
    },
  };
}

/** Notes in the book what the frames say of a message, until its turn ends. */
function untilEnd(
  { socket, frames, send }: ChatClient,
  message: Said,
  cancelAfter: number | null,
): Promise<void> {
  const about = message.content.slice(0, 80);
  return new Promise((resolve, reject) => {
    const limit = setTimeout(
      () => finish(new NoEnd(`no end in ${turnLimit} ms of: ${about}; there were ${kindsOf(frames)}`)),
      turnLimit,
    );
    const giveUp = cancelAfter === null ? undefined : setTimeout(() => send({ type: 'cancel' }), cancelAfter);
    const gone = () => finish(new Disconnected('the connection broke'));
    socket.on('message', look);
    socket.on('close', gone);

    function look(): void {
      const frame = frames.at(-1);
      if (frame?.type === 'error' && frame.turn === undefined) {
        finish(new NoEnd(`refused as ${frame.code}: ${about}`));
      }
      if (frame?.type !== 'message') return;
      if (frame.role === 'user' && frame.id === message.id) message.isAcknowledged = true;
      if (frame.role !== 'assistant' || frame.end === undefined) return;
      message.end = frame.end;
      finish();
    }

    function finish(error?: Error): void {
      clearTimeout(limit);
      clearTimeout(giveUp);
      socket.off('message', look);
      socket.off('close', gone);
      if (error) reject(error);
      else resolve();
    }
  });
}

const kindsOf = (frames: NumberedFrame[]): string => frames.map(({ type }) => type).join(' ');
