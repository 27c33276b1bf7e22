import type { ModelUsage } from '../ports.ts';
import type { UsageEntry } from '../store/store.ts';
import type { Job } from '../types.ts';

/** What the model calls of one stage used, and which model it was. */
export type StageUsage = ModelUsage & { model: string };

const entry = (
  operation: UsageEntry['operation'],
  job: Job,
  sessionId: string | null,
  { model, inputTokens, outputTokens }: Pick<StageUsage, 'model' | 'inputTokens' | 'outputTokens'>,
): UsageEntry => ({ operation, model, inputTokens, outputTokens, sessionId, jobId: job.id });

export const extractionUsage = (job: Job, sessionId: string, usage: StageUsage): UsageEntry =>
  entry('extract', job, sessionId, usage);

export const decisionUsage = (job: Job, sessionId: string | null, usage: StageUsage): UsageEntry =>
  entry('deduplicate', job, sessionId, usage);

export const embeddingUsage = (
  job: Job,
  sessionId: string | null,
  model: string,
  tokens: number,
): UsageEntry => entry('embed_memory', job, sessionId, { model, inputTokens: tokens, outputTokens: 0 });
