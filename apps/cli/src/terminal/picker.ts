import cliTruncate from 'cli-truncate';
import fuzzysort from 'fuzzysort';

/** How many lines are shown at once. */
const most = 8;

/** A list of which one line is chosen by typing parts of it, in any letters that stand in this order. */
export class Picker {
  readonly #lines: readonly string[];
  /** The places of the lines that match what is typed, best first; all in their order while nothing is. */
  #matches: number[];
  #typed = '';
  /** The place of the marked line among the matches. */
  #marked = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
    this.#matches = [...lines.keys()];
  }

  /** The rows to show for what is typed, cut to some columns. */
  rows(typed: string, columns: number): string[] {
    this.#narrow(typed);
    const first = Math.max(0, this.#marked - most + 1);
    const shown = this.#matches.slice(first, first + most);
    const rows = shown.map((place, index) => {
      const mark = first + index === this.#marked ? '›' : ' ';
      return cliTruncate(`${mark} ${this.#lines[place] ?? ''}`, columns);
    });
    const more = this.#matches.length - first - shown.length;
    return [...(rows.length > 0 ? rows : ['  none like this']), ...(more > 0 ? [`  … ${more} more`] : [])];
  }

  /** Marks the next line, after the last one the first. */
  markNext(): void {
    this.#marked = (this.#marked + 1) % Math.max(1, this.#matches.length);
  }

  /** The place of the marked line in the list; null if none matches. */
  chosen(typed: string): number | null {
    this.#narrow(typed);
    return this.#matches[this.#marked] ?? null;
  }

  #narrow(typed: string): void {
    if (typed === this.#typed) return;
    this.#typed = typed;
    this.#marked = 0;
    const entries = this.#lines.map((line, place) => ({ line, place }));
    this.#matches =
      typed.trim() === ''
        ? [...this.#lines.keys()]
        : fuzzysort.go(typed, entries, { key: 'line' }).map(({ obj }) => obj.place);
  }
}
