import { LRUCache } from 'lru-cache';
import type { Chat, ChatRecall } from '../chat/chat.ts';
import { idFrom } from '../sessions/id-from.ts';
import type { ToolCall } from '../types.ts';
import { createDegrading, type AdapterSettings } from './degrading.ts';

/** A message of a request to a model, as far as a memory needs it. Other kinds of messages have the role `other`. */
export type RequestMessage = {
  role: 'user' | 'assistant' | 'tool' | 'other';
  text: string;
  toolCalls?: ToolCall[];
  /** What the message answers, if it is a tool's. */
  toolCallId?: string;
};

export type TurnRequest = {
  /** Without system messages, oldest first. */
  messages: RequestMessage[];
  /** What the messages continue, if that is kept elsewhere. */
  after?: string | undefined;
  /** The host's id of the last message of the user. */
  messageId?: string | undefined;
  signal?: AbortSignal | undefined;
};

export type TurnReply = { text: string; toolCalls: ToolCall[] };

/** One call of a model. */
export type Turn = {
  /** What the prompt should have; '' if there is nothing to say. */
  prompt: string;
  /** Stores the reply. `id`: what a later request names as that which it continues. Never rejects. */
  replied(reply: TurnReply, id?: string): Promise<void>;
};

type Begun = { key: string; recall: ChatRecall | undefined };

/** Turns that are under way in a process, and replies that a later request may continue. */
const turnsAtOnce = 1_000;

const without: Turn = { prompt: '', replied: async () => {} };

/**
 * Makes of the calls of a model turns of a chat. The first call of a turn stores the user's message and recalls; further calls, after tools
 * or when a call is tried again, get the same recall. Messages without ids get some that follow from the request up to them, so that a
 * repeated request stores nothing twice. A failing memory is told, and never fails a call.
 */
export function createTurns(chat: Chat, settings: AdapterSettings = {}) {
  const { tell, attempt } = createDegrading(settings);
  const begun = new LRUCache<string, Promise<Begun>>({ max: turnsAtOnce });
  const answered = new LRUCache<string, Promise<Begun>>({ max: turnsAtOnce });

  /** Throws the reason of an aborted signal. */
  async function begin({ messages, after, messageId, signal }: TurnRequest): Promise<Turn> {
    const last = messages.findLastIndex(({ role }) => role === 'user');
    const asked = messages[last];
    const turn =
      asked && asked.text.trim() !== ''
        ? await beginWith(asked.text, keyOf(messages.slice(0, last + 1), after, messageId), messageId, signal)
        : after === undefined
          ? undefined
          : await answered.get(after);
    if (turn === undefined) return without;
    const results = messages.slice(last + 1);
    for (const { role, toolCallId, text } of results) {
      if (role === 'tool' && toolCallId !== undefined)
        await attempt('a result of a tool was not stored', () => chat.returned(toolCallId, text), signal);
    }
    return {
      prompt: turn.recall?.prompt ?? '',
      async replied({ text, toolCalls }, id) {
        if (id !== undefined) answered.set(id, Promise.resolve(turn));
        if (toolCalls.length === 0) begun.delete(turn.key);
        if (text.trim() === '' && toolCalls.length === 0) return;
        await attempt('the reply was not stored', () =>
          chat.replied(text, {
            toolCalls,
            to: turn.recall ?? { memories: [], said: [] },
            id: idFrom('reply', turn.key, results, text, toolCalls),
          }),
        );
      },
    };
  }

  async function beginWith(
    text: string,
    key: string,
    messageId: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Begun> {
    const pending = begun.get(key);
    if (pending) {
      const known = await pending.catch(() => undefined);
      if (known) return known;
      // it was aborted by the call that began it
      signal?.throwIfAborted();
    }
    const recall = attempt(
      'the message was not stored, and nothing was recalled',
      () => chat.recall(text, { id: messageId ?? key, ...(signal && { signal }) }),
      signal,
    );
    const beginning = recall.then((one) => {
      tell(one?.degraded ?? []);
      // what failed is tried again with the next call
      if (one === undefined) begun.delete(key);
      return { key, recall: one };
    });
    begun.set(key, beginning);
    beginning.catch(() => begun.delete(key));
    return beginning;
  }

  const keyOf = (
    messages: RequestMessage[],
    after: string | undefined,
    messageId: string | undefined,
  ): string =>
    messageId === undefined
      ? idFrom('turn', chat.sessionId, after ?? null, messages)
      : idFrom('turn', chat.sessionId, messageId);

  return { begin };
}
