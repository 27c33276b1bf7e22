import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import { seenOf } from '../marks/seen-of.ts';
import { indexWords } from '../text/index-words.ts';
import type { MemoryOptions } from '../options.ts';
import type { EmbeddingModel } from '../ports.ts';
import type { Store, StoredCandidate } from '../store/store.ts';
import type { Memory } from '../types.ts';
import type { ApplyCandidates, Decide } from './apply-candidates.ts';
import { candidatePayload } from './candidate-payload.ts';
import { findNeighbours } from './find-neighbours.ts';
import { recalledIds } from './extract-job.ts';
import type { JobHandler } from './job-runner.ts';
import { withoutTakenCandidates } from './taken-candidates.ts';

const fromCompaction = z.object({ sessionId: z.uuid(), candidates: z.array(candidatePayload) });
type FromCompaction = z.infer<typeof fromCompaction>;
const payload = z.union([z.object({ memoryId: z.uuid() }), fromCompaction]);

type Dependencies = {
  store: Pick<Store, 'getMemory' | 'listMessages' | 'matchNeighbours' | 'applyToStored' | 'completeJob'>;
  embeddings: EmbeddingModel | null;
  decide: Decide;
  applyCandidates: ApplyCandidates;
  options: MemoryOptions;
};

/**
 * Phase 2 alone: for a statement that was stored at once, or for the candidates of a compaction. With its claim it makes 4
 * database calls.
 */
export function createDeduplicateJob(dependencies: Dependencies): JobHandler {
  const { store, applyCandidates } = dependencies;

  return async (job, context) => {
    const { worker, signal, usage } = context;
    const about = payload.parse(job.payload);
    if ('candidates' in about) {
      const { messages, seen } = await messagesOf(about);
      const { kept, taken } = withoutTakenCandidates(about.candidates, messages);
      await applyCandidates({
        job,
        worker,
        signal,
        usage,
        sessionId: about.sessionId,
        candidates: kept,
        injectedIds: recalledIds(messages),
        watermark: null,
        seen,
        note: { from: 'compaction', dropped: taken.map(({ reason }) => reason) },
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

  /** The messages that a compaction's candidates are from, and those between. */
  async function messagesOf({ sessionId, candidates }: FromCompaction) {
    const numbers = candidates.flatMap(({ evidence }) => evidence.flatMap(({ messages }) => messages));
    if (numbers.length === 0) return { messages: [], seen: null };
    const after = Math.min(...numbers) - 1;
    const messages = await store.listMessages(sessionId, { after, limit: Math.max(...numbers) - after });
    return { messages, seen: seenOf(sessionId, after, messages) };
  }

  async function deduplicateStored(
    memory: Memory,
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
    const candidate: StoredCandidate = {
      ...memory,
      words,
      vector,
      embeddingModel: memory.embeddingModel,
    };
    const { decisions } = await dependencies.decide({
      candidates: [candidate],
      neighbours: [neighbours],
      injectedIds: new Set(),
      signal,
      onReply: usage.noteReplies('deduplicate', memory.sessionId),
    });
    const [decision] = decisions;
    if (!decision) throw new MemoryError('malformed_answer', 'no decision was made');
    await store.applyToStored({
      jobId: job.id,
      worker,
      memoryId: memory.id,
      decision,
      result: { ...decision },
      usage: usage.entries(),
    });
  }
}
