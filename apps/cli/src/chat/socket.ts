import { text } from 'node:stream/consumers';
import { parseServerFrame, type ClientFrame, type NumberedFrame } from '@devai/api/protocol/frames';
import { WebSocket } from 'ws';
import type { CliError } from '../cli-error.ts';
import { refusal } from '../server/api.ts';

export type SocketOptions = {
  url: string;
  token: string | null;
  /** Milliseconds for the connection to come about. */
  handshake: number;
  /** Milliseconds between two looks whether the other side still answers. */
  heartbeat: number;
  /** Milliseconds for the closing handshake. */
  closing: number;
};

export type SocketEnd = { code: number; reason: string; refusal: CliError | null };

export type SocketEvents = {
  onOpen: () => void;
  onFrame: (frame: NumberedFrame) => void;
  /** The last event. `refusal`: the server does not want this client, and will not want it later. */
  onClose: (end: SocketEnd) => void;
};

export type Socket = ReturnType<typeof openSocket>;

/** One websocket that speaks frames, from its opening to its end. Frames that this version does not know are dropped. */
export function openSocket(options: SocketOptions, events: SocketEvents) {
  const { url, token } = options;
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const socket = new WebSocket(url, { headers, handshakeTimeout: options.handshake });
  const end: SocketEnd = { code: 0, reason: '', refusal: null };
  let answered = true;
  let heartbeat: NodeJS.Timeout | undefined;

  socket.on('open', () => {
    // ends a connection whose other side went away without a word
    heartbeat = setInterval(() => {
      if (!answered) return socket.terminate();
      answered = false;
      socket.ping();
    }, options.heartbeat);
    events.onOpen();
  });
  socket.on('pong', () => {
    answered = true;
  });
  socket.on('message', (data) => {
    const frame = parseServerFrame(Buffer.isBuffer(data) ? data.toString('utf8') : '');
    if (frame) events.onFrame(frame);
  });
  socket.on('error', (error) => {
    end.reason ||= describe(error);
  });
  socket.on('unexpected-response', (request, response) => {
    const status = response.statusCode ?? 0;
    text(response).then(
      (body) => {
        // what else there is may pass by itself
        if (status !== 429 && status < 500) end.refusal = refusal(url, status, body);
        end.reason = `the server answered ${status}`;
        // ends in `error` and `close`
        request.destroy();
        socket.terminate();
      },
      (error: Error) => request.destroy(error),
    );
  });
  socket.on('close', (code) => {
    clearInterval(heartbeat);
    const broke = code === 1006 ? 'the connection broke' : `the server closed it with code ${code}`;
    events.onClose({ ...end, code, reason: end.reason || broke });
  });

  return {
    /** Sends a frame when the socket is open; otherwise nothing, as its end follows. */
    send(frame: ClientFrame): void {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
    },
    /** Calls back behind every frame that the server has sent by the time it hears of this. */
    afterWhatIsUnderWay(callback: () => void): void {
      const mark = String(performance.now());
      socket.on('pong', (data) => {
        if (data.toString() === mark) callback();
      });
      if (socket.readyState === WebSocket.OPEN) socket.ping(mark);
    },
    close(): void {
      socket.close(1000);
      setTimeout(() => socket.terminate(), options.closing).unref();
    },
    /** Drops the connection at once. */
    drop: () => socket.terminate(),
  };
}

/** Several addresses that were tried at once fail together; the first of them tells enough. */
function describe(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const known = first instanceof Error ? first : error;
  return known.message || known.name;
}
