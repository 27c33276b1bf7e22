import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import wrapAnsi from 'wrap-ansi';
import type { Format, Paper } from './paper.ts';
import type { Piece } from './piece.ts';

export type ScreenOptions = {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream & { columns?: number; rows?: number };
  paint: Paper['paint'];
};

export type ScreenEvents = {
  /** A whole message: one line, or several that were pasted or joined by a backslash at the end. */
  onMessage: (text: string) => void;
  /** Ctrl-C. `typed`: there is text on the line; it is dropped when this returns true. */
  onInterrupt: (typed: boolean) => boolean;
  /** Ctrl-D on an empty line, or the end of the input. */
  onEnd: () => void;
};

// what terminals understand
const up = (rows: number): string => (rows > 0 ? `\u001b[${rows}A` : '');
const toColumn = (column: number): string => `\u001b[${column + 1}G`;
const clearDown = '\r\u001b[J';
const clearAll = '\u001b[2J\u001b[H';
const reportPastes = '\u001b[?2004h';
const reportPastesNoMore = '\u001b[?2004l';

/** Stands before the further lines of a message. */
const continuation = '. ';

/** A line of the message being typed that is finished: as it is shown, and as it is meant. */
type TypedLine = { shown: string; text: string };

type Key = { name?: string; ctrl?: boolean };

const formats = { user: 'bold', note: 'dim', thinking: 'dim', error: 'red' } as const satisfies Record<
  string,
  Format
>;

/** Where a line editor draws that is drawn by somebody else: it only knows how wide that is. */
class Sink extends Writable {
  readonly #output: ScreenOptions['output'];

  constructor(output: ScreenOptions['output']) {
    super({ write: (_chunk, _encoding, done) => done() });
    this.#output = output;
  }

  get columns(): number {
    return this.#output.columns ?? 80;
  }
}

/**
 * A terminal with a line to type on below what is shown. Whatever is shown, also in the middle of a line, goes
 * above the typed line, which stays as it is. An entered message is taken off the screen again: whoever handles it
 * shows it where it belongs.
 *
 * Node's readline edits the line and keeps the history; what is seen of it is drawn here.
 */
export class TerminalScreen {
  readonly #options: ScreenOptions;
  readonly #events: ScreenEvents;
  readonly #sink: Sink;
  readonly #readline: Interface;
  /** Of the message that is being typed, what stands above the line with the cursor. */
  #lines: TypedLine[] = [];
  #pasting = false;
  #prompt = '> ';
  /** The last row of what is shown, when it is not finished. */
  #tail = '';
  /** What streams there. */
  #streaming: 'text' | 'thinking' | null = null;
  /** Rows above the cursor that are drawn anew: the tail and what is typed. */
  #above = 0;
  #isDrawing = false;
  #closed = false;

