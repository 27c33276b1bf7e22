/**
 * A part of what a chat shows. `text` streams the reply, `thinking` the model's reasoning. `end` completes the streamed text;
 * `discard` voids it. The other kinds are whole lines.
 */
export type Piece =
  | { kind: 'text' | 'thinking'; text: string }
  | { kind: 'user' | 'note' | 'error'; text: string }
  | { kind: 'end' | 'discard' };

export const note = (text: string): Piece => ({ kind: 'note', text });
