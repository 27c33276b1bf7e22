import { randomUUID } from 'node:crypto';

/**
 * How a turn ended, as its message's sender sees it. `refused`: the server did not take the message. `interrupted`:
 * the server stopped in the middle; `withdrawn`: cancelled before it was sent.
 */
export type TurnEnd =
  | 'reply'
  | 'cancelled'
  | 'step_limit'
  | 'failed'
  | 'refused'
  | 'interrupted'
  | 'withdrawn';

export type OutgoingMessage = {
  kind: 'message';
  id: string;
  content: string;
  /** It was sent on some connection before: the server may have it. */
  wasSent: boolean;
  state: 'waiting' | 'sent' | 'accepted';
  settle: (end: TurnEnd) => void;
};
export type Outgoing = OutgoingMessage | { kind: 'new_chat'; state: 'waiting' | 'sent' };

/**
 * What was typed and is not finished, in order. The first entry is the one under way; the next is sent when its turn
 * has ended. A message keeps its id, so that sending it again after a reconnect is no second message.
 */
export class Outbox {
  #entries: Outgoing[] = [];

  get head(): Outgoing | undefined {
    return this.#entries[0];
  }

  get headMessage(): OutgoingMessage | undefined {
    return this.head?.kind === 'message' ? this.head : undefined;
  }

  /** Messages that have not left yet. */
  get waiting(): number {
    return this.#entries.filter((entry) => entry.kind === 'message' && !entry.wasSent).length;
  }

  addMessage(content: string): Promise<TurnEnd> {
    const { promise, resolve } = Promise.withResolvers<TurnEnd>();
    this.#entries.push({
      kind: 'message',
      id: randomUUID(),
      content,
      wasSent: false,
      state: 'waiting',
      settle: resolve,
    });
    return promise;
  }

  addNewChat(): void {
    this.#entries.push({ kind: 'new_chat', state: 'waiting' });
  }

  /** The first entry is done. */
  finish(end: TurnEnd): void {
    const done = this.#entries.shift();
    if (done?.kind === 'message') done.settle(end);
  }

  /** Everything that waits is given up, from the last to the first: the user wants none of it. */
  clear(end: TurnEnd): void {
    for (const entry of this.#entries.splice(0)) if (entry.kind === 'message') entry.settle(end);
  }

  /** What was sent and not answered is sent again. */
  takeBack(): void {
    if (this.head?.state === 'sent') this.head.state = 'waiting';
  }
}
