import { randomUUID } from 'node:crypto';
import { createTestClock } from '../../testing/test-clock.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { MemoryError } from '../errors.ts';
import { type MemoryOptionOverrides, resolveOptions } from '../options.ts';
import type { ChatModel, ContextMessage, Database, ModelReply, ModelRequest } from '../ports.ts';
import type { StoredMessage } from '../store/messages.ts';
import { createStore, type Store } from '../store/store.ts';
import type { Candidate } from '../types.ts';
import { toChatMessage } from '../transcript/to-chat-message.ts';
import { type CompactionOutcome, createCompaction } from './compaction.ts';
import type { CandidatePort } from './candidate-port.ts';
import { emptySections, type SummarySections } from './summary.ts';
import { sampleMessage } from '../../contract/sample-message.ts';

/** Candidates without the rest of extraction: each raw one has a content and the numbers of its messages. */
const simpleCandidates: CandidatePort = {
  jsonSchema: { type: 'object' },
  instructions: () => 'Candidates are { content, messages }.',
  check: (raw) => {
    const readable = raw.filter((one) => typeof one === 'object');
    return { problem: readable.length < raw.length ? 'a candidate is an object' : null, readable };
  },
  parse: (raw, { sessionId, messages }) => {
    const known = new Set(messages.map((message) => message.number));
    const candidates = raw.flatMap((one) => {
      const { content, messages: numbers, source } = rawCandidate(one);
      return numbers.every((number) => known.has(number))
        ? [{ ...candidate(content, sessionId, numbers), source }]
        : [];
    });
    return { candidates, dropped: [] };
  },
  isTakenAlready: async () => false,
  extractByRules: async (messages) => ({
    candidates: messages
      .filter((message) => message.content.startsWith('remember'))
      .map((message) => candidate(message.content, message.sessionId, [message.number])),
    dropped: [],
  }),
};

function rawCandidate(raw: unknown): { content: string; messages: number[]; source: Candidate['source'] } {
  if (typeof raw !== 'object' || raw === null) throw new Error('a scripted candidate is an object');
  const content = 'content' in raw && typeof raw.content === 'string' ? raw.content : '';
  const numbers = 'messages' in raw && Array.isArray(raw.messages) ? raw.messages.map(Number) : [];
  const isStated = 'source' in raw && raw.source === 'user_stated';
  return { content, messages: numbers, source: isStated ? 'user_stated' : 'discovery' };
}

const candidate = (content: string, sessionId: string, messages: number[]): Candidate => ({
  content,
  title: null,
  memoryType: 'semantic',
  category: 'other',
  namespace: 'devai/global/general',
  source: 'discovery',
  priority: 'low',
  importance: 3,
  tags: [],
  metadata: {},
  evidence: [{ sessionId, messages, quote: content }],
  trust: 'agent',
});

/** A well-formed answer. */
export const answering = (summary: Partial<SummarySections>, candidates: unknown[] = []): string =>
  JSON.stringify({ summary: { ...emptySections(), ...summary }, candidates });

export type Script = (request: ModelRequest, call: number) => string | Promise<string>;

/** A model that answers by a script and records its requests. */
export function scriptedModel(script: Script, contextWindow = 200_000) {
  const requests: ModelRequest[] = [];
  const generate = async (request: ModelRequest): Promise<ModelReply> => {
    requests.push(request);
    request.signal?.throwIfAborted();
    const content = await script(request, requests.length);
    return {
      content,
      toolCalls: [],
      model: 'scripted',
      usage: { inputTokens: 100, outputTokens: 10, cachedTokens: 0 },
    };
  };
  const model: ChatModel = {
    id: 'scripted',
    contextWindow,
    generate,
    async *stream(request) {
      yield { type: 'reply', reply: await generate(request) };
    },
  };
  return {
    model,
    requests,
    promptOf: (call: number) => (requests[call]?.messages ?? []).map((one) => one.content).join('\n'),
  };
}

