import { styleText } from 'node:util';
import type { ChatArguments } from './arguments.ts';
import { runInteractiveChat, type ChatInput } from './interactive-chat.ts';
import { readLastSession, saveLastSession, type LastSession } from './last-session.ts';
import { runPipedChat } from './piped-chat.ts';
import type { Position } from './position.ts';
import type { Style } from './terminal-screen.ts';

export type Streams = { input: NodeJS.ReadStream; output: NodeJS.WriteStream; errors: NodeJS.WriteStream };

/** Stored messages shown when a session is opened again: the end of the conversation, to find back into it. */
const history = 10;

/** Runs a chat, at a terminal or for a script. Returns the exit code. */
export async function runChat(
  settings: ChatArguments,
  { input, output, errors }: Streams,
  signal: AbortSignal,
): Promise<number> {
  const interactive = input.isTTY && output.isTTY;
  const warn = (text: string) => errors.write(`${text}\n`);
  const last = await findLast(settings, warn);
  const noted = noteSessions(settings, warn);
  const chat: ChatInput = {
    connection: {
      url: settings.url,
      token: settings.token,
      project: settings.project,
      resume: last && { session: last.session, after: Math.max(0, last.number - history) },
      keepTrying: interactive,
    },
    verbose: settings.verbose,
    onPosition: (position) => noted.note(position),
    signal,
  };
  const code = interactive
    ? await runInteractiveChat({ ...chat, screen: { input, output, style: styleFor(output) } })
    : await runPipedChat({ ...chat, streams: { input, output, errors } });
  await noted.saved();
  return code;
}

/** The session to go on with; null for a new one. */
async function findLast(
  { session, continueLast, stateFile, url }: ChatArguments,
  warn: (text: string) => void,
): Promise<LastSession | null> {
  if (session === null && !continueLast) return null;
  try {
    const last = await readLastSession(stateFile, url);
    if (session !== null) return { session, number: last?.session === session ? last.number : 0 };
    if (last === null) warn(`there is no earlier session with ${url}; this is a new one`);
    return last;
  } catch (error) {
    warn(`${stateFile} cannot be read: ${String(error)}`);
    return session === null ? null : { session, number: 0 };
  }
}

/** Keeps note of where the user is, one writing after the other. That it fails is said once; the chat goes on. */
function noteSessions({ stateFile, url }: ChatArguments, warn: (text: string) => void) {
  let writing = Promise.resolve();
  let told = false;
  return {
    note({ session, number }: Position): void {
      if (session === null) return;
      writing = writing
        .then(() => saveLastSession(stateFile, url, { session, number }))
        .catch((error: unknown) => {
          if (!told) warn(`--continue will not work: ${String(error)}`);
          told = true;
        });
    },
    saved: () => writing,
  };
}

/** Colours where the terminal has them; styleText respects NO_COLOR and FORCE_COLOR. */
function styleFor(stream: NodeJS.WriteStream): Style {
  const formats = { user: 'bold', note: 'dim', thinking: 'dim', error: 'red' } as const;
  return (kind, text) => styleText(formats[kind], text, { stream });
}
