import type { UsageEntry } from './stored-usage.ts';

/** Entries of the ledger as the SQL functions take them. */
export const toUsageInput = (entries: UsageEntry[]) =>
  entries.map((entry) => ({
    operation: entry.operation,
    model: entry.model,
    input_tokens: entry.inputTokens,
    output_tokens: entry.outputTokens,
    session_id: entry.sessionId,
    job_id: entry.jobId,
  }));
