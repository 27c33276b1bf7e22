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

export type Outgoing = {
  id: string;
  /** Null: it begins a new session. */
  content: string | null;
  state: 'waiting' | 'sent' | 'accepted';
  /** It was sent on some connection before: the server may have it. */
  wasSent: boolean;
  settle: (end: TurnEnd) => void;
};

/**
 * What was typed and is not finished, in order. The first entry is the one under way; the next is sent when its turn
 * has ended. A message keeps its id, so that sending it again after a reconnect is no second message.
 */
export class Outbox {
  #entries: Outgoing[] = [];

  get head(): Outgoing | undefined {
    return this.#entries[0];
  }

  /** Messages that have not left yet. */
  get waiting(): number {
    return this.#entries.filter(({ content, wasSent }) => content !== null && !wasSent).length;
  }

  /** Resolves when the entry is done. */
  add(content: string | null): Promise<TurnEnd> {
    return new Promise((settle) => {
      this.#entries.push({ id: randomUUID(), content, state: 'waiting', wasSent: false, settle });
    });
  }

  /** The first entry is done. */
  finish(end: TurnEnd): void {
    this.#entries.shift()?.settle(end);
  }

  /** Everything that waits is given up: the user wants none of it. */
  clear(end: TurnEnd): void {
    for (const entry of this.#entries.splice(0)) entry.settle(end);
  }

  /** What was sent and not answered is sent again. */
  takeBack(): void {
    if (this.head?.state === 'sent') this.head.state = 'waiting';
  }
}
