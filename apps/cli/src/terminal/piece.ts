/**
 * What a chat shows. `text` is the reply as it streams, `thinking` what the model thinks before it. `end`: the text up to here
 * is whole; `discard`: it broke off and is void. The others are whole lines.
 */
export type Piece =
  | { kind: 'text' | 'thinking'; text: string }
  | { kind: 'user' | 'note' | 'error'; text: string }
  | { kind: 'end' | 'discard' };

export const note = (text: string): Piece => ({ kind: 'note', text });
