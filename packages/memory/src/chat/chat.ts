import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isStoreFailure, messageOf } from '../errors.ts';
import type { RememberedOne } from '../memories/remember-all.ts';
import type { RememberInput } from '../memories/remember.ts';
import type { Stated } from '../memories/remember-stated.ts';
import type { UserMemory } from '../memory-interface.ts';
import { storedProject } from '../namespaces.ts';
import type { Recall, RecallInput } from '../retrieval/recall.ts';
import type { SearchInput, SearchResult } from '../retrieval/search.ts';
import type { Appended } from '../sessions/sessions.ts';
import type { Remembered } from '../store/memories.ts';
import { idFrom } from '../sessions/id-from.ts';
import { sessionIdOf } from '../sessions/session-id-of.ts';
import type { GivenMessage, ToolCall } from '../types.ts';

export const chatInput = z.strictObject({
  /** Whose chat it is: the host's id of a user. Default: the memory's. */
  user: z.string().optional(),
  /** Null, the default: the chat is of no project. */
  project: z.string().nullish(),
  /**
   * The host's own name for the conversation, 1 to 200 characters, or a session's id. Another project may use the same name for another
   * conversation. Default: a new session.
   */
  session: z.string().min(1).max(200).optional(),
  /** The agent that chats. Default: `agent`. */
  agent: z.string().min(1).max(200).optional(),
});
/** Which conversation `for` returns: its user, project, name and agent. */
export type ChatInput = z.input<typeof chatInput>;

type Bound = 'project' | 'agent' | 'sessionId';
type Statement = string | Omit<RememberInput, 'project' | 'sessionId'>;

/** What a chat recalls for a message of the user, and what that message had stored. */
export type ChatRecall = Recall & {
  /** For the system prompt: the recall's signals and block. '' if there is nothing to say. */
  prompt: string;
  /** The user's message, as it was stored. */
  message: Appended;
} & Stated;

/** One conversation of one project: what a host calls in each turn. The methods of `Memory` take the same ids. */
export type Chat = {
  /** The memory of the chat's user, with what a chat has no method for. */
  readonly memory: UserMemory;
  readonly project: string | null;
  /** The id of the session, which has a name of the host as well as an id of its own. */
  readonly sessionId: string;
  readonly agent: string;
  /**
   * Begins a turn: stores the user's message and what it asks to remember, and returns what the prompt should have. With the `id` of a
   * message it is idempotent. Throws what `sessions.open` and `sessions.append` throw: the message is stored, or waits in the journal, or
   * the call throws. What else fails is in `degraded`.
   */
  recall(
    text: string,
    options?: Omit<RecallInput, Bound | 'text' | 'previous' | 'preview'> & {
      id?: string | undefined;
      /** The name of another person who says it. What they say of themselves is not the user's. */
      speaker?: string | undefined;
    },
  ): Promise<ChatRecall>;
  /**
   * Ends a turn: stores the agent's reply, with what its prompt had, and the tools that it calls. `to`: the recall that it answers, where
   * turns of the chat overlap. Throws as `recall` does.
   */
  replied(
    text: string,
    options?: {
      id?: string | undefined;
      to?: Pick<Recall, 'memories' | 'said'> | undefined;
      toolCalls?: ToolCall[];
    },
  ): Promise<Appended>;
  /** Stores what a tool returned, once for each call. Throws as `recall` does. */
  returned(toolCallId: string, result: string): Promise<Appended>;
  /** Ends the session after half a minute, or now: then what it told is extracted in the background. */
  end(options?: { now?: boolean }): Promise<void>;
  /** As `Memory.remember`, in this chat. */
  remember(statement: Statement): Promise<Remembered>;
  /** As `Memory.rememberAll`, in this chat. */
  rememberAll(statements: Statement[]): Promise<RememberedOne[]>;
  /** As `Memory.search`, in this chat. */
  search(query: string | Omit<SearchInput, Bound>): Promise<SearchResult>;
};

/** How many of the user's earlier messages a question without a subject is read by. */
const previousMessages = 3;
/** Messages that are read of a session that began earlier, for the user's last ones. */
const readBack = 20;

