import { createInterface } from 'node:readline';
import { maximumMessageLength } from '../protocol/frames.ts';
import { commandHelp, parseCommand } from './commands.ts';
import { ChatConnection } from './connection.ts';
import type { ChatInput } from './interactive-chat.ts';
import { createPlainOutput, type PlainStreams } from './plain-output.ts';
import { note } from './describe-frame.ts';
import { tellFocus } from './read-focus.ts';
import { explainLastTurn, renderFrame, startState, type RenderState } from './render.ts';

/**
 * A chat for scripts: each line of the input is a message, sent when the one before was answered. Ends with the input,
 * with 0; with 1 at the first message that gets no reply.
 */
export async function runPipedChat(
  input: ChatInput & { streams: PlainStreams & { input: NodeJS.ReadableStream } },
): Promise<number> {
  const show = createPlainOutput(input.streams);
  const failed = Promise.withResolvers<Error>();
  let { project } = input.connection;
  let state: RenderState = { ...startState, verbose: input.verbose, history: 0 };
  const connection = new ChatConnection(input.connection, {
    onFrame(frame) {
      const rendered = renderFrame(state, frame);
      state = rendered.state;
      show(rendered.output);
      if (frame.type === 'session') ({ project } = frame);
      if (frame.type === 'session' || frame.type === 'message') input.onPosition(state.position);
    },
    onSend(id) {
      state = { ...state, ownMessages: new Set([...state.ownMessages, id]) };
    },
    onLost: (reason) => show([note(`the connection was lost (${reason}); trying again`)]),
    onChange: () => {},
    onEnd: failed.resolve,
  });
  const lines = createInterface({ input: input.streams.input });
  input.signal.addEventListener('abort', () => failed.resolve(new Error('stopped')), { once: true });

  try {
    const end = await Promise.race([failed.promise, sayAll()]);
    if (end === null) return 0;
    show([{ kind: 'error', text: typeof end === 'string' ? end : end.message }]);
    return 1;
  } finally {
    lines.close();
    connection.close();
  }

  /** Null when everything was answered; otherwise what went wrong. */
  async function sayAll(): Promise<string | null> {
    for await (const text of joinLines(lines)) {
      switch (parseCommand(text)) {
        case 'quit':
          return null;
        case 'new':
          connection.newChat();
          break;
        case 'help':
          show([note(commandHelp)]);
          break;
        case 'focus':
          show(await tellFocus(input.connection.url, { token: input.connection.token, project }));
          break;
        case 'why':
          show(explainLastTurn(state));
          break;
        case 'verbose':
          state = { ...state, verbose: !state.verbose };
          break;
        case 'unknown':
          return `there is no command ${text}`;
        case null: {
          if (text.length > maximumMessageLength)
            return `a message is longer than ${maximumMessageLength} characters`;
          const end = await connection.send(text);
          if (end !== 'reply') return `no reply (${end}); the rest of the input was not sent`;
        }
      }
    }
    return null;
  }
}

/** Messages from lines: a backslash at the end joins the next line, and empty lines are none. */
async function* joinLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let joined = '';
  for await (const line of lines) {
    if (/(?<!\\)\\$/.test(line)) {
      joined += `${line.slice(0, -1)}\n`;
      continue;
    }
    const message = (joined + line).trimEnd();
    joined = '';
    if (message.trim() !== '') yield message;
  }
  if (joined.trim() !== '') yield joined.trimEnd();
}
