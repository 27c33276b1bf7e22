import type { TurnReply, TurnRequest } from '../turns.ts';

/** An answer of a model. `id`: what a later request may name as that which it continues. */
export type Answered = { reply: TurnReply; id?: string };

/** How one method of the client says what it asks, and what the model answers. All throw for a form that they do not know. */
export type ModelCall = {
  read(body: object): TurnRequest;
  withPrompt(body: object, prompt: string): object;
  readAnswer(answer: unknown): Answered;
  /** `end`: null unless the answer is complete. */
  readStream(): { add(part: unknown): void; end(): Answered | null };
};