/** Binds a memory to one conversation. Nothing is read or stored before the first message. Throws `invalid_input`. */
export function createChat(api: UserMemory, user: string, input: Omit<ChatInput, 'user'> = {}): Chat {
  const { project = null, session, agent = 'agent' } = input;
  const sessionId = session === undefined ? randomUUID() : sessionIdOf(user, project, session);
  const identity = { id: sessionId, project, agent };
  let opening: Promise<void> | null = null;
  /** The user's messages, newest first. */
  let previous: string[] = [];
  /** What prompts had since the last reply. */
  let shown = new Set<string>();

  async function open(): Promise<void> {
    const { messageCount } = await api.sessions.open({ ...identity, fresh: session === undefined });
    if (messageCount === 0) return;
    const before = await api.sessions.messages(sessionId, Math.max(0, messageCount - readBack));
    previous = before.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).toReversed();
  }

  /** Once, unless it fails: then `append` opens the session as soon as the store is back. */
  function opened(): Promise<void> {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      if (!isStoreFailure(error)) throw error;
    });
    return opening;
  }

  async function store(given: GivenMessage): Promise<Appended> {
    await opened();
    const [message] = await api.sessions.append(identity, [given]);
    if (message === undefined) throw new TypeError('a message was not answered');
    return message;
  }

  /** The message is stored, so an extraction finds what cannot be stored now. */
  async function state(message: Appended): Promise<Stated & { degraded: string[] }> {
    const { text, number: messageNumber } = message;
    try {
      const stated = await api.rememberStated({ text, project, sessionId, messageNumber });
      return { ...stated, degraded: [] };
    } catch (error) {
      if (!isStoreFailure(error)) throw error;
      return { saved: [], refused: [], degraded: [`it could not be remembered now: ${messageOf(error)}`] };
    }
  }

  const inChat = (statement: Statement): RememberInput => ({
    ...(typeof statement === 'string' ? { content: statement } : statement),
    ...{ project, sessionId },
  });

  return {
    memory: api,
    project: storedProject(project),
    sessionId,
    agent,
    async recall(text, { id, speaker, ...options } = {}) {
      const message = await store({ role: 'user', content: text, id, speaker });
      const { degraded, ...stated } =
        speaker === undefined ? await state(message) : { saved: [], refused: [], degraded: [] };
      const asked = previous.slice(0, previousMessages);
      previous = [text, ...previous].slice(0, previousMessages);
      const recall = await api.recall({
        ...{ ...options, text: message.text, previous: asked, project, sessionId, agent },
        exclude: [...(options.exclude ?? []), ...stated.saved.map(({ memory }) => memory.id)],
      });
      for (const one of shownBy(recall)) shown.add(one);
      return {
        ...recall,
        ...stated,
        message,
        degraded: [...degraded, ...recall.degraded],
        prompt: [recall.signals, recall.block].filter(Boolean).join('\n\n'),
      };
    },
    async replied(content, { to, ...given } = {}) {
      const recalled = new Set(to ? shownBy(to) : shown);
      const metadata = { recalled: [...recalled] };
      const message = await store({ ...given, role: 'assistant', content, metadata });
      shown = shown.difference(recalled);
      return message;
    },
    returned: (toolCallId, content) =>
      store({ role: 'tool', content, toolCallId, id: idFrom('returned', toolCallId, sessionId) }),
    async end(options) {
      if (opening === null && session === undefined) return;
      await opening;
      await api.sessions.end(sessionId, options);
    },
    async remember(statement) {
      await opened();
      return api.remember(inChat(statement));
    },
    async rememberAll(statements) {
      await opened();
      return api.rememberAll(statements.map(inChat));
    },
    search: (query) =>
      api.search({ ...(typeof query === 'string' ? { text: query } : query), project, agent, sessionId }),
  };
}

/** Memories by their ids, earlier messages by their places. */
export const shownBy = ({ memories, said }: Pick<Recall, 'memories' | 'said'>): string[] => [
  ...memories.flatMap(({ memory, injected }) => (injected ? [memory.id] : [])),
  ...said.flatMap(({ message, injected }) => (injected ? [`${message.sessionId}/${message.number}`] : [])),
];
