import type { EmbeddingModel, ModelReply } from '../ports.ts';
import type { Applied, Neighbour, Store, StoredCandidate } from '../store/store.ts';
import type { Seen } from '../store/stored-sessions.ts';
import type { Candidate, Decision, Job, Metadata } from '../types.ts';
import type { MemoryOptions } from '../options.ts';
import { findNeighbours } from './find-neighbours.ts';
import type { JobUsage } from './job-usage.ts';
import { prepareCandidates } from './prepare-candidates.ts';

export type ApplyCandidates = (input: {
  job: Job;
  worker: string;
  signal: AbortSignal;
  usage: JobUsage;
  sessionId: string | null;
  candidates: Candidate[];
  /** Memories that were in the prompt of these messages. */
  injectedIds: Set<string>;
  watermark: { sessionId: string; from: number; through: number } | null;
  /** Of the messages that the candidates are from; null when they are from none. */
  seen: Seen | null;
  /** What else the finished job says of itself. */
  note: Metadata;
}) => Promise<Applied[]>;

export type Decide = (input: {
  candidates: StoredCandidate[];
  neighbours: Neighbour[][];
  injectedIds: Set<string>;
  signal: AbortSignal;
  onReply: (reply: ModelReply) => void;
}) => Promise<{ decisions: Decision[] }>;

type Dependencies = {
  store: Pick<Store, 'matchNeighbours' | 'applyDecisions'>;
  embeddings: EmbeddingModel | null;
  randomId: () => string;
  decide: Decide;
  onApplied: (applied: Applied[], candidates: StoredCandidate[], sessionId: string | null) => void;
  options: MemoryOptions;
};

/**
 * Phase 2 of one job: embeds all candidates in one request, fetches all neighbours in one call, decides, and
 * applies everything with the watermark, the ledger and the job's end in one transaction. Two database calls.
 */
export function createApplyCandidates(dependencies: Dependencies): ApplyCandidates {
  const { store, embeddings, options } = dependencies;

  return async (input) => {
    const { job, worker, signal, usage, sessionId } = input;
    const metered = embeddings && usage.meter(embeddings, sessionId);
    const candidates = await prepareCandidates(input.candidates, metered, dependencies.randomId, {
      sessionId,
      signal,
    });
    const neighbours = await findNeighbours(candidates, {
      store,
      embeddings,
      limit: options.dedup.neighbours,
    });
    const { decisions } = await dependencies.decide({
      candidates,
      neighbours,
      injectedIds: input.injectedIds,
      signal,
      onReply: usage.noteReplies('deduplicate', sessionId),
    });
    const applied = await store.applyDecisions({
      jobId: job.id,
      worker,
      candidates,
      decisions,
      watermark: input.watermark,
      seen: input.seen,
      result: { ...input.note, candidates: candidates.length },
      usage: usage.entries(),
    });
    dependencies.onApplied(applied, candidates, sessionId);
    return applied;
  };
}
