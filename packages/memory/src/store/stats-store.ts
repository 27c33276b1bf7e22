import { z } from 'zod';
import type { Database } from '../ports.ts';
import { parseResult } from './rows.ts';
import type { StatsStore, TokenCount } from './store-stats.ts';

const tokenCount = z
  .object({ calls: z.number(), input_tokens: z.number(), output_tokens: z.number() })
  .transform((row): TokenCount => ({
    calls: row.calls,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
  }));
const memories = z
  .object({
    valid: z.number(),
    invalid: z.number(),
    pinned: z.number(),
    unembedded: z.number(),
    fading: z.number(),
    by_type: z.record(z.string(), z.number()),
    by_priority: z.record(z.string(), z.number()),
    by_scope: z.array(z.object({ scope: z.string(), valid: z.number() })),
  })
  .transform(({ by_type: byType, by_priority: byPriority, by_scope: byScope, ...counts }) => ({
    ...counts,
    byType,
    byPriority,
    byScope,
  }));
const usage = z
  .object({
    operation: z.string(),
    model: z.string(),
    today: tokenCount,
    last_30_days: tokenCount,
    all_time: tokenCount,
  })
  .transform(({ last_30_days: last30Days, all_time: allTime, ...line }) => ({
    ...line,
    last30Days,
    allTime,
  }));
const sessionCost = z
  .object({
    session_id: z.string(),
    name: z.string().nullable(),
    project: z.string().nullable(),
    tokens: z.number(),
  })
  .transform(({ session_id: sessionId, ...cost }) => ({ sessionId, ...cost }));
const memoryCost = z
  .object({
    memory_id: z.string(),
    job_id: z.string(),
    job_tokens: z.number(),
    made_together: z.number(),
  })
  .transform((row) => ({
    memoryId: row.memory_id,
    jobId: row.job_id,
    jobTokens: row.job_tokens,
    madeTogether: row.made_together,
  }));
const stats = z
  .object({
    memories,
    sessions: z.object({ count: z.number(), messages: z.number() }),
    jobs: z.object({ waiting: z.number(), running: z.number(), done: z.number(), dead: z.number() }),
    usage: z.array(usage),
    costliest_sessions: z.array(sessionCost),
    memory_costs: z.array(memoryCost),
    used_today: z.number(),
  })
  .transform((row) => ({
    memories: row.memories,
    sessions: row.sessions,
    jobs: row.jobs,
    usage: row.usage,
    costliestSessions: row.costliest_sessions,
    memoryCosts: row.memory_costs,
    usedToday: row.used_today,
  }));

/** The figures of a store, over one SQL function. */
export function createStatsStore(database: Database): StatsStore {
  return {
    async readStats({ scopes, project, sessionId, embeddingModel, warnDays }) {
      const row = await database.call('get_stats', {
        scopes,
        project,
        session_id: sessionId,
        embedding_model: embeddingModel,
        warn_days: warnDays,
      });
      return parseResult(stats, row);
    },
  };
}
