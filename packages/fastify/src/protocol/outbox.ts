import { v4 as makeId } from 'uuid';
import type { turnEnds } from './frames.ts';

/**
 * How a turn ended, for the sender of its message. `refused`: the server rejected the message; `interrupted`: the server
 * stopped during the turn; `withdrawn`: cancelled before it was sent.
 */
export type TurnEnd = (typeof turnEnds)[number] | 'refused' | 'interrupted' | 'withdrawn';

export type Outgoing = {
  id: string;
  /** Null: a request for another session. */
  content: string | null;
  /** That session, and the message after which it is shown; null: a new one. */
  place: { session: string; after: number } | null;
  state: 'waiting' | 'sent' | 'accepted';
  /** It was sent at least once, so the server may have it. */
  wasSent: boolean;
  settle: (end: TurnEnd) => void;
};

/**
 * Unfinished messages in order. The first is in progress; the next is sent when its turn has ended. A message keeps its id
 * when it is resent after a reconnect, so the server recognises it.
 */
export class Outbox {
  #entries: Outgoing[] = [];

  get head(): Outgoing | undefined {
    return this.#entries[0];
  }

  /** The number of messages that were never sent. */
  get waiting(): number {
    return this.#entries.filter(({ content, wasSent }) => content !== null && !wasSent).length;
  }

  /** Resolves when the entry is finished. */
  add(content: string | null, place: Outgoing['place'] = null, id = makeId()): Promise<TurnEnd> {
    return new Promise((settle) => {
      this.#entries.push({ id, content, place, state: 'waiting', wasSent: false, settle });
    });
  }

  /** Removes the first entry. */
  finish(end: TurnEnd): void {
    this.#entries.shift()?.settle(end);
  }

  /** Removes the messages that were never sent, and returns their texts. */
  withdraw(): string[] {
    const withdrawn = this.#entries.filter(
      (one) => one.state === 'waiting' && !one.wasSent && one.content !== null,
    );
    this.#entries = this.#entries.filter((one) => !withdrawn.includes(one));
    for (const entry of withdrawn) entry.settle('withdrawn');
    return withdrawn.map(({ content }) => content ?? '');
  }

  /** Removes all entries. */
  clear(end: TurnEnd): void {
    for (const entry of this.#entries.splice(0)) entry.settle(end);
  }

  /** Lets an unanswered entry be sent again. */
  takeBack(): void {
    if (this.head?.state === 'sent') this.head.state = 'waiting';
  }
}
