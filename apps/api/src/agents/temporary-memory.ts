import { randomUUID } from 'node:crypto';
import {
  countMessageTokens,
  findExplicitStatements,
  MemoryError,
  RedactedText,
  slideWindow,
  toChatMessage,
  type Appended,
  type GivenMessage,
  type Message,
  type Session,
  type UserMemory,
} from '@devai/memory';
import type { TurnHost } from './turn-host.ts';

/** What a temporary chat answers to a request to remember. */
const keepsNothing = 'this chat is temporary, and nothing of it is kept';

/** Tools that keep something of the conversation. */
const keepingTools: ReadonlySet<string> = new Set(['remember', 'state', 'share']);

/** The heading is known to the offline model. */
const temporaryPrompt = `## Temporary chat
Nothing of this conversation is kept: when it ends, it is gone, and nothing can be remembered from it. What was known before is recalled as
always. If the user asks you to remember something, say kindly that this chat keeps nothing, and that an ordinary chat does.`;

type Host = Pick<TurnHost, 'memory' | 'tools' | 'systemContext'>;

/** The host of a chat of which nothing is kept: what is known is recalled into it, and nothing is stored, noted or strengthened. */
export function temporaryHost<Given extends Host>(host: Given): Given {
  const { memory, tools, systemContext } = host;
  return {
    ...host,
    memory: temporaryMemory(memory),
    tools: tools.filter(({ name }) => !keepingTools.has(name)),
    systemContext: {
      async sections(project) {
        const sections = await systemContext.sections(project);
        return sections.map((section) =>
          section.type === 'situation'
            ? { ...section, separator: '\n\n', items: [...section.items, { text: temporaryPrompt }] }
            : section,
        );
      },
    },
  };
}

type Held = { session: Session; messages: Message[] };

/**
 * The memory as a temporary chat uses it. Its sessions and their messages are held here and nowhere else; everything else is read. A
 * memory can be forgotten from it, because that is no word of this chat.
 */
function temporaryMemory(memory: UserMemory): UserMemory {
  const held = new Map<string, Held>();
  const refuse = async (): Promise<never> => {
    throw new MemoryError('invalid_input', keepsNothing);
  };
  const heldSession = (id: string): Held => {
    const one = held.get(id);
    if (one) return one;
    throw new MemoryError('not_found', `there is no temporary chat ${id}`);
  };

  return {
    ...memory,
    // the library may read with another embedder later
    get memories() {
      return memory.memories;
    },
    withSignal: (signal) => temporaryMemory(memory.withSignal(signal)),
    add: refuse,
    remember: refuse,
    rememberAll: refuse,
    keep: refuse,
    async rememberStated({ text }) {
      const { content } = typeof text === 'string' ? await RedactedText.of(text) : text;
      const asked = findExplicitStatements(content);
      return { saved: [], refused: asked.map((one) => ({ content: one.content, reason: keepsNothing })) };
    },
    recall: (input) => memory.recall({ ...input, preview: true }),
    sessions: {
      ...memory.sessions,
      async open(input) {
        const session = await memory.sessions.open({ ...input, fresh: true, withFirstMessage: true });
        held.set(session.id, { session, messages: [] });
        return session;
      },
      get: async (id) => held.get(id)?.session ?? memory.sessions.get(id),
      async append({ id }, messages) {
        const { session, messages: before } = heldSession(id);
        return Promise.all(messages.map((message) => append(before, session, message)));
      },
      async renewTurn() {},
      async messages(id, after = 0, limit = Infinity) {
        const own = held.get(id)?.messages;
        if (!own) return memory.sessions.messages(id, after, limit);
        return own.slice(after, after + limit);
      },
      pinned: async (id, through) => (held.has(id) ? [] : memory.sessions.pinned(id, through)),
      async forgetMessage(id, number, actor) {
        if (held.has(id)) return { forgotten: false, changedMessages: 0, memories: [] };
        return memory.sessions.forgetMessage(id, number, actor);
      },
      async end(id) {
        held.delete(id);
        await memory.sessions.end(id);
      },
      setState: refuse,
      update: refuse,
      pin: refuse,
      extractFrom: refuse,
      handoff: refuse,
    },
    contexts: {
      ...memory.contexts,
      gather: (input) => memory.contexts.gather({ ...input, preview: true }),
      async keep() {},
    },
    compaction: {
      ...memory.compaction,
      async compactIfNeeded({ messages, fixedTokens, budget = Infinity }) {
        // a summary would be stored, so the oldest messages leave
        const slide = slideWindow({ messages, fixedTokens, window: budget });
        if (slide.slid + slide.shortened === 0) return { outcome: 'unneeded' };
        const error = new MemoryError('context_too_long', 'a temporary chat has no summary');
        return { outcome: 'failed', error, ...slide };
      },
    },
    focus: { ...memory.focus, noteStep() {} },
    shared: { ...memory.shared, publish: refuse },
  };
}

/** Adds a message to those before, unless one has its id. */
async function append(before: Message[], session: Session, given: GivenMessage): Promise<Appended> {
  const { role, content, type = 'text', toolCalls = [], toolCallId = null, metadata = {} } = given;
  const text = await RedactedText.of(content);
  const message = toChatMessage({ role, content, type, toolCalls, toolCallId });
  const tokens = countMessageTokens(message);
  const known = before.find(({ id }) => id === given.id);
  if (known && known.content !== content)
    throw new MemoryError('conflict', 'a message with this id was sent with another text');
  const { id, number } = known ?? { id: given.id ?? randomUUID(), number: before.length + 1 };
  if (!known) {
    before.push({
      ...{ id, number, role, type, content, toolCalls, toolCallId, tokens, metadata },
      sessionId: session.id,
      project: session.project,
      // nothing compares it with what is stored
      contentHash: '',
      pinned: false,
      marks: [],
      createdAt: session.createdAt,
    });
  }
  return { id, number, isNew: !known, forgotten: null, text, tokens, stored: message };
}
