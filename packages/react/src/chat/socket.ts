import type { Refusal, Socket, SocketEvents } from '@devai/fastify/protocol/socket';
import { parseServerFrame } from '@devai/fastify/protocol/frames';
import { ApiError, type Client } from '../client.ts';

/** Milliseconds to wait for frames that are under way. Resending a message too early is harmless: its answer is sent again, and no second turn begins. */
const underWay = 100;

/** A browser's websocket. It does not tell why it was refused: a request to the same server does. */
export function openSocket(client: Client, { onOpen, onFrame, onClose }: SocketEvents): Socket {
  const protocols = client.token === null ? [] : ['devai', `token.${base64Url(client.token)}`];
  const socket = new WebSocket(`${client.url.replace(/^http/, 'ws')}/ws/chat`, protocols);
  let opened = false;
  socket.addEventListener('open', () => {
    opened = true;
    onOpen();
  });
  socket.addEventListener('message', ({ data }) => {
    const frame = parseServerFrame(String(data));
    if (frame) onFrame(frame);
  });
  socket.addEventListener('close', ({ code }) => {
    const reason = code === 1006 ? 'the connection broke' : `the server closed it with code ${code}`;
    const end = { code, reason, isUnknownHost: false };
    if (opened) onClose({ ...end, refusal: null });
    else void findRefusal(client).then((refusal) => onClose({ ...end, refusal }));
  });
  return {
    send(frame) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
    },
    afterWhatIsUnderWay: (callback) => void setTimeout(callback, underWay),
    close: () => socket.close(),
    drop: () => socket.close(),
  };
}

/** Null: it may work later. */
async function findRefusal(client: Client): Promise<Refusal | null> {
  try {
    await client.ask('GET /api/health', {});
    return null;
  } catch (error) {
    const isRefusal = error instanceof ApiError && (error.status === 401 || error.status === 403);
    return isRefusal ? { code: error.code, message: error.message } : null;
  }
}

const base64Url = (text: string): string =>
  btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
