import { randomUUID } from 'node:crypto';
import { createCompaction } from '../../../packages/memory/src/compaction/compaction.ts';
import type { CandidatePort } from '../../../packages/memory/src/compaction/candidate-port.ts';
import { resolveOptions } from '../../../packages/memory/src/options.ts';
import type { ChatMessage, ChatModel, ContextMessage } from '../../../packages/memory/src/ports.ts';
import type { Message } from '../../../packages/memory/src/store/messages.ts';
import type { Session } from '../../../packages/memory/src/store/sessions.ts';
import { countMessageTokens } from '../../../packages/memory/src/text/tokens.ts';
import { message } from '../../../packages/memory/testing/message.ts';
import { silentLog } from '../../../packages/memory/testing/silent-log.ts';

const start = new Date('2026-01-15T10:00:00Z');
const noCandidates: CandidatePort = {
  jsonSchema: { type: 'object' },
  instructions: () => '',
  check: () => ({ problem: null, readable: [] }),
  parse: () => ({ candidates: [], dropped: [] }),
  isTakenAlready: async () => false,
  extractByRules: async () => ({ candidates: [], dropped: [] }),
};

/** Returns the newest messages within `limit` tokens, which a sliding window would keep. */
export function plainTail(messages: readonly ChatMessage[], limit: number): ChatMessage[] {
  let tokens = 0;
  const last = messages.findLastIndex((one) => (tokens += countMessageTokens(one)) > limit);
  return messages.slice(last + 1);
}

/** A model whose summary names nothing, so that only what code adds to it counts. */
export const namingNothing: ChatModel = {
  id: 'naming-nothing',
  contextWindow: 200_000,
  generate: async () => ({
    content: JSON.stringify({ summary: { next: ['go on'] }, candidates: [] }),
    toolCalls: [],
    model: 'naming-nothing',
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
  }),
  async *stream(request) {
    yield { type: 'reply', reply: await this.generate(request) };
  },
};

/** The context of the next step after `at` messages of a session. */
export type Cut = { at: number; context: ChatMessage[] };

/**
 * Runs a session of these messages through compaction, as a host does before each step. Returns the context after
 * each compaction, of at most `limit` tokens. `model` null: rules summarise.
 */
export async function compactAlong(
  messages: readonly ChatMessage[],
  limit: number,
  model: ChatModel | null,
): Promise<Cut[]> {
  const stored: Message[] = [];
  const session = newSession();
  const compaction = createCompaction({
    store: storeOf(session, stored),
    model: () => model,
    redact: async (text) => text,
    candidates: noCandidates,
    clock: { now: () => start },
    log: silentLog,
    options: resolveOptions({
      compaction: {
        target: limit,
        trigger: Math.ceil((limit * 160) / 105),
        window: Math.ceil((limit * 180) / 105),
      },
    }),
  });
  const { signal } = new AbortController();
  const cuts: Cut[] = [];
  let context: ContextMessage[] = [];
  for (const said of messages) {
    const number = stored.length + 1;
    const tokens = countMessageTokens(said);
    stored.push(storedForm(said, { number, tokens, sessionId: session.id }));
    context.push({ message: said, number, tokens, pinned: false });
    const run = { sessionId: session.id, messages: context, fixedTokens: 0, signal };
    const outcome = await compaction.compactIfNeeded(run);
    if (!('messages' in outcome)) continue;
    context = outcome.messages;
    if (outcome.outcome === 'compacted')
      cuts.push({ at: number, context: context.map((one) => one.message) });
  }
  return cuts;
}

const newSession = (): Session => ({
  id: randomUUID(),
  name: null,
  firstWords: null,
  gist: null,
  project: 'recorded',
  agent: 'chapo',
  state: {},
  summary: null,
  summaryHash: null,
  summaryThrough: 0,
  extractedThrough: 0,
  messageCount: 0,
  tokenCount: 0,
  metadata: {},
  parent: null,
  handedOverFrom: null,
  createdAt: start,
  lastActiveAt: start,
  endedAt: null,
});

/** The part of a store that compaction needs, in memory, with one session. */
const storeOf = (session: Session, stored: Message[]): Parameters<typeof createCompaction>[0]['store'] => ({
  getSession: async () => session,
  getSessionContext: async () => null,
  listMessages: async (_, { after, limit }) => stored.slice(after, after + limit),
  saveCompaction: async ({ through, summary }) => {
    Object.assign(session, { summary, summaryThrough: through, extractedThrough: through });
    return { session, jobId: null };
  },
  enqueueJob: () => Promise.reject(new Error('no jobs here')),
  recordUsage: async () => {},
});

function storedForm(
  said: ChatMessage,
  { number, tokens, sessionId }: Pick<Message, 'number' | 'tokens' | 'sessionId'>,
): Message {
  const toolCalls = said.role === 'assistant' ? (said.toolCalls ?? []) : [];
  return {
    ...message(said.content, {
      role: said.role,
      type: said.role === 'tool' ? 'tool_result' : toolCalls.length > 0 ? 'tool_call' : 'text',
      toolCalls,
      toolCallId: said.role === 'tool' ? said.toolCallId : null,
    }),
    sessionId,
    project: null,
    number,
    tokens,
    contentHash: '',
    marks: [],
    createdAt: start,
  };
}
