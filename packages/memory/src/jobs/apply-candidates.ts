import type { EmbeddingModel } from '../ports.ts';
import type { Applied, Neighbour, Store, StoredCandidate } from '../store/store.ts';
import type { Candidate, Decision, Job, Metadata } from '../types.ts';
import { scopeOf } from '../namespaces.ts';
import type { MemoryOptions } from '../options.ts';
import { decisionUsage, embeddingUsage, type StageUsage } from './job-usage.ts';

export type ApplyCandidates = (input: {
  job: Job;
  worker: string;
  signal: AbortSignal;
  sessionId: string | null;
  candidates: Candidate[];
  /** Memories that were in the prompt of these messages. */
  injectedIds: Set<string>;
  watermark: { sessionId: string; from: number; through: number } | null;
  /** What else the finished job says of itself. */
  note: Metadata;
}) => Promise<Applied[]>;

export type Decide = (input: {
  candidates: StoredCandidate[];
  neighbours: Neighbour[][];
  injectedIds: Set<string>;
  signal: AbortSignal;
}) => Promise<{ decisions: Decision[]; usage: StageUsage | null }>;

type Dependencies = {
  store: Pick<Store, 'matchNeighbours' | 'applyDecisions' | 'recordUsage'>;
  embeddings: EmbeddingModel | null;
  prepare: (
    candidates: Candidate[],
    input: { sessionId: string | null; signal: AbortSignal },
  ) => Promise<{ candidates: StoredCandidate[]; tokens: number }>;
  decide: Decide;
  onApplied: (applied: Applied[], candidates: StoredCandidate[], sessionId: string | null) => void;
  options: MemoryOptions;
};

/**
 * Phase 2 of one job: embeds all candidates in one request, fetches all neighbours in one call, decides, and
 * applies everything with the watermark and the job's end in one transaction.
 */
export function createApplyCandidates(dependencies: Dependencies): ApplyCandidates {
  const { store, embeddings, options } = dependencies;

  return async (input) => {
    const { job, worker, signal, sessionId } = input;
    const { candidates, tokens } = await dependencies.prepare(input.candidates, { sessionId, signal });
    const neighbours = await neighboursOf(candidates);
    const { decisions, usage } = await dependencies.decide({
      candidates,
      neighbours,
      injectedIds: input.injectedIds,
      signal,
    });
    await recordUsage(job, sessionId, tokens, usage);
    const applied = await store.applyDecisions({
      jobId: job.id,
      worker,
      candidates,
      decisions,
      watermark: input.watermark,
      result: { ...input.note, candidates: candidates.length },
    });
    dependencies.onApplied(applied, candidates, sessionId);
    return applied;
  };

  async function neighboursOf(candidates: StoredCandidate[]): Promise<Neighbour[][]> {
    if (candidates.length === 0) return [];
    return store.matchNeighbours(
      candidates.map((candidate) => ({
        vector: candidate.vector,
        words: candidate.words,
        scope: scopeOf(candidate.namespace),
        contentHash: candidate.contentHash,
      })),
      {
        noiseFloor: embeddings?.thresholds.noiseFloor ?? 1,
        embeddingModel: embeddings?.id ?? null,
        limit: options.dedup.neighbours,
      },
    );
  }

  async function recordUsage(job: Job, sessionId: string | null, embedded: number, usage: StageUsage | null) {
    const entries = [
      ...(embedded > 0 && embeddings ? [embeddingUsage(job, sessionId, embeddings.id, embedded)] : []),
      ...(usage ? [decisionUsage(job, sessionId, usage)] : []),
    ];
    if (entries.length > 0) await store.recordUsage(entries);
  }
}