  constructor(options: ScreenOptions, events: ScreenEvents) {
    const { input, output } = options;
    this.#options = options;
    this.#events = events;
    this.#sink = new Sink(output);
    this.#readline = createInterface({ input, output: this.#sink, terminal: true, historySize: 500 });
    this.#readline.on('line', (line) => this.#take(line));
    this.#readline.on('SIGINT', () => this.#interrupt());
    this.#readline.on('SIGCONT', () => this.#draw());
    this.#readline.on('close', () => {
      if (!this.#closed) events.onEnd();
    });
    input.on('keypress', (_text: unknown, key: Key) => this.#watch(key));
    output.on('resize', () => {
      // the terminal has moved what is shown: what follows begins a line of its own
      if (this.#tail !== '') this.#above = Math.max(0, this.#above - 1);
      this.#tail = '';
      this.#draw();
    });
    output.write(reportPastes);
    this.#draw();
  }

  /** Shows pieces above the typed line. */
  show(pieces: Piece[]): void {
    if (this.#closed || pieces.length === 0) return;
    const text = pieces.reduce((shown, piece) => shown + this.#layOut(piece, shown), this.#tail);
    const rows = this.#rowsOf(text);
    this.#tail = rows.pop() ?? '';
    this.#draw(rows);
  }

  /** The text before the typed line. */
  setPrompt(prompt: string): void {
    if (this.#closed || prompt === this.#prompt) return;
    this.#prompt = prompt;
    this.#draw();
  }

  /** Takes the typed line away and gives the terminal back. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    const shown = this.#tail === '' ? '' : `${this.#tail}\n`;
    this.#options.output.write(up(this.#above) + clearDown + shown + reportPastesNoMore);
    this.#readline.close();
  }

  /** What a piece adds behind what is shown. */
  #layOut(piece: Piece, shown: string): string {
    const { paint } = this.#options;
    const streams = piece.kind === 'text' || piece.kind === 'thinking' ? piece.kind : null;
    const goesOn = streams !== null && streams === this.#streaming;
    const fresh = goesOn || shown === '' || shown.endsWith('\n') ? '' : '\n';
    this.#streaming = streams;
    switch (piece.kind) {
      case 'text':
        return fresh + piece.text;
      case 'thinking':
        return fresh + paint(formats.thinking, piece.text);
      case 'end':
        return fresh;
      case 'discard':
        return `${fresh}${paint(formats.note, '(cut off)')}\n`;
      case 'user':
        return `${fresh}\n${paint(formats.user, `> ${piece.text.replaceAll('\n', `\n${continuation}`)}`)}\n`;
      default:
        return `${fresh}${paint(formats[piece.kind], piece.text)}\n`;
    }
  }

  /** Draws finished rows above what is drawn anew: the unfinished one and what is typed, the cursor in it. */
  #draw(finished: string[] = []): void {
    const { output } = this.#options;
    const current = this.#promptOf(this.#lines.length);
    this.#readline.setPrompt(current);
    const typed = this.#lines.flatMap(({ shown }, index) => this.#rowsOf(this.#promptOf(index) + shown));
    const before = [...(this.#tail === '' ? [] : [this.#tail]), ...typed];
    const { rows, cols } = this.#readline.getCursorPos();
    const cursor = before.length + rows;
    const live = [...before, ...this.#rowsOf(current + this.#readline.line)];
    // behind a row that is full the cursor is in the next one
    if (cursor === live.length) live.push('');
    // of more than fits on the screen the end is drawn
    const hidden = Math.max(0, live.length - (output.rows ?? Number.POSITIVE_INFINITY));
    const below = Math.min(live.length - 1 - cursor, live.length - 1 - hidden);
    output.write(
      up(this.#above) +
        clearDown +
        finished.map((row) => `${row}\n`).join('') +
        live.slice(hidden).join('\n') +
        up(below) +
        toColumn(cols),
    );
    this.#above = live.length - 1 - hidden - below;
  }

  #promptOf(index: number): string {
    return index === 0 ? this.#prompt : continuation;
  }

  #rowsOf(text: string): string[] {
    return wrapAnsi(text, this.#sink.columns, { hard: true, wordWrap: false, trim: false }).split('\n');
  }

  /** Called after readline has handled a key. */
  #watch({ name, ctrl }: Key): void {
    if (name === 'paste-start') this.#pasting = true;
    if (name === 'paste-end') this.#pasting = false;
    if (name === 'l' && ctrl === true) {
      this.#options.output.write(clearAll);
      this.#above = 0;
    }
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    // once for all keys that came together
    setImmediate(() => {
      this.#isDrawing = false;
      if (!this.#closed) this.#draw();
    });
  }

  /** A line was entered, or came within a paste. */
  #take(line: string): void {
    const isJoined = !this.#pasting && /(?<!\\)\\$/.test(line);
    this.#lines.push({ shown: line, text: isJoined ? line.slice(0, -1) : line });
    if (this.#pasting || isJoined) return;
    const message = this.#lines.map(({ text }) => text).join('\n');
    this.#lines = [];
    this.#draw();
    if (message.trim() !== '') this.#events.onMessage(message.trimEnd());
  }

  #interrupt(): void {
    const typed = this.#readline.line !== '' || this.#lines.length > 0;
    if (!this.#events.onInterrupt(typed) || this.#closed) return;
    // to the end of the line, then take away all before it
    this.#readline.write(null, { ctrl: true, name: 'e' });
    this.#readline.write(null, { ctrl: true, name: 'u' });
    this.#lines = [];
    this.#draw();
  }
}
