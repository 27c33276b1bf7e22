import { randomUUID } from 'node:crypto';
import {
  contextFromSession,
  isStoreFailure,
  toChatMessage,
  type Appended,
  type CompactionOutcome,
  type ContextMessage,
  type Message,
  type NewMessage,
  type Session,
  type UserMemory,
} from '@devai/memory';
import { z } from 'zod';

/** The first messages of a session, which include the first request. */
const beginningMessages = 20;

const turnOf = z.object({ turn: z.uuid() });

export type Conversation = ReturnType<typeof createConversation>;

/** Milliseconds between renewals of a turn's lease. */
const renewal = 10_000;

/** `number` is null while the message waits for the store; `isNew` is false when its id was stored before. */
type AppendedMessage = Pick<Appended, 'id' | 'number' | 'isNew' | 'text'>;

type Draft = Pick<NewMessage, 'role' | 'content'> & Partial<NewMessage>;

/**
 * The running conversation of one session: what the model sees next, kept in step with the store. Messages are stored before
 * they are acted on; the copies here are not redacted.
 */
export function createConversation(
  memory: UserMemory,
  session: Session,
  { messages, forgotten }: { messages: ContextMessage[]; forgotten: number | null },
) {
  let current = messages;
  /** How many memories had been forgotten when the last message was stored; null when the store was down. */
  let countForgotten = forgotten;
  /** How often something was forgotten. */
  let forgettings = 0;
  /** The last message waits in the journal, so the store's list is incomplete. */
  let isWaiting = false;
  /** The list here is incomplete: it lacks numbers of journalled messages, or a message whose append failed. */
  let isStale = false;
  let lastNumber = session.messageCount;
  /** Names this conversation among those that other processes have of the session. */
  const holder = randomUUID();
  let renewing: NodeJS.Timeout | undefined;

  return {
    get messages(): readonly ContextMessage[] {
      return current;
    },
    /** Grows whenever something was forgotten, so that callers refresh their copies of memories. */
    get forgettings(): number {
      return forgettings;
    },
    /** Makes the next step reload the stored messages, because something was forgotten. */
    noteForgotten,
    /** Makes the next step reload the stored messages, because one was pinned or unpinned. */
    notePinned(): void {
      isStale = true;
    },
    /**
     * Stores a message, then adds it. Its number is null while it waits in the journal because the store is down. `turn`: the message is the
     * first or the last of a turn; in between, no other process can begin a turn. Throws `session_busy` when another process runs one,
     * and `conflict` when the id is stored with another text.
     */
    async append(draft: Draft, turn?: 'beginning' | 'ending'): Promise<AppendedMessage> {
      const message = completeDraft(draft);
      if (turn === 'ending') clearInterval(renewing);
      const { number, isNew, text, tokens, stored, forgotten: count } = await storeMessage(message, turn);
      // something has been forgotten since, perhaps by another process
      if (count !== null && count !== (countForgotten ?? count)) noteForgotten();
      countForgotten = count ?? countForgotten;
      if (turn === 'beginning')
        renewing = setInterval(() => void memory.sessions.renewTurn(session.id, holder), renewal);
      // the list lacks messages that another process stored
      isStale ||= isWaiting || (number !== null && number > (isNew ? lastNumber + 1 : lastNumber));
      lastNumber = Math.max(lastNumber, number ?? 0);
      isWaiting = number === null;
      if (isNew) {
        const { pinned } = message;
        current = [...current, { message: toChatMessage(message), number, tokens, pinned, stored }];
      }
      return { id: message.id, number, isNew, text };
    },
    /** Ends a turn that has no last message of its own. */
    async endTurn(): Promise<void> {
      clearInterval(renewing);
      await memory.sessions.append(session, [], { turn: { holder, is: 'ending' } });
    },
    /**
     * Returns the turn of a message that was stored before, and the message that ended it: its last message, or the user's next message when
     * the turn has no end; null when nothing followed.
     */
    async earlierTurn(number: number): Promise<{ turn: string | null; end: Message | null }> {
      const [asked, ...after] = await memory.sessions.messages(session.id, number - 1);
      const end = after.find(({ role, metadata }) => role === 'user' || metadata['end'] !== undefined);
      return { turn: turnOf.safeParse(asked?.metadata).data?.turn ?? null, end: end ?? null };
    },
    /**
     * Called before each step: removes what was forgotten, and compacts when the context would be too large. `fixedTokens`: tokens of
     * everything but the messages; `tokenScale`: the model's tokens for one token counted here; `budget`: the most tokens of the whole context.
     */
    async compactIfNeeded(limits: {
      fixedTokens: number;
      tokenScale: number;
      budget: number;
      signal: AbortSignal;
    }): Promise<CompactionOutcome> {
      await catchUp();
      const given = current;
      const outcome = await memory.compaction.compactIfNeeded({
        sessionId: session.id,
        messages: given,
        ...limits,
      });
      // append messages that were added meanwhile
      if ('messages' in outcome) current = [...outcome.messages, ...current.slice(given.length)];
      return outcome;
    },
  };

  async function storeMessage(message: NewMessage, turn?: 'beginning' | 'ending'): Promise<Appended> {
    try {
      const [stored] = await memory.sessions.append(session, [message], {
        turn: turn && { holder, is: turn },
      });
      if (!stored) throw new Error('the store answered nothing for a message');
      return stored;
    } catch (error) {
      isStale = true;
      throw error;
    }
  }

  function noteForgotten(): void {
    forgettings += 1;
    isStale = true;
  }

  /** Reloads the stored messages if they changed. Call it only between steps: within a step, a running call would be reloaded as one without a result. */
  async function catchUp(): Promise<void> {
    if (isWaiting || !isStale) return;
    try {
      current = await storedContext(memory, session.id, current);
      isStale = false;
    } catch (error) {
      // keep the current list until the store is back
      unlessAway(error);
    }
  }
}

/** Reopens a stored session. */
export async function loadConversation(memory: UserMemory, session: Session): Promise<Conversation> {
  // count first, so that what is forgotten while reading causes another reload
  const forgotten = await memory.memories.countForgotten();
  return createConversation(memory, session, {
    messages: await storedContext(memory, session.id, []),
    forgotten,
  });
}

/** Begins a session without messages. */
export async function beginConversation(memory: UserMemory, session: Session): Promise<Conversation> {
  const forgotten = await memory.memories.countForgotten().catch(unlessAway);
  return createConversation(memory, session, { messages: [], forgotten });
}

/**
 * Reads the summary, the messages after it, and those that are always kept: the beginning of the session, which has its first request,
 * and pinned messages. Keeps the messages of `known` of which nothing was forgotten, because those are not redacted.
 */
async function storedContext(
  memory: UserMemory,
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
  const pinned = await memory.sessions.pinned(sessionId, session.summaryThrough);
  const after = await memory.sessions.messages(sessionId, session.summaryThrough);
  const last = beginning.at(-1)?.number ?? 0;
  const messages = [...beginning, ...pinned.filter(({ number }) => number > last), ...after];
  const whole = new Set(messages.filter(isWhole).map(({ number }) => number));
  const kept = new Map(known.map((one) => [one.number, one]));
  return contextFromSession(session, messages).map((one) =>
    one.number !== null && whole.has(one.number)
      ? { ...one, ...kept.get(one.number), pinned: one.pinned }
      : one,
  );
}

const isWhole = ({ marks, metadata }: Message): boolean =>
  metadata['forgotten'] !== true && marks.every(({ kind }) => kind !== 'forgotten');

function unlessAway(error: unknown): null {
  if (isStoreFailure(error)) return null;
  throw error;
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
