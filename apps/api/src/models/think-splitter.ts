const opening = '<think>';
const closing = '</think>';

/**
 * Separates the thinking that some models write before their text (`<think>…</think>`) from the text. Takes the text part by part;
 * what may be the beginning of a tag is held back until the next part, or until `isEnd`.
 */
export function createThinkSplitter() {
  let state: 'start' | 'thinking' | 'after' | 'text' = 'start';
  let held = '';

  return function split(part: string, isEnd: boolean): { text: string; thinking: string } {
    held += part;
    let thinking = '';
    if (state === 'start') {
      const beginning = held.trimStart();
      if (beginning.startsWith(opening)) {
        state = 'thinking';
        held = beginning.slice(opening.length);
      } else if (isEnd || !opening.startsWith(beginning)) state = 'text';
      else return { text: '', thinking };
    }
    if (state === 'thinking') {
      const end = held.indexOf(closing);
      const length = end >= 0 ? end : isEnd ? held.length : held.length - heldLength(held);
      thinking = held.slice(0, length);
      held = held.slice(length);
      if (end < 0) return { text: '', thinking };
      state = 'after';
      held = held.slice(closing.length);
    }
    if (state === 'after') {
      held = held.trimStart();
      if (held !== '') state = 'text';
    }
    const text = held;
    held = '';
    return { text, thinking };
  };
}

/** How many of the last characters may begin the closing tag. */
function heldLength(text: string): number {
  for (let length = Math.min(closing.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(closing.slice(0, length))) return length;
  }
  return 0;
}
