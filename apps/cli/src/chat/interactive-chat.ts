import type { ChatConnection } from '@devai/fastify/protocol/chat-connection';
import type { ApprovalDecision, ApprovalRequest } from '@devai/fastify/protocol/frames';
import { toCliError, type CliError } from '../cli-error.ts';
import { note, type Piece } from '../terminal/piece.ts';
import { oneLine, printable } from '../terminal/printable.ts';
import { createMarkdownPieces } from '../terminal/markdown-pieces.ts';
import { createStyle } from '../terminal/style.ts';
import { TerminalScreen, type ScreenOptions } from '../terminal/terminal-screen.ts';
import { Chat, describeFailure, type ChatOptions } from './chat.ts';
import type { InputHistory } from './input-history.ts';
import type { TurnEnd } from '@devai/fastify/protocol/outbox';

/** Chats at a terminal until the user quits or the signal aborts. Throws when the server rejects this client. */
export function runInteractiveChat(
  options: ChatOptions,
  terminal: ScreenOptions,
  signal: AbortSignal,
  inputs: InputHistory = { lines: [], add: async () => {} },
): Promise<void> {
  const left = Promise.withResolvers<void>();
  let cancelling = false;
  let asked: ApprovalRequest | null = null;

  let saving = Promise.resolve();

  const screen = new TerminalScreen(
    { ...terminal, history: inputs.lines },
    {
      onMessage: (text) => {
        saving = saving.then(() => inputs.add(text)).catch(tellUnsaved);
        void enter(text);
      },
      onInterrupt: interrupt,
      onEnd: () => quit(),
    },
  );
  const markdown = createMarkdownPieces(() => {
    const { width, wrap } = createStyle({ isTTY: true, columns: readable(terminal.output.columns) }, 'never');
    return { width, wrap, paint: terminal.paint };
  });
  const show = (pieces: Piece[]): void => screen.show(markdown(pieces));
  show([note('/help lists the commands')]);
  const chat = new Chat(options, {
    show,
    onSend: (_id, content) => show([{ kind: 'user', text: printable(content) }]),
    onLost: (text) => show([note(text)]),
    onChange() {
      if (!chat.connection.busy) cancelling = false;
      setPrompt();
    },
    onAsk(request) {
      // what the user types answers it
      asked = request?.inWords === true ? null : request;
      const answer = (decision: ApprovalDecision) => () => chat.approve(decision);
      screen.setKeys(asked && { y: answer('once'), a: answer('session'), n: answer('deny') });
      setPrompt();
    },
    onEnd: quit,
  });
  const { connection } = chat;
  signal.addEventListener('abort', () => quit(), { once: true });
  return left.promise;

  function setPrompt(): void {
    const state = describePrompt(chat.connection);
    screen.setPrompt(
      asked ? `allow ${oneLine(asked.tool, 40)}? y yes · a always here · n no ${state}` : state,
    );
  }

  function tellUnsaved(error: unknown): void {
    inputs.add = async () => {};
    show([note(`what you type is not kept for later chats: ${String(error)}`)]);
  }

  async function enter(text: string): Promise<void> {
    try {
      const end = await chat.enter(text);
      if (end === 'quit') quit();
      else if (end !== null) show(describeEnd(end, text));
    } catch (error) {
      show([describeFailure(toCliError(error))]);
    }
  }

  function interrupt(typed: boolean): boolean {
    if (connection.busy && !cancelling) {
      cancelling = true;
      connection.cancel();
      show([note('cancelling; Ctrl-C again quits')]);
      return false;
    }
    if (typed && !cancelling) return true;
    if (!cancelling && connection.waiting > 0) connection.cancel();
    else quit();
    return false;
  }

  function quit(error?: CliError): void {
    const { waiting } = connection;
    if (waiting > 0) {
      show([note(`${waiting === 1 ? '1 message was' : `${waiting} messages were`} not sent`)]);
    }
    screen.close();
    connection.close();
    if (error) left.reject(error);
    else left.resolve(saving);
  }
}

/** Columns beyond which lines are hard to read. */
const widest = 100;
const readable = (columns = 80): number => Math.min(columns, widest);

/** The ends of a turn that no frame reports. */
function describeEnd(end: TurnEnd, text: string): Piece[] {
  if (end === 'refused') return [note(`rejected: ${oneLine(text, 100)}`)];
  if (end === 'withdrawn') return [note(`not sent: ${oneLine(text, 100)}`)];
  const stopped = 'the reply was interrupted because the server stopped';
  return end === 'interrupted' ? [note(`${stopped}. Your message is stored; ask again to continue.`)] : [];
}

function describePrompt({ connected, busy, waiting }: ChatConnection): string {
  const notes = [...(connected ? [] : ['offline']), ...(waiting > 0 ? [`${waiting} waiting`] : [])];
  return `${notes.length > 0 ? `(${notes.join(', ')}) ` : ''}${busy ? '… ' : '> '}`;
}
