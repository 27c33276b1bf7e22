import { z } from 'zod';
import type { Decision, Metadata } from '../types.ts';
import type { CallFunction } from './call-function.ts';
import type { UsageEntry } from './ledger.ts';
import { candidateInput, type StoredCandidate } from './memories.ts';
import type { Seen } from './messages.ts';
import type { WrittenGist } from './sessions.ts';

/** What became of a candidate. `memoryId` is the memory that now says it. */
const applied = z.object({
  candidate: z.number(),
  action: z.enum(['added', 'updated', 'contradicted', 'known', 'refused']),
  memoryId: z.string(),
  previousId: z.string().nullable(),
  reason: z.string(),
});
export type Applied = z.output<typeof applied>;

/** What deduplication decided, applied. */
export const decisionMethods = (call: CallFunction) => ({
  /**
   * Applies all decisions of a job in one transaction: memories, their events, the session's watermark and gist (when given), what
   * the job used, and its completion. A decision whose target changed meanwhile, or that would let something weaker change a
   * user-stated memory, is refused, and its candidate added instead if that loses nothing. Throws `lease_lost` and
   * applies nothing when `worker` no longer holds the job; `conflict` when the session's watermark is not at `watermark.from`,
   * its gist is not `gist.before`, or something that was read was taken or forgotten since.
   */
  applyDecisions: ({
    candidates,
    gist = null,
    seen = null,
    usage = [],
    ...input
  }: {
    jobId: string;
    worker: string;
    candidates: StoredCandidate[];
    decisions: Decision[];
    watermark: { sessionId: string; from: number; through: number } | null;
    /** Of the session whose watermark is moved. */
    gist?: WrittenGist | null;
    seen?: Seen | null;
    result: Metadata;
    usage?: UsageEntry[];
  }) =>
    call(applied.array(), 'apply_decisions', {
      ...input,
      candidates: candidates.map(candidateInput),
      gist,
      seen,
      usage,
    }),
  /** Applies a decision to a statement that is already stored (an explicit remember). Same rules as `applyDecisions`. */
  applyDecisionToStored: ({
    usage = [],
    ...input
  }: {
    jobId: string;
    worker: string;
    memoryId: string;
    decision: Decision;
    result: Metadata;
    usage?: UsageEntry[];
  }) => call(applied, 'apply_decision_to_stored', { ...input, usage }),
});
