import { maximumMessageLength } from '../protocol/frames.ts';
import { commandHelp, parseCommand } from './commands.ts';
import type { ConnectionError } from './connection-error.ts';
import { ChatConnection, type ConnectionOptions } from './connection.ts';
import type { TurnEnd } from './outbox.ts';
import type { Position } from './position.ts';
import { oneLine, printable } from './printable.ts';
import { note, type Piece } from './describe-frame.ts';
import { tellFocus } from './read-focus.ts';
import { explainLastTurn, renderFrame, startState, type RenderState } from './render.ts';
import { TerminalScreen, type ScreenOptions } from './terminal-screen.ts';

export type ChatInput = {
  connection: ConnectionOptions;
  verbose: boolean;
  /** The session or the last message seen of it is another. */
  onPosition: (position: Position) => void;
  /** Aborted when the process shall end. */
  signal: AbortSignal;
};

/** A chat at a terminal, until the user leaves. Returns the exit code. */
export function runInteractiveChat(input: ChatInput & { screen: ScreenOptions }): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  let state: RenderState = { ...startState, verbose: input.verbose };
  let cancelling = false;
  let wasConnected = false;
  let toldLost = false;
  let project = input.connection.project;

  const screen = new TerminalScreen(input.screen, {
    onMessage: handle,
    onInterrupt: interrupt,
    onEnd: () => quit(0),
  });
  const connection = new ChatConnection(input.connection, {
    onFrame(frame) {
      const rendered = renderFrame(state, frame);
      state = rendered.state;
      screen.show(rendered.output);
      if (frame.type === 'session') {
        wasConnected = true;
        project = frame.project;
        toldLost = false;
      }
      if (frame.type === 'session' || frame.type === 'message') input.onPosition(state.position);
    },
    onSend(id, content) {
      state = { ...state, ownMessages: new Set([...state.ownMessages, id]) };
      screen.show([{ kind: 'user', text: printable(content) }]);
    },
    onLost: tellLost,
    onChange: () => {
      if (!connection.busy) cancelling = false;
      screen.setPrompt(describePrompt(connection));
    },
    onEnd: giveUp,
  });
  input.signal.addEventListener('abort', () => quit(0), { once: true });
  return promise;

  function handle(text: string): void {
    switch (parseCommand(text)) {
      case 'new':
        return connection.newChat();
      case 'focus':
        void showFocus();
        return;
      case 'why':
        return screen.show(explainLastTurn(state));
      case 'quit':
        return quit(0);
      case 'help':
        return screen.show([note(commandHelp)]);
      case 'verbose':
        state = { ...state, verbose: !state.verbose };
        return screen.show([note(state.verbose ? 'showing more' : 'showing less')]);
      case 'unknown':
        return screen.show([note(`there is no command ${printable(text)}; /help lists them`)]);
      case null:
        return say(text);
    }
  }

  function say(text: string): void {
    if (text.length > maximumMessageLength) {
      screen.show([
        { kind: 'error', text: `that is ${text.length} characters; at most ${maximumMessageLength} fit` },
      ]);
      return;
    }
    void connection.send(text).then((end) => screen.show(describeEnd(end, text)));
  }

  async function showFocus(): Promise<void> {
    const { url, token } = input.connection;
    screen.show(await tellFocus(url, { token, project }));
  }

  function interrupt(typed: boolean): boolean {
    if (connection.busy && !cancelling) {
      cancelling = true;
      connection.cancel();
      screen.show([note('cancelling; Ctrl-C again quits')]);
      return false;
    }
    if (typed && !cancelling) return true;
    if (!cancelling && connection.waiting > 0) connection.cancel();
    else quit(0);
    return false;
  }

  function tellLost(reason: string): void {
    if (toldLost) return;
    toldLost = true;
    const text = wasConnected
      ? `the connection was lost (${printable(reason)}); trying again`
      : `cannot reach ${input.connection.url} (${printable(reason)}); trying again. Is the server running? \`npx --yes pnpm start\` starts it.`;
    screen.show([note(text)]);
  }

  function giveUp(error: ConnectionError): void {
    screen.show([{ kind: 'error', text: printable(error.message) }]);
    quit(1);
  }

  function quit(code: number): void {
    const { waiting } = connection;
    if (waiting > 0)
      screen.show([note(`${waiting === 1 ? '1 message was' : `${waiting} messages were`} not sent`)]);
    screen.close();
    connection.close();
    resolve(code);
  }
}

/** What the ends say that no frame has said. */
function describeEnd(end: TurnEnd, text: string): Piece[] {
  switch (end) {
    case 'interrupted':
      return [
        note(
          'the reply was interrupted: the server stopped meanwhile. What was said is stored; ask again to go on.',
        ),
      ];
    case 'refused':
      return [note(`not taken: ${oneLine(text, 100)}`)];
    case 'withdrawn':
      return [note(`not sent: ${oneLine(text, 100)}`)];
    default:
      return [];
  }
}

function describePrompt({ connected, busy, waiting }: ChatConnection): string {
  const notes = [...(connected ? [] : ['offline']), ...(waiting > 0 ? [`${waiting} waiting`] : [])];
  return `${notes.length > 0 ? `(${notes.join(', ')}) ` : ''}${busy ? '… ' : '> '}`;
}
