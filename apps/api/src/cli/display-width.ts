/** East Asian wide and full-width characters, and emoji: two columns (Unicode TR11, in blocks). */
const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}])/u;
/** Drawn over or into the character before: marks, formatting, and the vowels and finals of a composed Hangul syllable. */
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff\ud7b0-\ud7ff]$/u;
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
    } else {
      const columns = columnsOf(segment);
      if (columns > 0) put(columns);
    }
  }
  return { rows, column };
}

/** Columns of a text on one line. */
export const displayWidth = (text: string): number => follow(text, 0, Number.POSITIVE_INFINITY).column;

/** A text on one line, cut to a number of columns, with an ellipsis where something is missing. */
export function cutToWidth(text: string, columns: number): string {
  let width = 0;
  let kept = '';
  let shorter = '';
  for (const { segment } of graphemes.segment(text)) {
    width += columnsOf(segment);
    if (width > columns) return columns > 0 ? `${shorter}…` : '';
    kept += segment;
    if (width < columns) shorter = kept;
  }
  return kept;
}

/**
 * What terminals make of a grapheme: they count its code points one by one, so that a Thai consonant with a spacing vowel
 * takes two columns; only emoji, however many they are joined of, take two in all.
 */
function columnsOf(segment: string): number {
  if (/^\p{Emoji_Presentation}/u.test(segment) || segment.includes('\ufe0f')) return 2;
  let columns = 0;
  for (const point of segment) columns += zeroWidth.test(point) ? 0 : wide.test(point) ? 2 : 1;
  return columns;
}
