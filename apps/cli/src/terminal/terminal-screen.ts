import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import wrapAnsi from 'wrap-ansi';
import type { Format, Style } from './style.ts';
import {
  clearAll,
  clearDown,
  reportPastes,
  reportPastesNoMore,
  toClipboard,
  toColumn,
  up,
} from './controls.ts';
import { Picker } from './picker.ts';
import type { Piece } from './piece.ts';

export type ScreenOptions = {
  input: NodeJS.ReadableStream & { isRaw?: boolean; setRawMode?: (isRaw: boolean) => unknown };
  output: NodeJS.WritableStream & { columns?: number; rows?: number };
  paint: Style['paint'];
  /** Lines of earlier runs for the arrow keys, newest first. */
  history?: string[];
};

export type ScreenEvents = {
  /** A complete message: one line, or several that were pasted or continued by a trailing backslash. */
  onMessage: (text: string) => void;
  /** Ctrl-C. `typed`: the input is not empty; return true to discard it. */
  onInterrupt: (typed: boolean) => boolean;
  /** Ctrl-D on an empty line, or the end of the input. */
  onEnd: () => void;
  /** Tab: whole texts that a line can become; absent: none. */
  complete?: (line: string) => string[];
};

/** The prompt of a message's second and later lines. */
const continuation = '. ';
const pickPrompt = 'which? ';

/** An entered line of an unfinished message, as displayed and as sent. */
type TypedLine = { shown: string; text: string };

type Key = { name?: string; ctrl?: boolean };

const formats = { user: 'cyan', note: 'dim', thinking: 'dim', error: 'red' } as const satisfies Record<
  string,
  Format
>;

/**
 * A terminal with an input line at the bottom. Output streams in above it and leaves it intact. An entered message is
 * removed from the screen; the caller shows it in its place.
 *
 * Node's readline edits the line and keeps the history, but draws nothing: this class draws from `line` and
 * `getCursorPos()`, because readline cannot redraw below output that others have written.
 */
export class TerminalScreen {
  readonly #options: ScreenOptions;
  readonly #events: ScreenEvents;
  readonly #readline: Interface;
  /** The entered lines of the unfinished message. */
  #lines: TypedLine[] = [];
  #pasting = false;
  #prompt = '> ';
  /** A row above the input. */
  #status = '';
  /** The last row of output, while it is incomplete. */
  #tail = '';
  /** Rows above the redrawn area that are not written yet. */
  readonly #finished: string[] = [];
  /** The last draft. */
  #draft = '';
  /** The kind of output in the tail. */
  #streaming: 'text' | 'thinking' | null = null;
  /** Rows from the start of the redrawn area (tail and input) down to the cursor. */
  #above = 0;
  #isDrawing = false;
  #keys: Record<string, () => void> | null = null;
  #closed = false;
  #isAway = false;
  #picking: { picker: Picker; done: (place: number | null) => void } | null = null;

