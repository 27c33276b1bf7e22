/**
 * A part of what a chat shows. `text` streams the reply, `thinking` the model's reasoning. `end` completes the streamed text;
 * `discard` withdraws it. A `draft` is shown until the next pieces. The other kinds are whole lines.
 */
export type Piece =
  | { kind: 'text' | 'thinking' | 'draft'; text: string }
  | { kind: 'user' | 'note' | 'error'; text: string }
  | { kind: 'end' | 'discard' };

export const note = (text: string): Piece => ({ kind: 'note', text });
