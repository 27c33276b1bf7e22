import { z } from 'zod';
import { decide } from '../dedup/decide.ts';
import { MemoryError } from '../errors.ts';
import { seenOf } from '../marks/seen-of.ts';
import { indexWords } from '../text/words.ts';
import type { MemoryOptions } from '../options.ts';
import type { ChatModel, EmbeddingModel } from '../ports.ts';
import type { MemoryRecord, StoredCandidate } from '../store/memories.ts';
import type { Store } from '../store/store.ts';
import { type Candidate, categories, memoryTypes, priorities, sources, trusts } from '../types.ts';
import type { ApplyCandidates } from './apply-candidates.ts';
import { findNeighbours } from './find-neighbours.ts';
import type { JobHandler } from './job-runner.ts';

/** A candidate as a compaction stores it for phase 2. */
export const candidatePayload: z.ZodType<Candidate> = z.object({
  content: z.string().min(1).max(2_000),
  title: z.string().nullable(),
  memoryType: z.enum(memoryTypes),
  category: z.enum(categories),
  namespace: z.string(),
  source: z.enum(sources),
  priority: z.enum(priorities),
  importance: z.number().int().min(1).max(10),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  evidence: z.array(z.object({ sessionId: z.uuid(), messages: z.array(z.int()), quote: z.string() })),
  trust: z.enum(trusts),
});
const fromCompaction = z.object({ sessionId: z.uuid(), candidates: z.array(candidatePayload) });
type FromCompaction = z.infer<typeof fromCompaction>;
const payload = z.union([z.object({ memoryId: z.uuid() }), fromCompaction]);

type Dependencies = {
  store: Pick<
    Store,
    'getMemory' | 'listMessages' | 'matchNeighbours' | 'applyDecisionToStored' | 'completeJob'
  >;
  model: ChatModel | null;
  embeddings: EmbeddingModel | null;
  applyCandidates: ApplyCandidates;
  options: MemoryOptions;
};

/**
 * Phase 2 alone: for a statement that was stored at once, or for the candidates of a compaction. Including its claim it makes 4 database
 * calls.
 */
export function createDeduplicateJob(dependencies: Dependencies): JobHandler {
  const { store, applyCandidates } = dependencies;

  return async (job, context) => {
    const { worker, signal, usage } = context;
    const about = payload.parse(job.payload);
    if ('candidates' in about) {
      const { messages, seen } = await messagesOf(about);
      await applyCandidates({
        job,
        worker,
        signal,
        usage,
        sessionId: about.sessionId,
        candidates: about.candidates,
        messages,
        watermark: null,
        seen,
        dropped: [],
        note: { from: 'compaction' },
      });
      return;
    }
    const memory = await store.getMemory(about.memoryId);
    if (!memory?.isValid) {
      await store.completeJob(job.id, worker, { note: 'the memory is no longer valid' });
      return;
    }
    await deduplicateStored(memory, job, context);
  };

  /** The messages from the first to the last that a compaction's candidates cite. */
  async function messagesOf({ sessionId, candidates }: FromCompaction) {
    const numbers = candidates.flatMap(({ evidence }) => evidence.flatMap(({ messages }) => messages));
    if (numbers.length === 0) return { messages: [], seen: null };
    const after = Math.min(...numbers) - 1;
    const messages = await store.listMessages(sessionId, { after, limit: Math.max(...numbers) - after });
    return { messages, seen: seenOf(sessionId, after, messages) };
  }

  async function deduplicateStored(
    memory: MemoryRecord,
    ...[job, { worker, signal, usage }]: Parameters<JobHandler>
  ): Promise<void> {
    const { embeddings, options } = dependencies;
    const words = indexWords(memory);
    const embedded =
      embeddings && (await usage.meter(embeddings, memory.sessionId).embed([memory.content], { signal }));
    const vector = embedded?.vectors[0] ?? null;
    const [found = []] = await findNeighbours([{ ...memory, words, vector }], {
      store,
      embeddings,
      // one more: the memory itself is among its own neighbours
      limit: options.dedup.neighbours + 1,
    });
    const neighbours = found.filter((neighbour) => neighbour.memory.id !== memory.id);
    const candidate: StoredCandidate = { ...memory, words, vector };
    const { decisions } = await decide({
      candidates: [candidate],
      neighbours: [neighbours],
      injectedIds: new Set(),
      agentOnly: new Set(),
      model: dependencies.model,
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
}