  constructor(options: ScreenOptions, events: ScreenEvents) {
    const { input, output } = options;
    this.#options = options;
    this.#events = events;
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    Object.defineProperty(silent, 'columns', { get: () => this.#columns });
    this.#readline = createInterface({
      input,
      output: silent,
      terminal: true,
      history: [...(options.history ?? [])],
      historySize: 500,
      removeHistoryDuplicates: true,
      completer: (line: string) => this.#complete(line),
    });
    this.#readline.on('line', (line) => this.#take(line));
    this.#readline.on('SIGINT', () => this.#interrupt());
    this.#readline.on('SIGCONT', () => this.#draw());
    this.#readline.on('close', () => {
      if (!this.#closed) events.onEnd();
    });
    input.on('keypress', (_text: unknown, key: Key) => this.#watch(key));
    output.on('resize', () => {
      // the terminal has rewrapped the tail: continue on a new line
      if (this.#tail !== '') this.#above = Math.max(0, this.#above - 1);
      this.#tail = '';
      this.#draw();
    });
    output.write(reportPastes);
    this.#draw();
  }

  /** Shows pieces above the input line. */
  show(pieces: Piece[]): void {
    if (this.#closed || pieces.length === 0) return;
    const last = pieces.at(-1);
    this.#draft = last?.kind === 'draft' ? last.text : '';
    const text = pieces.reduce((shown, piece) => shown + this.#layOut(piece, shown), this.#tail);
    const rows = this.#rowsOf(text);
    this.#tail = rows.pop() ?? '';
    this.#draw(rows);
  }

  /** Sets the text before the input. */
  setPrompt(prompt: string): void {
    if (this.#closed || prompt === this.#prompt) return;
    this.#prompt = prompt;
    this.#draw();
  }

  /** Sets a row above the input; '' for none. */
  setStatus(status: string): void {
    if (this.#closed || status === this.#status) return;
    this.#status = status;
    this.#draw();
  }

  /** Puts a text into the clipboard of the user's machine, if their terminal allows it. */
  copy(text: string): void {
    this.#options.output.write(toClipboard(text));
  }

  /** Leaves the terminal to another program until `run` has ended. What is shown meanwhile comes after it. */
  async leave<Value>(run: () => Promise<Value>): Promise<Value> {
    const { input, output } = this.#options;
    const { isRaw } = input;
    output.write(up(this.#above) + clearDown + reportPastesNoMore);
    this.#above = 0;
    this.#isAway = true;
    this.#readline.pause();
    input.setRawMode?.(false);
    try {
      return await run();
    } finally {
      this.#isAway = false;
      if (!this.#closed) {
        input.setRawMode?.(isRaw === true);
        this.#readline.resume();
        output.write(reportPastes);
        this.#draw();
      }
    }
  }

  /**
   * Lets the user choose a line: letters narrow the list, Tab marks the next line, Enter takes it. Resolves with its place in the list; null
   * after Ctrl-C, at the end of the chat, and if no line matches.
   */
  pick(lines: readonly string[]): Promise<number | null> {
    this.#picking?.done(null);
    return new Promise((resolve) => {
      const done = (place: number | null): void => {
        this.#picking = null;
        resolve(place);
        this.#draw();
      };
      this.#picking = { picker: new Picker(lines), done };
      this.#draw();
    });
  }

  /** Keys that act at once while the input is empty; null: none. */
  setKeys(keys: Record<string, () => void> | null): void {
    this.#keys = keys;
  }

  /** Removes the input line and releases the terminal. */
  close(): void {
    if (this.#closed) return;
    this.#picking?.done(null);
    this.#closed = true;
    const shown = this.#tail === '' ? '' : `${this.#tail}\n`;
    this.#options.output.write(up(this.#above) + clearDown + shown + reportPastesNoMore);
    this.#readline.close();
  }

  /** The text that a piece appends to the output shown so far. */
  #layOut(piece: Piece, shown: string): string {
    const { paint } = this.#options;
    if (piece.kind === 'draft') return '';
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
        return `${fresh}\n${paint(formats.user, this.#wrap(`> ${piece.text.replaceAll('\n', `\n${continuation}`)}`))}\n`;
      default:
        return `${fresh}${paint(formats[piece.kind], this.#wrap(piece.text))}\n`;
    }
  }

  /** Replaces the redrawn area: finished rows scroll up, then come the tail and the input with its cursor. */
  #draw(finished: string[] = []): void {
    const { output, paint } = this.#options;
    this.#finished.push(...finished);
    if (this.#isAway) return;
    const current = this.#promptOf(this.#lines.length);
    this.#readline.setPrompt(current);
    const typed = this.#lines.flatMap(({ shown }, index) => this.#rowsOf(this.#promptOf(index) + shown));
    const drafted = this.#draft === '' ? [] : this.#rowsOf(this.#draft);
    const listed = this.#picking?.picker.rows(this.#readline.line, this.#columns) ?? [];
    const status = this.#status === '' ? [] : this.#rowsOf(paint(formats.note, this.#status));
    const before = [...(this.#tail === '' ? [] : [this.#tail]), ...drafted, ...listed, ...status, ...typed];
    const { rows, cols } = this.#readline.getCursorPos();
    const cursor = before.length + rows;
    const live = [...before, ...this.#rowsOf(current + this.#readline.line)];
    // after a full row the cursor is on the next one
    if (cursor === live.length) live.push('');
    // draw only as much as the screen can hold
    const hidden = Math.max(0, live.length - (output.rows ?? Number.POSITIVE_INFINITY));
    const below = Math.min(live.length - 1 - cursor, live.length - 1 - hidden);
    output.write(
      up(this.#above) +
        clearDown +
        this.#finished
          .splice(0)
          .map((row) => `${row}\n`)
          .join('') +
        live.slice(hidden).join('\n') +
        up(below) +
        toColumn(cols),
    );
    this.#above = live.length - 1 - hidden - below;
  }

  get #columns(): number {
    return this.#options.output.columns ?? 80;
  }

  #promptOf(index: number): string {
    if (this.#picking) return pickPrompt;
    return index === 0 ? this.#prompt : continuation;
  }

  /** Breaks whole lines between words. */
  #wrap(text: string): string {
    return wrapAnsi(text, this.#columns, { hard: true, trim: false });
  }

  #rowsOf(text: string): string[] {
    return wrapAnsi(text, this.#columns, { hard: true, wordWrap: false, trim: false }).split('\n');
  }

  /** Runs after readline has handled a key. */
  #watch({ name, ctrl }: Key): void {
    if (name === 'paste-start') this.#pasting = true;
    if (name === 'paste-end') this.#pasting = false;
    if (name === 'l' && ctrl === true) {
      this.#options.output.write(clearAll);
      this.#above = 0;
    }
    const act =
      this.#lines.length === 0 && !this.#pasting && !this.#picking
        ? this.#keys?.[this.#readline.line]
        : undefined;
    if (act) {
      this.#readline.write(null, { ctrl: true, name: 'u' });
      act();
    }
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    // one redraw for all keys of a chunk
    setImmediate(() => {
      this.#isDrawing = false;
      if (!this.#closed) this.#draw();
    });
  }

  /** What readline inserts on Tab. It would list several where nothing is drawn, so they are shown here. */
  #complete(line: string): [string[], string] {
    if (this.#picking) {
      this.#picking.picker.markNext();
      return [[], line];
    }
    const texts = this.#pasting || this.#lines.length > 0 ? [] : (this.#events.complete?.(line) ?? []);
    if (texts.length > 1 && texts.some((text) => text.charAt(line.length) !== texts[0]?.charAt(line.length)))
      this.show([{ kind: 'note', text: texts.join('  ') }]);
    return [texts, line];
  }

  /** Takes a line that was entered or pasted. */
  #take(line: string): void {
    if (this.#picking && !this.#pasting) return this.#picking.done(this.#picking.picker.chosen(line));
    const isJoined = !this.#pasting && /(?<!\\)\\$/.test(line);
    this.#lines.push({ shown: line, text: isJoined ? line.slice(0, -1) : line });
    if (this.#pasting || isJoined) return;
    const message = this.#lines.map(({ text }) => text).join('\n');
    this.#lines = [];
    this.#draw();
    if (message.trim() !== '') this.#events.onMessage(message.trimEnd());
  }

  #interrupt(): void {
    if (this.#picking) {
      this.#discard();
      return this.#picking.done(null);
    }
    const typed = this.#readline.line !== '' || this.#lines.length > 0;
    if (!this.#events.onInterrupt(typed) || this.#closed) return;
    this.#discard();
    this.#draw();
  }

  /** Empties the input. */
  #discard(): void {
    // move to the end of the line, then delete everything before the cursor
    this.#readline.write(null, { ctrl: true, name: 'e' });
    this.#readline.write(null, { ctrl: true, name: 'u' });
    this.#lines = [];
  }
}
