import type { ChatConnection } from '@devai/fastify/protocol/chat-connection';
import type { ApprovalDecision, ApprovalRequest } from '@devai/fastify/protocol/frames';
import { toCliError, type CliError } from '../cli-error.ts';
import { askedNoModel, spentOn } from '@devai/fastify/protocol/spent';
import { ask } from '../server/api.ts';
import { note, type Piece } from '../terminal/piece.ts';
import { written } from '../terminal/written.ts';
import type { Terminal } from './commands/at.ts';
import { dollars } from './commands/turns.ts';
import { oneLine, printable } from '../terminal/printable.ts';
import { createMarkdownPieces } from '../terminal/markdown-pieces.ts';
import { createStyle } from '../terminal/style.ts';
import { TerminalScreen, type ScreenOptions } from '../terminal/terminal-screen.ts';
import { Chat, type ChatOptions } from './chat.ts';
import { describeFailure } from './describe-failure.ts';
import type { InputHistory } from './input-history.ts';
import type { TurnEnd } from '@devai/fastify/protocol/outbox';

/** Chats at a terminal until the user quits or the signal aborts. Throws when the server rejects this client. */
export function runInteractiveChat(
  options: ChatOptions,
  terminal: ScreenOptions,
  signal: AbortSignal,
  {
    inputs = { lines: [], add: async () => {} },
    edit,
  }: { inputs?: InputHistory | undefined; edit: (text: string) => Promise<string> },
): Promise<void> {
  const left = Promise.withResolvers<void>();
  let cancelling = false;
  let asked: ApprovalRequest | null = null;
  let confirming: string | null = null;
  /** Since when a reply is awaited, and what redraws the seconds. */
  let busy: { since: number; timer: NodeJS.Timeout } | null = null;
  /** In US dollars, of the turns of this chat; null: no price is known. */
  let spent: number | null = null;

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
      complete: (line) => (line.startsWith('/') ? chat.commandsLike(line) : []),
    },
  );
  const markdown = createMarkdownPieces(() => {
    const { width, wrap } = createStyle({ isTTY: true, columns: readable(terminal.output.columns) }, 'never');
    return { width, wrap, paint: terminal.paint };
  });
  const show = (pieces: Piece[]): void => screen.show(markdown(pieces));
  const powers: Terminal = {
    copy: (text) => screen.copy(text),
    edit: (text) => screen.leave(() => edit(text)),
    pick: (lines) => screen.pick(lines),
  };
  const chat = new Chat(options, powers, {
    show,
    onSend: (_id, content) => show([{ kind: 'user', text: printable(content) }]),
    onLost: (text) => show([note(text)]),
    onChange() {
      if (!chat.connection.busy) cancelling = false;
      setBusy(chat.connection.busy);
      setPrompt();
    },
    onAsk(request) {
      // what the user types answers it
      asked = request?.inWords === true ? null : request;
      setPrompt();
    },
    onConfirm(question) {
      confirming = question;
      setPrompt();
    },
    onEnd: quit,
  });
  const { connection } = chat;
  signal.addEventListener('abort', () => quit(), { once: true });
  return left.promise;

  function setPrompt(): void {
    const seconds = busy === null ? 0 : Math.floor((performance.now() - busy.since) / 1_000);
    const state = describePrompt(chat.connection, seconds);
    const answer = (decision: ApprovalDecision) => () => chat.approve(decision);
    const confirm = (command: string) => () => void enter(command);
    if (confirming !== null) {
      screen.setKeys({ y: confirm('/yes'), n: confirm('/no') });
      screen.setPrompt(`${oneLine(confirming, 40)}? y yes · n no ${state}`);
    } else if (asked) {
      screen.setKeys({ y: answer('once'), a: answer('session'), n: answer('deny') });
      screen.setPrompt(`allow ${oneLine(asked.tool, 40)}? y yes · a always here · n no ${state}`);
    } else {
      screen.setKeys(null);
      screen.setPrompt(state);
    }
  }

  function setBusy(isBusy: boolean): void {
    if (isBusy === (busy !== null)) return;
    clearInterval(busy?.timer);
    busy = isBusy ? { since: performance.now(), timer: setInterval(setPrompt, 1_000) } : null;
  }

  /** Shows what the last turn's model was, how full its window is, and what the chat has cost. */
  async function showSpent(): Promise<void> {
    const turn = chat.lastTurn;
    const { session } = connection.position;
    if (turn === null || session === null) return;
    const { contexts } = await ask(options.api, 'GET /api/memory/contexts', {
      query: { session, turn },
      signal: AbortSignal.timeout(10_000),
    });
    const [last] = contexts;
    if (!last || askedNoModel(last)) return;
    const { cost } = spentOn(contexts);
    if (cost !== null) spent = (spent ?? 0) + cost;
    const share = Math.round((100 * last.tokens) / last.budget);
    const window = `${written(last.tokens)} of ${written(last.budget)} tokens (${share} %)`;
    const parts = [oneLine(last.model ?? '', 60), window, ...(spent === null ? [] : [dollars(spent)])];
    screen.setStatus(parts.filter((part) => part !== '').join(' · '));
  }

  function tellUnsaved(error: unknown): void {
    inputs.add = async () => {};
    show([note(`what you type is not kept for later chats: ${String(error)}`)]);
  }

  async function enter(text: string): Promise<void> {
    try {
      const end = await chat.enter(text);
      if (end === 'quit') quit();
      else if (end !== null) {
        show(describeEnd(end, text));
        // an older figure would be wrong; why the server does not answer is shown where it matters
        await showSpent().catch(() => screen.setStatus(''));
      }
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
    setBusy(false);
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

/** Before this many seconds a reply is usual. */
const usual = 3;

function describePrompt({ connected, busy, waiting }: ChatConnection, seconds: number): string {
  const notes = [...(connected ? [] : ['offline']), ...(waiting > 0 ? [`${waiting} waiting`] : [])];
  const state = notes.length > 0 ? `(${notes.join(', ')}) ` : '';
  return state + (busy ? `…${seconds < usual ? '' : ` ${seconds} s`} ` : '> ');
}