/** Hangs until it is aborted, as a request does. */
export const hang = ({ signal }: ModelRequest): Promise<string> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

type Draft = Pick<StoredMessage, 'role'> & Partial<StoredMessage>;

/** A stored session with its running conversation, as a host keeps it. */
export async function runningSession(
  database: Database,
  {
    model,
    options = {},
    redact = async (text: string) => text,
    changeStore = (store) => store,
  }: {
    model: ChatModel | null;
    options?: MemoryOptionOverrides;
    redact?: (text: string) => Promise<string>;
    /** Wraps the store to inject faults. */
    changeStore?: (store: Store) => Store;
  },
) {
  const store = createStore(database);
  const clock = createTestClock();
  const sessionId = randomUUID();
  await store.openSession({ id: sessionId, project: 'taskforge', agent: 'chapo', metadata: {} });
  const compaction = createCompaction({
    store: changeStore(store),
    model: () => model,
    redact,
    candidates: simpleCandidates,
    clock,
    log: silentLog,
    options: resolveOptions(options),
  });
  let messages: ContextMessage[] = [];

  return {
    sessionId,
    store,
    clock,
    notice: compaction.notice,
    get messages() {
      return messages;
    },
    set messages(changed: ContextMessage[]) {
      messages = changed;
    },
    session: async () => {
      const session = await store.getSession(sessionId);
      if (!session) throw new MemoryError('not_found', 'the session is gone');
      return session;
    },
    jobs: () => store.listJobs({ status: null, limit: 10 }),
    /** Stores messages and adds them to the conversation, with the given token counts. */
    async append(...drafts: Draft[]): Promise<void> {
      const stored = await store.appendMessages(sessionId, drafts.map(complete), {
        idleSeconds: 1_800,
        every: 0,
      });
      messages = [
        ...messages,
        ...stored.map(({ number, tokens, pinned, ...one }) => {
          const message = toChatMessage(one);
          return { message, number, tokens, pinned, stored: message };
        }),
      ];
    },
    /** One step of a host: afterwards, the conversation is the returned one. */
    async compact(
      fixedTokens = 10_000,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<CompactionOutcome> {
      const given = messages;
      const outcome = await compaction.compactIfNeeded({ sessionId, messages, fixedTokens, signal });
      if ('messages' in outcome) messages = [...outcome.messages, ...messages.slice(given.length)];
      return outcome;
    },
  };
}

type RunningSession = Awaited<ReturnType<typeof runningSession>>;

function complete(draft: Draft): StoredMessage {
  const { role, toolCalls = [] } = draft;
  return sampleMessage('', {
    type: role === 'tool' ? 'tool_result' : toolCalls.length > 0 ? 'tool_call' : 'text',
    tokens: 10,
    contentHash: '',
    words: [],
    createdAt: new Date('2026-01-15T10:00:00Z'),
    ...draft,
  });
}

/** A well-formed answer with little content. */
export const fine = (): string => answering({ work: ['read the files'], next: ['go on'] });

/** A request of 1,000 tokens, then steps of 4,000 that each read a file. */
export async function fill(session: RunningSession, steps: number, from = 1): Promise<void> {
  if (from === 1) await session.append({ role: 'user', content: 'please fix the build', tokens: 1_000 });
  for (let step = from; step < from + steps; step += 1) {
    const path = `src/file-${step}.ts`;
    await session.append(
      {
        role: 'assistant',
        toolCalls: [{ id: `call-${step}`, name: 'read', arguments: JSON.stringify({ path }) }],
        tokens: 100,
      },
      {
        role: 'tool',
        toolCallId: `call-${step}`,
        content: `content of ${path}`,
        tokens: 3_900,
        metadata: { ok: true },
      },
    );
  }
}

export const contents = (messages: readonly ContextMessage[]): string[] =>
  messages.map((one) => one.message.content);

/** Tokens of a context that has 10,000 besides its messages. */
export const tokensOf = (messages: readonly ContextMessage[]): number =>
  messages.reduce((sum, one) => sum + one.tokens, 10_000);
