import { z } from 'zod';
import type { CallFunction } from './call-function.ts';

/** The greatest number of tokens that an entry can have. */
export const mostTokens = 2 ** 31 - 1;

/** A model or embedding call made for memory. */
export type UsageEntry = {
  operation: 'extract' | 'deduplicate' | 'consolidate' | 'compact' | 'tag' | 'embed_query' | 'embed_memory';
  model: string;
  inputTokens: number;
  outputTokens: number;
  sessionId: string | null;
  jobId: string | null;
  /** Whose call it was, in the form in which the store keeps users. Absent: that of the session or the job. */
  user?: string;
};

/** What memory costs. */
export const ledgerMethods = (call: CallFunction) => ({
  /** Records model and embedding calls in the ledger. */
  async recordUsage(entries: UsageEntry[]): Promise<void> {
    await call(z.null(), 'record_usage', { entries });
  },
  /** Tokens, in and out, in today's ledger (UTC), of all processes, and the users who have reached theirs; what they used above it does not count. */
  countTokensToday: (mostOfUser: number | null) =>
    call(z.object({ used: z.number(), above: z.array(z.string()) }), 'count_tokens_today', {
      mostOfUser,
    }),
});
