import { once } from 'node:events';
import { WebSocket } from 'ws';
import { parseServerFrame, type NumberedFrame } from '@devai/fastify/protocol/frames';

type FrameOf<Type extends NumberedFrame['type']> = Extract<NumberedFrame, { type: Type }>;
export type ChatClient = Awaited<ReturnType<typeof connectClient>>;

/** A client on a real socket that greets and keeps every frame. */
export async function connectClient(url: string, hello: Record<string, unknown> = {}, headers = {}) {
  const socket = new WebSocket(url, { headers });
  const frames: NumberedFrame[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data) => {
    const frame = parseServerFrame(String(data));
    if (!frame) throw new Error(`a frame that the protocol does not know: ${String(data)}`);
    frames.push(frame);
    for (const look of waiting) look();
    waiting.clear();
  });
  socket.on('error', () => {});
  await once(socket, 'open');
  const client = {
    frames,
    socket,
    send: (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    /** The first frame of a type (from an index on) that fits; waits for it. */
    async next<Type extends NumberedFrame['type']>(
      type: Type,
      fits: (frame: FrameOf<Type>) => boolean = () => true,
      from = 0,
      milliseconds = 20_000,
    ): Promise<FrameOf<Type>> {
      const isIt = (frame: NumberedFrame): frame is FrameOf<Type> => frame.type === type;
      const find = () =>
        frames.slice(from).find((frame): frame is FrameOf<Type> => isIt(frame) && fits(frame));
      const deadline = performance.now() + milliseconds;
      for (;;) {
        const found = find();
        if (found) return found;
        const left = deadline - performance.now();
        if (left <= 0)
          throw new Error(
            `no ${type} frame came; there were: ${JSON.stringify(frames.slice(from), null, 1)}`,
          );
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left);
          waiting.add(() => {
            clearTimeout(timer);
            resolve();
          });
        });
      }
    },
    /** Sends a message and waits for the end of its turn. Gives the frames of the turn. */
    async say(content: string): Promise<{ reply: string; frames: NumberedFrame[] }> {
      const from = frames.length;
      client.send({ type: 'message', content });
      const reply = await client.next('message', (frame) => frame.role === 'assistant', from);
      return { reply: reply.content, frames: frames.slice(from) };
    },
    async close(): Promise<void> {
      socket.close();
      if (socket.readyState !== WebSocket.CLOSED) await once(socket, 'close');
    },
  };
  client.send({ type: 'hello', ...hello });
  const session = await client.next('session');
  return { ...client, session };
}
