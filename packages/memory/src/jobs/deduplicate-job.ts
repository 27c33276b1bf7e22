import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { decide } from '../dedup/decide.ts';
import { MemoryError } from '../errors.ts';
import { categoryName } from '../store/category.ts';
import { seenOf } from '../marks/seen-of.ts';
import { contentHash } from '../text/content-hash.ts';
import { indexWords } from '../text/words.ts';
import { importNote } from '../store/imports.ts';
import type { Job } from '../store/jobs.ts';
import type { MemoryRecord, StoredCandidate } from '../store/memories.ts';
import type { Store } from '../store/store.ts';
import { type Candidate, memoryTypes, priorities, relationKinds, sources, trusts } from '../types.ts';
import { applyCandidates, type ApplyDependencies } from './apply-candidates.ts';
import { comparedNeighbours, findNeighbours } from './find-neighbours.ts';
import type { JobContext } from './job-runner.ts';
import { parseStored } from '../store/call-function.ts';

/** A candidate as a compaction stores it for phase 2. */
export const candidatePayload: z.ZodType<Candidate> = z.object({
  content: z.string().min(1).max(2_000),
  title: z.string().nullable(),
  memoryType: z.enum(memoryTypes),
  category: categoryName,
  namespace: z.string(),
  source: z.enum(sources),
  priority: z.enum(priorities),
  importance: z.number().int().min(1).max(10),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  evidence: z.array(z.object({ sessionId: z.uuid(), messages: z.array(z.int()), quote: z.string() })),
  trust: z.enum(trusts),
  saidAt: z.coerce.date().nullish(),
  expiresAt: z.coerce.date().nullish(),
  holdsFrom: z.coerce.date().nullish(),
  holdsUntil: z.coerce.date().nullish(),
  claimed: z.int().min(1).max(10).optional(),
  id: z.uuid().optional(),
  relations: z.array(z.object({ kind: z.enum(relationKinds), to: z.uuid() })).optional(),
});
const fromCompaction = z.object({
  sessionId: z.uuid(),
  candidates: z.array(candidatePayload),
  /** Extracted by rules while the model was down, so decided without it. */
  byRules: z.boolean().default(false),
});
type FromCompaction = z.infer<typeof fromCompaction>;
/** A part of an import: statements, or the sessions that it stores, by which they are found when it is undone. */
const fromImport = z.object({
  import: importNote,
  candidates: z.array(candidatePayload),
  sessions: z.array(z.guid()).optional(),
});
const payload = z.union([z.object({ memoryId: z.uuid() }), fromImport, fromCompaction]);

/**
 * Phase 2 alone: for a statement that was stored at once, for the candidates of a compaction, or for what is imported. Including its claim it makes 4 database
 * calls.
 */
export async function runDeduplicateJob(
  dependencies: ApplyDependencies,
  job: Job,
  context: JobContext,
): Promise<void> {
  const { store } = dependencies;
  const about = parseStored(payload, job.payload, `the payload of job ${job.id}`);
  if ('import' in about) {
    const candidates = await notImported(store, about.candidates);
    const rest = {
      watermark: null,
      gist: null,
      dropped: [],
      note: { from: 'import' },
      messages: [],
      seen: null,
    };
    return applyCandidates(dependencies, { ...rest, job, context, candidates, sessionId: null });
  }
  if ('candidates' in about) {
    const { messages, seen } = await messagesOf(store, about);
    if (seen && messages.length === 0) {
      await store.keepInJob(job.id, context.worker, { sessionId: about.sessionId, candidates: [] });
      await store.completeJob(job.id, context.worker, { note: 'the session was deleted' });
      return;
    }
    const applied = {
      watermark: null,
      gist: null,
      dropped: [],
      note: { from: about.byRules ? 'session, by rules while the model is down' : 'compaction' },
    };
    const model = about.byRules ? null : dependencies.model;
    return applyCandidates(
      { ...dependencies, model },
      { ...about, ...applied, job, context, messages, seen },
    );
  }
  const memory = await store.getMemory(about.memoryId);
  if (memory?.isValid) return deduplicateStored(dependencies, memory, job, context);
  await store.completeJob(job.id, context.worker, { note: 'the memory is no longer valid' });
}

/** The candidates that the store does not have: another run of the same import may have stored them since. */
async function notImported(store: Store, candidates: Candidate[]): Promise<Candidate[]> {
  const states = await store.findImported(
    candidates.map(({ id = randomUUID(), namespace, content }) => ({
      ...{ id, namespace, contentHash: contentHash(content) },
    })),
  );
  return candidates.filter((_, index) => states[index] === 'new');
}

/** The messages from the first to the last that a compaction's candidates cite. */
async function messagesOf(store: Store, { sessionId, candidates }: FromCompaction) {
  const numbers = candidates.flatMap(({ evidence }) => evidence.flatMap(({ messages }) => messages));
  if (numbers.length === 0) return { messages: [], seen: null };
  const after = Math.min(...numbers) - 1;
  const messages = await store.listMessages(sessionId, { after, limit: Math.max(...numbers) - after });
  return { messages, seen: seenOf(sessionId, after, messages) };
}

async function deduplicateStored(
  { store, model, embeddings, options }: ApplyDependencies,
  memory: MemoryRecord,
  job: Job,
  { worker, signal, usage }: JobContext,
): Promise<void> {
  const embedded =
    embeddings && (await usage.meter(embeddings, memory.sessionId).embed([memory.content], { signal }));
  const vector = embedded?.vectors[0] ?? null;
  const candidate: StoredCandidate = { ...memory, words: indexWords(memory), vector };
  // one more: the memory itself is among its own neighbours
  const limit = comparedNeighbours + 1;
  const [found = []] = await findNeighbours([candidate], { store, embeddings, limit });
  const { decisions } = await decide({
    candidates: [candidate],
    neighbours: [found.filter((neighbour) => neighbour.memory.id !== memory.id)],
    injectedIds: new Set(),
    agentOnly: new Set(),
    saidAt: [memory.createdAt],
    model,
    options,
    signal,
    onReply: usage.noteReplies('deduplicate', memory.sessionId),
  });
  const [decision] = decisions;
  if (!decision) throw new MemoryError('malformed_answer', 'no decision was made');
  await store.applyDecisionToStored({
    jobId: job.id,
    worker,
    memoryId: memory.id,
    decision,
    result: { ...decision },
    usage: usage.entries(),
  });
}
