import { text } from 'node:stream/consumers';
import type { Socket, SocketEnd, SocketEvents } from '@devai/fastify/protocol/socket';
import { userHeader } from '@devai/fastify/protocol/client';
import { parseServerFrame } from '@devai/fastify/protocol/frames';
import { WebSocket } from 'ws';
import { reasonOf, refusal } from '../server/api.ts';
import { printable } from '../terminal/printable.ts';

export type SocketOptions = {
  url: string;
  token: string | null;
  /** For whom the operator chats; null: the user of the token. */
  user: string | null;
  /** Milliseconds for connecting. */
  handshake: number;
  /** Milliseconds between pings. */
  heartbeat: number;
  /** Milliseconds for the closing handshake. */
  closing: number;
};

/** Opens a websocket that pings, so that it notices when the server is gone. */
export function openSocket(options: SocketOptions, events: SocketEvents): Socket {
  const { url, token, user } = options;
  const headers = { ...(token !== null && { authorization: `Bearer ${token}` }), ...userHeader(user) };
  const socket = new WebSocket(url, { headers, handshakeTimeout: options.handshake });
  const end: SocketEnd = { code: 0, reason: '', refusal: null, isUnknownHost: false };
  let answered = true;
  let heartbeat: NodeJS.Timeout | undefined;

  socket.on('open', () => {
    // detects a server that vanished without closing the connection
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
    end.reason ||= reasonOf(error);
    end.isUnknownHost = 'syscall' in error && error.syscall === 'getaddrinfo';
  });
  socket.on('unexpected-response', (request, response) => {
    const status = response.statusCode ?? 0;
    text(response).then(
      (body) => {
        // other statuses may be temporary
        if (status !== 429 && status < 500) end.refusal = refusal(url, status, body);
        end.reason = `the server answered ${status}`;
        // emits `error` and `close`
        request.destroy();
        socket.terminate();
      },
      (error: Error) => request.destroy(error),
    );
  });
  socket.on('close', (code) => {
    clearInterval(heartbeat);
    const broke = code === 1006 ? 'the connection broke' : `the server closed it with code ${code}`;
    events.onClose({ ...end, code, reason: printable(end.reason) || broke });
  });

  return {
    send(frame) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
    },
    afterWhatIsUnderWay(callback) {
      const mark = String(performance.now());
      socket.on('pong', (data) => {
        if (data.toString() === mark) callback();
      });
      if (socket.readyState === WebSocket.OPEN) socket.ping(mark);
    },
    close() {
      socket.close(1000);
      setTimeout(() => socket.terminate(), options.closing).unref();
    },
    drop: () => socket.terminate(),
  };
}
