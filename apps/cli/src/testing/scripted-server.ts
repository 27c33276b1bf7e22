import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { opened } from '@devai/api/testing/opened';
import {
  parseClientFrame,
  type ClientFrame,
  type NumberedFrame,
  type ServerFrame,
} from '@devai/fastify/protocol/frames';

type FrameOf<Type extends NumberedFrame['type']> = Extract<NumberedFrame, { type: Type }>;

/** The server's side of a connection, driven by a test. */
export type Peer = {
  headers: IncomingHttpHeaders;
  /** The next frame from the client. Throws for an invalid one. */
  next: () => Promise<ClientFrame>;
  /** Received frames that `next` has not returned. */
  pending: () => ClientFrame[];
  closed: Promise<void>;
  send: (frame: NumberedFrame) => void;
  sendText: (text: string) => void;
  /** Drops the connection without a handshake. */
  drop: () => void;
  close: (code: number) => void;
  /** Stays connected but stops reading, like a sleeping machine. */
  goSilent: () => void;
};

type ScriptedServer = {
  url: string;
  port: number;
  next: () => Promise<Peer>;
  stop: () => Promise<void>;
};

type Options = { port?: number; refusal?: { status: number; body: string } };
type Script = ReturnType<typeof createScript>;

/** A chat server for each test of a file, driven by it. */
export function serveScript() {
  const now = opened('test', async (closing) => {
    const world = { server: await startScriptedServer() };
    closing.defer(() => world.server.stop());
    return world;
  });
  return {
    get url() {
      return now().server.url;
    },
    get port() {
      return now().server.port;
    },
    next: () => now().server.next(),
    stop: () => now().server.stop(),
    /** Starts another one in place of one that was stopped. With `refusal` it answers every upgrade with that status. */
    async start(options: Options = {}): Promise<void> {
      now().server = await startScriptedServer(options);
    },
    /** Accepts the next connection and its greeting, and answers with the session. */
    async letIn(script: Script, frame?: Parameters<Script['enter']>[0]) {
      for (;;) {
        const peer = await now().server.next();
        // a client that gave up this connection greets on its next one
        const hello = await Promise.race([peer.next(), peer.closed]);
        if (hello === undefined) continue;
        peer.send(script.enter(frame));
        return { peer, hello };
      }
    },
  };
}

async function startScriptedServer(options: Options = {}): Promise<ScriptedServer> {
  const http = createServer((_request, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ noServer: true });
  const peers = createQueue<Peer>();
  http.on('upgrade', (request, socket, head) => {
    if (options.refusal) {
      const { status, body } = options.refusal;
      socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (peer) => peers.put(playPeer(peer, request.headers)));
  });
  http.listen(options.port ?? 0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    port,
    url: `ws://127.0.0.1:${port}/ws/chat`,
    next: peers.take,
    async stop() {
      if (!http.listening) return;
      for (const peer of sockets.clients) peer.terminate();
      http.close();
      http.closeAllConnections();
      await once(http, 'close');
    },
  };
}

function playPeer(socket: WebSocket, headers: IncomingHttpHeaders): Peer {
  const frames = createQueue<ClientFrame>();
  socket.on('message', (data) => {
    const parsed = parseClientFrame(Buffer.isBuffer(data) ? data.toString('utf8') : '');
    if (!parsed.success)
      throw new Error(`the client sent what the protocol does not know: ${parsed.error.message}`);
    frames.put(parsed.data);
  });
  return {
    headers,
    next: frames.take,
    pending: frames.waiting,
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
    send: (frame) => socket.send(JSON.stringify(frame)),
    sendText: (text) => socket.send(text),
    drop: () => socket.terminate(),
    close: (code) => socket.close(code),
    goSilent: () => socket.pause(),
  };
}

function createQueue<Item>() {
  const items: Item[] = [];
  const takers: ((item: Item) => void)[] = [];
  return {
    put(item: Item): void {
      const taker = takers.shift();
      if (taker) taker(item);
      else items.push(item);
    },
    take: (): Promise<Item> => {
      const item = items.shift();
      return item === undefined ? new Promise((resolve) => takers.push(resolve)) : Promise.resolve(item);
    },
    waiting: () => [...items],
  };
}

/** Builds the frames of one session, with sequence and message numbers. */
export function createScript(session: string = randomUUID()) {
  let sequence = 0;
  let number = 0;
  const stream = randomUUID();
  const numbered = <Frame extends object>(frame: Frame) => ({ ...frame, sequence: (sequence += 1) });
  return {
    session,
    stream,
    at: () => ({ sequence, number }),
    /** Skips message numbers, as if messages had been stored without frames. */
    skipNumbers(count: number): void {
      number += count;
    },
    enter: (frame: Partial<FrameOf<'session'>> = {}): NumberedFrame => ({
      type: 'session',
      session,
      project: 'shop',
      agent: 'chapo',
      stream,
      sequence,
      offline: false,
      models: ['test-model'],
      degraded: [],
      missed: [],
      running: false,
      approvals: [],
      ...frame,
    }),
    /** Numbers a frame that no method here builds. */
    next: (frame: ServerFrame): NumberedFrame => numbered(frame),
    turn(turn: string = randomUUID()) {
      return {
        turn,
        user: (content: string, id: string = randomUUID()): NumberedFrame =>
          numbered({ type: 'message', turn, id, number: (number += 1), role: 'user', content }),
        text: (text: string, reset?: true): NumberedFrame =>
          numbered({ type: 'text_delta', turn, text, ...(reset && { reset }) }),
        thinking: (text: string): NumberedFrame => numbered({ type: 'thinking', turn, text }),
        recalled: (
          memories: FrameOf<'memory_recalled'>['memories'],
          degraded: string[] = [],
        ): NumberedFrame =>
          numbered({
            type: 'memory_recalled',
            turn,
            memories,
            standing: [],
            said: [],
            passages: [],
            tokens: 10,
            degraded,
          }),
        call: (id: string, name: string, args: string): NumberedFrame =>
          numbered({ type: 'tool_call', turn, id, name, arguments: args }),
        result: (id: string, ok: boolean, content: string): NumberedFrame =>
          numbered({ type: 'tool_result', turn, id, name: 'tool', ok, content }),
        error: (code: string, message: string): NumberedFrame =>
          numbered({ type: 'error', turn, code, message, retryable: true }),
        reply: (content: string, end: FrameOf<'message'>['end'] = 'reply'): NumberedFrame =>
          numbered({
            type: 'message',
            turn,
            id: randomUUID(),
            number: (number += 1),
            role: 'assistant',
            content,
            end,
          }),
      };
    },
  };
}

type StoredMessage = FrameOf<'session'>['missed'][number];

/** A stored message as `missed` holds it. */
export const storedMessage = (
  message: Pick<StoredMessage, 'number' | 'role' | 'content'> & Partial<StoredMessage>,
): StoredMessage => ({
  id: randomUUID(),
  type: 'text',
  toolCalls: [],
  toolCallId: null,
  createdAt: '2026-02-03T10:00:00.000Z',
  ...message,
});

/** The delays of a client that a test need not wait for. */
export const delays = {
  first: 10,
  longest: 40,
  resend: 20,
  heartbeat: 10_000,
  handshake: 2_000,
  closing: 50,
};

/** Waits until a condition holds, for at most twenty seconds. */
export async function until(isSo: () => boolean): Promise<void> {
  for (const deadline = performance.now() + 20_000; !isSo();) {
    if (performance.now() > deadline) throw new Error(`it did not come about: ${isSo.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
