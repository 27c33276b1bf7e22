/** Tags that models put around what they think before their text. */
const tags = ['<think>', '<thinking>', '<thought>', '<reasoning>', '[THINK]'].map((opening) => ({
  opening,
  closing: `${opening[0]}/${opening.slice(1)}`,
}));

/** `reset`: the text so far was thinking. */
export type SplitText = { text: string; thinking: string; reset?: true };

/**
 * Separates the thinking that some models write before their text (`<think>…</think>`) from the text. Takes the text part by part;
 * what may be the beginning of a tag is held back until the next part, or until `isEnd`. Where a closing tag comes without its
 * opening one, which the template of the model has written then, all text before it is thinking.
 */
export function createThinkSplitter() {
  let state: 'start' | 'thinking' | 'after' | 'text' = 'start';
  let held = '';
  /** Text that was passed on, while a closing tag can still say that it was thinking; null when none can. */
  let passedOn: string | null = '';
  let closings = tags.map(({ closing }) => closing);

  return function split(part: string, isEnd: boolean): SplitText {
    held += part;
    const result: SplitText = { text: '', thinking: '' };
    if (state === 'start') {
      const beginning = held.trimStart();
      const tag = tags.find(({ opening }) => beginning.startsWith(opening));
      if (tag) {
        state = 'thinking';
        passedOn = null;
        held = beginning.slice(tag.opening.length);
        closings = [tag.closing];
      } else if (isEnd || !tags.some(({ opening }) => opening.startsWith(beginning))) state = 'text';
      else return result;
    }
    if (state === 'thinking') {
      const end = held.indexOf(closings[0] ?? '');
      const length = end >= 0 ? end : isEnd ? held.length : held.length - heldLength(held, closings);
      result.thinking = held.slice(0, length);
      held = held.slice(length);
      if (end < 0) return result;
      state = 'after';
      held = held.slice(closings[0]?.length);
    }
    if (state === 'text' && passedOn !== null) {
      const end = unopenedEnd(passedOn, held, isEnd);
      if (end) {
        result.thinking = passedOn + held.slice(0, end.from);
        if (passedOn !== '') result.reset = true;
        state = 'after';
        passedOn = null;
        held = held.slice(end.to);
      }
    }
    if (state === 'after') {
      held = held.trimStart();
      if (held !== '') state = 'text';
    }
    const length = held.length - (passedOn === null || isEnd ? 0 : heldLength(held, closings));
    result.text = held.slice(0, length);
    held = held.slice(length);
    if (passedOn !== null) passedOn += result.text;
    return result;
  };
}

const closingTags = new RegExp(
  tags.map(({ closing }) => closing.replaceAll(/[^\w/<>]/g, String.raw`\$&`)).join('|'),
  'gu',
);

/** Where a closing tag without its opening one stands in the text that follows `before`. */
function unopenedEnd(before: string, held: string, isEnd: boolean): { from: number; to: number } | null {
  for (const { 0: tag, index: from } of held.matchAll(closingTags)) {
    const to = from + tag.length;
    // what follows decides
    if (to === held.length && !isEnd) return null;
    if (!isMention(before + held.slice(0, from), tag, held.slice(to))) return { from, to };
  }
  return null;
}

/** Whether a text is about a tag: in code, in quotes, after its opening tag, or within a sentence. */
const isMention = (before: string, tag: string, after: string): boolean =>
  before.split('`').length % 2 === 0 ||
  /["'“„«‘]$/u.test(before) ||
  before.includes(tag.replace('/', '')) ||
  (/[\p{L}\p{N},][^\S\n]+$/u.test(before) && /^(?:[^\S\n]|[,.;:!?)])/u.test(after));

/** How many of the last characters may begin a closing tag, or are one. */
function heldLength(text: string, closings: string[]): number {
  const longest = Math.max(...closings.map((closing) => closing.length));
  for (let length = Math.min(longest, text.length); length > 0; length -= 1) {
    if (closings.some((closing) => closing.startsWith(text.slice(-length)))) return length;
  }
  return 0;
}
