import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { parseServerFrame, type ClientFrame, type NumberedFrame } from '../protocol/frames.ts';
import { refusedByStatus, type ConnectionError } from './connection-error.ts';

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

export type SocketEvents = {
  onOpen: () => void;
  onFrame: (frame: NumberedFrame) => void;
  /** The last event. `refusal`: the server does not want this client, and will not want it later. */
  onClose: (end: { code: number; reason: string; refusal: ConnectionError | null }) => void;
};

export type ChatSocket = ReturnType<typeof openSocket>;

/** One websocket that speaks frames, from its opening to its end. Frames that this version does not know are dropped. */
export function openSocket(options: SocketOptions, events: SocketEvents) {
  const { url, token } = options;
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const socket = new WebSocket(url, { headers, handshakeTimeout: options.handshake });
  let reason = '';
  let refusal: ConnectionError | null = null;
  let stopHeartbeat: (() => void) | null = null;

  socket.on('open', () => {
    stopHeartbeat = keepAlive(socket, options.heartbeat);
    events.onOpen();
  });
  socket.on('message', (data) => {
    const frame = Buffer.isBuffer(data) ? parse(data.toString('utf8')) : null;
    if (frame) events.onFrame(frame);
  });
  socket.on('error', (error) => {
    reason ||= describe(error);
  });
  socket.on('unexpected-response', (request, response) => {
    const status = response.statusCode ?? 0;
    void readDetail(response).then((detail) => {
      refusal = refusedByStatus(url, status, detail);
      reason = `the server answered ${status}`;
      // ends in `error` and `close`
      request.destroy(new Error(reason));
      socket.terminate();
    });
  });
  socket.on('close', (code) => {
    stopHeartbeat?.();
    events.onClose({ code, reason: reason || describeCode(code), refusal });
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
    drop(): void {
      socket.terminate();
    },
  };
}

function parse(text: string): NumberedFrame | null {
  try {
    return parseServerFrame(text);
  } catch {
    return null;
  }
}

function describeCode(code: number): string {
  return code === 1006 ? 'the connection broke' : `the server closed it with code ${code}`;
}

/** Several addresses that were tried at once fail together; the first of them tells enough. */
function describe(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const known = first instanceof Error ? first : error;
  return known.message || known.name;
}

/** The `detail` of the problem that the server answered with; '' without one. */
async function readDetail(response: IncomingMessage): Promise<string> {
  try {
    let body = '';
    for await (const chunk of response) if (body.length < 10_000) body += String(chunk);
    const problem: unknown = JSON.parse(body);
    const detail =
      typeof problem === 'object' && problem !== null && 'detail' in problem ? problem.detail : '';
    return typeof detail === 'string' ? detail : '';
  } catch {
    return '';
  }
}

/** Ends a connection whose other side went away without a word. Returns what stops it. */
function keepAlive(socket: WebSocket, every: number): () => void {
  let answered = true;
  socket.on('pong', () => {
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered) {
      socket.terminate();
      return;
    }
    answered = false;
    socket.ping();
  }, every);
  return () => clearInterval(timer);
}
