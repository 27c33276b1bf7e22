import { createInterface, type Interface } from 'node:readline';
import { follow } from './display-width.ts';
import type { Piece } from './describe-frame.ts';

export type Style = (kind: 'user' | 'note' | 'error' | 'thinking', text: string) => string;

export type ScreenOptions = {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream & { columns?: number };
  /** Colours a text; the identity where colours are not wanted. */
  style: Style;
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
const clearDown = '\u001b[J';
const reportPastes = '\u001b[?2004h';
const reportPastesNoMore = '\u001b[?2004l';

/** Stands before the further lines of a message. */
const continuation = '. ';

/** A line of the message being typed that is finished: as it is shown, and as it is meant. */
type TypedLine = { shown: string; text: string };

/**
 * A terminal with a line to type on below what is shown. Whatever is shown, also in the middle of a line, goes
 * above the typed line, which stays as it is. An entered message is taken off the screen again: whoever handles it
 * shows it where it belongs.
 */
export class TerminalScreen {
  readonly #output: ScreenOptions['output'];
  readonly #style: Style;
  readonly #events: ScreenEvents;
  readonly #readline: Interface;
  #lines: TypedLine[] = [];
  #pasting = false;
  #prompt = '> ';
  /** The column where what is shown ended; 0 at the start of a line. */
  #column = 0;
  /** What was streaming there. */
  #streaming: 'text' | 'thinking' | null = null;
  #closed = false;

  constructor({ input, output, style }: ScreenOptions, events: ScreenEvents) {
    this.#output = output;
    this.#style = style;
    this.#events = events;
    this.#readline = createInterface({ input, output, terminal: true, historySize: 500 });
    this.#readline.on('line', (line) => this.#take(line));
    this.#readline.on('SIGINT', () => this.#interrupt());
    this.#readline.on('close', () => {
      if (!this.#closed) events.onEnd();
    });
    input.on('keypress', (_text: unknown, key: { name?: string }) => this.#watch(key.name));
    // the terminal has moved what is shown: what follows begins a line of its own
    output.on('resize', () => {
      this.#column = 0;
    });
    output.write(reportPastes + this.#draw());
  }

  /** Shows pieces above the typed line. */
  show(pieces: Piece[]): void {
    if (this.#closed || pieces.length === 0) return;
    const hidden = this.#hide();
    // a row that is full to its end was left for the typed line, and what follows begins in the next one
    const wasFull = this.#column >= this.#width;
    if (wasFull) this.#column = 0;
    const back = this.#column > 0 ? up(1) + toColumn(this.#column) : '';
    const shown = pieces.map((piece) => this.#layOut(piece)).join('');
    const text = wasFull && shown.startsWith('\n') ? shown.slice(1) : shown;
    this.#output.write(hidden + back + text + (this.#column > 0 ? '\n' : '') + this.#draw());
  }

  /** The text before the typed line. */
  setPrompt(prompt: string): void {
    if (this.#closed || prompt === this.#prompt) return;
    const hidden = this.#hide();
    this.#prompt = prompt;
    this.#output.write(hidden + this.#draw());
  }

  /** Takes the typed line away and gives the terminal back. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#output.write(this.#hide() + reportPastesNoMore);
    this.#readline.close();
  }

  get #width(): number {
    return this.#output.columns ?? 80;
  }

  /** What a piece writes, from the column where the last one ended. */
  #layOut(piece: Piece): string {
    const streams = piece.kind === 'text' || piece.kind === 'thinking' ? piece.kind : null;
    const fresh = this.#column > 0 && (streams === null || streams !== this.#streaming) ? '\n' : '';
    if (fresh) this.#column = 0;
    this.#streaming = streams;
    switch (piece.kind) {
      case 'text':
      case 'thinking':
        this.#column = follow(piece.text, this.#column, this.#width).column;
        return fresh + (piece.kind === 'text' ? piece.text : this.#style('thinking', piece.text));
      case 'end':
        return fresh;
      case 'discard':
        return `${fresh}${this.#style('note', '(cut off)')}\n`;
      case 'user':
        return `${fresh}\n${this.#style('user', `> ${piece.text.replaceAll('\n', `\n${continuation}`)}`)}\n`;
      default:
        return `${fresh}${this.#style(piece.kind, piece.text)}\n`;
    }
  }

  /** Goes to where the typed lines begin and takes them off the screen. */
  #hide(): string {
    const above = this.#lines.reduce(
      (rows, line, index) => rows + this.#rowsOf(this.#promptOf(index) + line.shown),
      0,
    );
    return `${up(above + this.#readline.getCursorPos().rows)}\r${clearDown}`;
  }

  /** Draws the typed lines from the start of a row, the cursor where it was. */
  #draw(): string {
    return (
      this.#lines.map((line, index) => `${this.#promptOf(index)}${line.shown}\n`).join('') +
      this.#drawCurrent()
    );
  }

  #drawCurrent(): string {
    const prompt = this.#promptOf(this.#lines.length);
    this.#readline.setPrompt(prompt);
    const current = prompt + this.#readline.line;
    const end = follow(current, 0, this.#width);
    // readline leaves a full row at once, and so must this, as it goes on from there
    const full = end.column === this.#width;
    const cursor = this.#readline.getCursorPos();
    this.#noteRow();
    const rowsBelow = end.rows + (full ? 1 : 0) - cursor.rows;
    return current + (full ? ' ' : '') + up(rowsBelow) + toColumn(cursor.cols);
  }

  #promptOf(index: number): string {
    return index === 0 ? this.#prompt : continuation;
  }

  #rowsOf(text: string): number {
    const { rows, column } = follow(text, 0, this.#width);
    return rows + 1 + (column === this.#width ? 1 : 0);
  }

  /** Called after readline has handled a key. */
  #watch(key: string | undefined): void {
    if (key === 'paste-start') this.#pasting = true;
    if (key === 'paste-end') {
      this.#pasting = false;
      this.#output.write(this.#hide() + this.#draw());
    }
    if (!this.#pasting) this.#noteRow();
  }

  /** Tells readline the row of the cursor, from which it draws anew: it loses count when many keys come at once. */
  #noteRow(): void {
    Object.assign(this.#readline, { prevRows: this.#readline.getCursorPos().rows });
  }

  /** A line was entered, or came within a paste; the cursor is below it. */
  #take(line: string): void {
    const joined = !this.#pasting && /(?<!\\)\\$/.test(line);
    this.#lines.push({ shown: line, text: joined ? line.slice(0, -1) : line });
    if (this.#pasting || joined) {
      this.#output.write(this.#drawCurrent());
      return;
    }
    const message = this.#lines.map(({ text }) => text).join('\n');
    const hidden = this.#hide();
    this.#lines = [];
    this.#output.write(hidden + this.#draw());
    if (message.trim() !== '') this.#events.onMessage(message.trimEnd());
  }

  #interrupt(): void {
    const typed = this.#readline.line !== '' || this.#lines.length > 0;
    if (!this.#events.onInterrupt(typed) || this.#closed) return;
    // to the end of the line, then take away all before it
    this.#readline.write(null, { ctrl: true, name: 'e' });
    this.#readline.write(null, { ctrl: true, name: 'u' });
    const hidden = this.#hide();
    this.#lines = [];
    this.#output.write(hidden + this.#draw());
  }
}
