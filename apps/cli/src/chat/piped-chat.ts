import { createInterface } from 'node:readline';
import { cliError, type CliError } from '../cli-error.ts';
import { note } from '../terminal/piece.ts';
import { createPlainOutput } from '../terminal/plain-output.ts';
import type { Streams } from '../terminal/output.ts';
import { Chat, type ChatOptions } from './chat.ts';

/**
 * Chats for a script: sends the input line by line, each after the previous reply, or one `message` instead. Throws when a message gets no
 * reply.
 */
export async function runPipedChat(
  options: ChatOptions,
  streams: Streams,
  signal: AbortSignal,
  message?: string,
): Promise<void> {
  const show = createPlainOutput(streams);
  const failed = Promise.withResolvers<CliError>();
  const chat = new Chat(options, null, {
    show,
    onSend: () => {},
    onLost: (text) => show([note(text)]),
    onChange: () => {},
    onAsk(request) {
      if (request && options.approve) chat.approve('once');
      // nobody is there to ask; but the next line may answer what the turn does not wait for
      else if (request && request.inWords !== true) chat.approve('deny', 'no terminal to ask at');
    },
    // the next line answers it
    onConfirm: () => {},
    onEnd: failed.resolve,
  });
  signal.addEventListener('abort', () => failed.resolve(cliError('interrupted', 'stopped')), { once: true });
  const lines = message === undefined ? createInterface({ input: streams.input }) : null;
  try {
    const texts = lines ? joinLines(lines) : [message ?? ''];
    const error = await Promise.race([failed.promise, enterAll(chat, texts)]);
    if (error) throw error;
  } finally {
    lines?.close();
    chat.connection.close();
  }
}

async function enterAll(chat: Chat, texts: AsyncIterable<string> | string[]): Promise<null> {
  for await (const text of texts) {
    const end = await chat.enter(text);
    if (end === 'quit') return null;
    if (end !== 'reply' && end !== null) {
      throw cliError('no_reply', `no reply (${end}); the rest of the input was not sent`);
    }
  }
  return null;
}

/** Joins lines that end with a backslash to the next one, and skips empty ones. */
async function* joinLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let joined = '';
  for await (const line of lines) {
    const goesOn = /(?<!\\)\\$/.test(line);
    joined += goesOn ? `${line.slice(0, -1)}\n` : line;
    if (goesOn) continue;
    if (joined.trim() !== '') yield joined.trimEnd();
    joined = '';
  }
  if (joined.trim() !== '') yield joined.trimEnd();
}
