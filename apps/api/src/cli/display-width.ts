/** East Asian wide and full-width characters, and emoji: two columns (Unicode TR11, in blocks). */
const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}])/u;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const tabStop = 8;

/** Where the cursor stands after a text is written: rows below where it began, and the column there. */
export type Cursor = { rows: number; column: number };

/**
 * Follows a text over a terminal of a width. `column` may equal the width: the row is full, and only the next character
 * opens another (as terminals do). Good to a column for most scripts; what a terminal draws in its own way it may miss.
 */
export function follow(text: string, from: number, width: number): Cursor {
  let rows = 0;
  let column = from;
  const put = (columns: number): void => {
    if (column + columns > width) {
      rows += 1;
      column = 0;
    }
    column += columns;
  };
  for (const { segment } of graphemes.segment(text)) {
    if (segment === '\n' || segment === '\r\n') {
      rows += 1;
      column = 0;
    } else if (segment === '\t') {
      column = Math.min(width - 1, (Math.floor(column / tabStop) + 1) * tabStop);
    } else if (!invisible.test(segment)) {
      put(wide.test(segment) || segment.includes('\ufe0f') ? 2 : 1);
    }
  }
  return { rows, column };
}
