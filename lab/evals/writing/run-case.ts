import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { OpenTestDatabase, TestDatabase } from '../../../packages/memory/testing/reused-stores.ts';
import { createOfflineEmbedder } from '../../../packages/memory/src/embeddings/offline-embedder.ts';
import { createMemory, type Memory } from '../../../packages/memory/src/memory.ts';
import type { ChatModel, ModelRequest } from '../../../packages/memory/src/ports.ts';
import type { Job } from '../../../packages/memory/src/store/jobs.ts';
import type { MemoryRecord } from '../../../packages/memory/src/store/memories.ts';
import { createStore } from '../../../packages/memory/src/store/store.ts';
import type { NewMessage, RelationKind } from '../../../packages/memory/src/types.ts';
import { createTestClock, type TestClock } from '../../../packages/memory/testing/index.ts';
import type { EvalCase, EvalMessage, EvalSession, GivenCandidate } from './eval-case.ts';
import { type Seeded, seedMemories } from './seed-memories.ts';
import { message } from '../../../packages/memory/testing/message.ts';
import { unhurried } from '../unhurried.ts';

const project = 'taskforge';
const start = new Date('2026-01-15T10:00:00Z');
const minute = 60_000;
const day = 86_400_000;
/** How often a failed job is retried before the case counts as unfinished. */
const retries = 3;

/** A memory, with its relations to others by their texts. */
export type LeftMemory = MemoryRecord & { relations: { kind: RelationKind; to: string }[] };

/** The state after a case. */
export type Outcome = {
  seeded: Seeded[];
  /** All memories, including invalid ones. */
  memories: LeftMemory[];
  /** What became of each candidate. */
  applied: string[];
  /** Candidates that extraction dropped. */
  dropped: number;
  /** Jobs that did not finish. */
  openJobs: string[];
  /** All texts that were stored or sent to the model. */
  traces: string;
};

type Setting = {
  testDatabase: TestDatabase;
  /** Null: the offline rules. */
  model: ChatModel | null;
  /** Called before each session. */
  onSession?: (session: EvalSession, evalCase: EvalCase) => void;
};

/**
 * Runs one case through the whole pipeline on an emptied store: stores its memories, then each session message by
 * message as a host does it (explicit requests at once, the rest at the end of the session), and runs all jobs,
 * including retries.
 */
export async function runCase(
  evalCase: EvalCase,
  { testDatabase, model, onSession }: Setting,
): Promise<Outcome> {
  const opened = await testDatabase.open();
  const clock = createTestClock(start);
  const requests: ModelRequest[] = [];
  const embeddings = createOfflineEmbedder();
  const store = createStore(opened.database);
  const memory = await createMemory({
    database: opened.database,
    embeddings,
    models: { small: model && recording(model, requests) },
    clock,
    timeZone: 'UTC',
    // the cases are excerpts of conversations
    options: { ...unhurried, extraction: { minimumCharacters: 0 } },
  });
  try {
    await opened.setNow(start);
    const seeded = await seedMemories(store, embeddings, evalCase.memories, start);
    const sessionIds: string[] = [];
    for (const [index, session] of evalCase.sessions.entries()) {
      onSession?.(session, evalCase);
      await moveTo(new Date(start.getTime() + index * day), opened, clock);
      sessionIds.push(await playSession(session, seeded, { memory, store, opened, clock }));
      await finishJobs(memory);
    }
    return await outcomeOf(memory, seeded, sessionIds, requests);
  } finally {
    memory.jobs.stop();
    await opened.close();
  }
}

function recording(model: ChatModel, requests: ModelRequest[]): ChatModel {
  return {
    ...model,
    generate(request) {
      requests.push(request);
      return model.generate(request);
    },
  };
}

type Stage = {
  memory: Memory;
  store: ReturnType<typeof createStore>;
  opened: OpenTestDatabase;
  clock: TestClock;
};

