import { randomUUID } from 'node:crypto';
import {
  contextFromSession,
  countMessageTokens,
  MemoryError,
  toChatMessage,
  type CompactionOutcome,
  type ContextMessage,
  type Memory,
  type Message,
  type NewMessage,
  type Session,
} from '@devai/memory';

/** Messages of a session's beginning among which its first request stands. */
const beginningMessages = 20;

export type Conversation = ReturnType<typeof createConversation>;

/** `number` is null while it waits for the store; `isNew` is false when its id was stored before. */
type AppendedMessage = { id: string; number: number | null; isNew: boolean };

type Draft = Pick<NewMessage, 'role' | 'content'> & Partial<NewMessage>;

/**
 * The running conversation of one session: what the model sees next, and its twin in the store. A message is
 * stored before it is acted on; the copy here keeps what the stored one has redacted.
 */
export function createConversation(
  memory: Memory,
  session: Session,
  { messages, forgotten }: { messages: ContextMessage[]; forgotten: number | null },
) {
  let current = messages;
  /** How many memories had been forgotten at the last look; null: the store was away. */
  let countForgotten = forgotten;
  /** How often something was found to be forgotten. */
  let forgettings = 0;
  /** The last message waits in the journal: the store does not know all of the list. */
  let isWaiting = false;
  /** The store knows more than the list: numbers of what waited, or whether a message that failed is there. */
  let isStale = false;
  let lastNumber = session.messageCount;

  return {
    get messages(): readonly ContextMessage[] {
      return current;
    },
    /** Grows when something was forgotten: whoever keeps texts of memories elsewhere reads them again. */
    get forgettings(): number {
      return forgettings;
    },
    /** Something was forgotten: the next step reads the stored messages again. */
    noteForgotten,
    /** Before each turn: asks the store whether another process forgot something. */
    async lookForForgotten(): Promise<void> {
      const count = await memory.memories.countForgotten().catch(unlessAway);
      if (count !== null && count !== (countForgotten ?? count)) noteForgotten();
      countForgotten = count ?? countForgotten;
    },
    /** Stores a message, then adds it. Its number is null while the store is away and it waits in the journal. */
    async append(draft: Draft): Promise<AppendedMessage> {
      const message = completeDraft(draft);
      const last = lastNumber;
      const number = await storeMessage(message);
      const isNew = number === null || number > last;
      lastNumber = Math.max(last, number ?? 0);
      isStale ||= isWaiting;
      isWaiting = number === null;
      if (isNew) current = [...current, toContextMessage(message, number)];
      return { id: message.id, number, isNew };
    },
    /**
     * Before each step: leaves out what was forgotten, and makes room when the context as it would be sent is too large.
     * `fixedTokens`: all that is not messages; `tokenScale`: what the model counts for one token as counted here.
     */
    async compactIfNeeded(
      fixedTokens: number,
      tokenScale: number,
      signal: AbortSignal,
    ): Promise<CompactionOutcome> {
      await catchUp();
      const given = current;
      const outcome = await memory.compaction.compactIfNeeded({
        sessionId: session.id,
        messages: given,
        fixedTokens,
        tokenScale,
        signal,
      });
      // what came meanwhile stays behind it
      if (outcome.outcome !== 'unneeded') current = [...outcome.messages, ...current.slice(given.length)];
      return outcome;
    },
  };

  async function storeMessage(message: NewMessage): Promise<number | null> {
    try {
      const [stored] = await memory.sessions.append(session, [message]);
      return stored?.number ?? null;
    } catch (error) {
      isStale = true;
      throw error;
    }
  }

  function noteForgotten(): void {
    forgettings += 1;
    isStale = true;
  }

  /** Between two steps only: inside one, a call that still runs would be read back as one without a result. */
  async function catchUp(): Promise<void> {
    if (isWaiting || !isStale) return;
    try {
      current = await storedContext(memory, session.id, current);
      isStale = false;
    } catch (error) {
      // the list here will do until it is back
      unlessAway(error);
    }
  }
}

/** Opens a stored session where it stood. */
export async function loadConversation(memory: Memory, session: Session): Promise<Conversation> {
  // counted first: what is forgotten meanwhile is read once more
  const forgotten = await memory.memories.countForgotten();
  return createConversation(memory, session, {
    messages: await storedContext(memory, session.id, []),
    forgotten,
  });
}

/** A session that has no message yet. */
export async function beginConversation(memory: Memory, session: Session): Promise<Conversation> {
  const forgotten = await memory.memories.countForgotten().catch(unlessAway);
  return createConversation(memory, session, { messages: [], forgotten });
}

/**
 * The summary and the messages after it; of those before it the session's beginning, for the first request stays. Messages of `known`
 * of which nothing was forgotten are kept as they are.
 */
async function storedContext(
  memory: Memory,
  sessionId: string,
  known: ContextMessage[],
): Promise<ContextMessage[]> {
  const session = await memory.sessions.get(sessionId);
  if (!session) return [];
  const beginning = await memory.sessions.messages(
    sessionId,
    0,
    Math.min(beginningMessages, session.summaryThrough),
  );
  const after = await memory.sessions.messages(sessionId, session.summaryThrough);
  const messages = [...beginning, ...after];
  const whole = new Set(messages.filter(isWhole).map(({ number }) => number));
  const kept = new Map(known.map((one) => [one.number, one]));
  return contextFromSession(session, messages).map((one) =>
    one.number !== null && whole.has(one.number) ? (kept.get(one.number) ?? one) : one,
  );
}

const isWhole = ({ marks, metadata }: Message): boolean =>
  metadata['forgotten'] !== true && marks.every(({ kind }) => kind !== 'forgotten');

function unlessAway(error: unknown): null {
  if (error instanceof MemoryError && error.code === 'database_unavailable') return null;
  throw error;
}

function toContextMessage(message: NewMessage, number: number | null): ContextMessage {
  const chatMessage = toChatMessage(message);
  return { message: chatMessage, number, tokens: countMessageTokens(chatMessage), pinned: message.pinned };
}

function completeDraft(draft: Draft): NewMessage {
  return {
    id: randomUUID(),
    type: 'text',
    toolCalls: [],
    toolCallId: null,
    pinned: false,
    metadata: {},
    ...draft,
  };
}