async function playSession(session: EvalSession, seeded: Seeded[], stage: Stage): Promise<string> {
  const { memory, opened, clock } = stage;
  const id = randomUUID();
  const identity = { id, project, agent: 'chapo' };
  await memory.sessions.open(identity);
  const recalled = seeded.filter((one) => one.recalled).map((one) => one.id);
  let lastCall = '';
  for (const said of session.messages) {
    await moveTo(said.at ? new Date(said.at) : new Date(clock.now().getTime() + minute), opened, clock);
    const written = toMessage(said, lastCall, recalled);
    lastCall = written.toolCalls.at(-1)?.id ?? lastCall;
    const [{ number } = { number: null }] = await memory.sessions.append(identity, [written]);
    if (said.role !== 'user') continue;
    await memory.rememberStated({ text: said.content, project, sessionId: id, messageNumber: number });
  }
  if (session.candidates.length > 0) await compact(session, id, stage);
  await memory.sessions.end(id, { now: true });
  return id;
}

/** Sets both clocks: the library's and the store's. */
export async function moveTo(moment: Date, opened: OpenTestDatabase, clock: TestClock): Promise<void> {
  clock.set(moment);
  await opened.setNow(moment);
}

function toMessage(said: EvalMessage, lastCall: string, recalled: string[]): NewMessage {
  const { role, content, tool, ok } = said;
  const isCall = role === 'assistant' && tool !== undefined;
  return message(content, {
    role,
    type: role === 'tool' ? 'tool_result' : isCall ? 'tool_call' : 'text',
    toolCalls: isCall
      ? [{ id: randomUUID(), name: tool, arguments: JSON.stringify(said.arguments ?? {}) }]
      : [],
    toolCallId: role === 'tool' ? lastCall : null,
    metadata: {
      ...(recalled.length > 0 ? { recalled } : {}),
      ...(role === 'tool' ? { tool, ok: ok ?? true } : {}),
    },
  });
}

/** Stores the candidates as a compaction does: with the summary, and with the watermark moved. */
async function compact(session: EvalSession, sessionId: string, { store }: Stage): Promise<void> {
  const summary = 'The session so far.';
  await store.saveCompaction({
    sessionId,
    from: 0,
    through: session.messages.length,
    before: null,
    summary,
    summaryHash: createHash('sha256').update(summary).digest('hex'),
    candidates: session.candidates.map((candidate) => toCandidate(candidate, sessionId)),
  });
}

function toCandidate(given: GivenCandidate, sessionId: string) {
  const { type, evidence, content, ...rest } = given;
  return {
    ...rest,
    content,
    title: null,
    memoryType: type,
    importance: given.priority === 'highest' ? 9 : 5,
    tags: [],
    metadata: {},
    evidence: [{ sessionId, messages: evidence, quote: content }],
  };
}

/** Runs all jobs, and failed ones again. */
export async function finishJobs(memory: Memory): Promise<void> {
  await memory.jobs.drain();
  for (let round = 0; round < retries; round += 1) {
    const waiting = await memory.jobs.list({ status: 'waiting' });
    if (waiting.length === 0) return;
    for (const job of waiting) await memory.jobs.retry(job.id);
    await memory.jobs.drain();
  }
}

const jobResult = z.object({
  applied: z.array(z.object({ action: z.string() })).optional(),
  dropped: z.array(z.string()).optional(),
});

async function outcomeOf(
  memory: Memory,
  seeded: Seeded[],
  sessionIds: string[],
  requests: ModelRequest[],
): Promise<Outcome> {
  const stored = await memory.memories.list({ includeInvalid: true, limit: 500 });
  const memories = await Promise.all(stored.map((one) => withRelations(memory, one)));
  const jobs = await memory.jobs.list({ limit: 500 });
  const results = jobs.map(({ result }) => jobResult.parse(result ?? {}));
  const messages = await Promise.all(sessionIds.map((id) => memory.sessions.messages(id)));
  return {
    seeded,
    memories,
    applied: results.flatMap(({ applied = [] }) => applied.map(({ action }) => action)),
    dropped: results.reduce((sum, { dropped = [] }) => sum + dropped.length, 0),
    openJobs: jobs.filter(({ status }) => status !== 'done').map(describeJob),
    traces: JSON.stringify([memories, messages, jobs, requests.map((request) => request.messages)]),
  };
}

async function withRelations(memory: Memory, one: MemoryRecord): Promise<LeftMemory> {
  const related = await memory.memories.related(one.id);
  const relations = related.flatMap(({ direction, kind, memory: { content } }) =>
    direction === 'to' ? [{ kind, to: content }] : [],
  );
  return { ...one, relations };
}

const describeJob = ({ kind, status, error }: Job): string => `${kind} is ${status}: ${error ?? 'no error'}`;
