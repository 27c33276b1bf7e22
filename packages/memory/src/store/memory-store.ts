import { z } from 'zod';
import { defaultOptions } from '../options.ts';
import type { Database } from '../ports.ts';
import type { MemoryFilter } from '../types.ts';
import { appliedRow, eventRow, matchRow, memoryRow, neighbourRow, relationRow } from './memory-rows.ts';
import { messageRow, parseResult } from './rows.ts';
import { toPartInput, toSeenInput } from './mark-input.ts';
import { toUsageInput } from './usage-input.ts';
import type { MemoryPatch, MemoryStore, StoredCandidate } from './store.ts';

const remembered = z.object({ memory: memoryRow, action: z.enum(['added', 'known']) });
const forgotten = z
  .object({ forgotten: z.boolean(), erased_messages: z.number(), kept_messages: z.number() })
  .transform((row) => ({
    forgotten: row.forgotten,
    erasedMessages: row.erased_messages,
    keptMessages: row.kept_messages,
  }));
const mentions = z
  .object({
    messages: z.array(messageRow),
    summaries: z.array(z.object({ session_id: z.string(), summary: z.string() })),
  })
  .transform(({ messages, summaries }) => ({
    messages,
    summaries: summaries.map(({ session_id: sessionId, summary }) => ({ sessionId, summary })),
  }));
const tidyReport = z
  .object({ removed_jobs: z.number(), merged_entries: z.number() })
  .transform((row) => ({ removedJobs: row.removed_jobs, mergedEntries: row.merged_entries }));
const decayReport = z
  .object({
    pruned_memories: z.number(),
    expired_memories: z.number(),
    pruned_topics: z.number(),
    fading_memories: z.number(),
    fading_topics: z.number(),
  })
  .transform((row) => ({
    prunedMemories: row.pruned_memories,
    expiredMemories: row.expired_memories,
    prunedTopics: row.pruned_topics,
    fadingMemories: row.fading_memories,
    fadingTopics: row.fading_topics,
  }));
const unembedded = z
  .object({ id: z.string(), content: z.string(), content_hash: z.string() })
  .transform(({ id, content, content_hash: contentHash }) => ({ id, content, contentHash }));

/** Memories, over SQL functions of the same names. Topics keep `topicBase` of their strength per untouched day. */
export function createMemoryStore(
  database: Database,
  topicBase: number = defaultOptions.focus.base,
): MemoryStore {
  return {
    async matchMemories(query) {
      const rows = await database.call('match_memories', {
        vector: query.vector,
        embedding_model: query.embeddingModel,
        words: query.words,
        scopes: query.scopes,
        namespaces: query.namespaces,
        retrieval_threshold: query.retrievalThreshold,
        noise_floor: query.noiseFloor,
        limit: query.limit,
        filter: {
          ...toFilterInput(query.filter),
          ...(query.memoryId !== undefined && { id: query.memoryId }),
        },
      });
      return parseResult(z.array(matchRow), rows);
    },
    async overviewMemories({ scopes, toldScopes, pinnedScopes, limit }) {
      const rows = await database.call('list_important_memories', {
        scopes,
        told_scopes: toldScopes,
        pinned_scopes: pinnedScopes,
        limit,
      });
      return parseResult(z.array(matchRow), rows);
    },
    async matchNeighbours(candidates, { noiseFloor, embeddingModel, limit }) {
      const rows = await database.call('match_neighbours', {
        candidates: candidates.map(({ vector, words, scope, contentHash }) => ({
          vector: vectorText(vector),
          words,
          scope,
          content_hash: contentHash,
        })),
        noise_floor: noiseFloor,
        embedding_model: embeddingModel,
        limit,
      });
      return parseResult(z.array(z.array(neighbourRow)), rows);
    },
    async remember(statement, actor, reason, parts = []) {
      const result = await database.call('remember', {
        statement: toCandidateInput(statement),
        actor_kind: actor.kind,
        actor_id: actor.id,
        reason,
        parts: parts.map(toPartInput),
      });
      return parseResult(remembered, result);
    },
    async applyDecisions({
      jobId,
      worker,
      candidates,
      decisions,
      watermark,
      seen = null,
      result,
      usage = [],
    }) {
      const rows = await database.call('apply_decisions', {
        job_id: jobId,
        worker,
        candidates: candidates.map(toCandidateInput),
        decisions: decisions.map(({ candidate, action, targetId, reason }) => ({
          candidate,
          action,
          target_id: targetId,
          reason,
        })),
        watermark: watermark && {
          session_id: watermark.sessionId,
          from: watermark.from,
          through: watermark.through,
        },
        seen: seen && toSeenInput(seen),
        result,
        usage: toUsageInput(usage),
      });
      return parseResult(z.array(appliedRow), rows);
    },
    async applyToStored({ jobId, worker, memoryId, decision, result, usage = [] }) {
      const applied = await database.call('apply_decision_to_stored', {
        job_id: jobId,
        worker,
        memory_id: memoryId,
        decision: { action: decision.action, target_id: decision.targetId, reason: decision.reason },
        result,
        usage: toUsageInput(usage),
      });
      return parseResult(appliedRow, applied);
    },
    async getMemory(id) {
      return parseResult(memoryRow.nullable(), await database.call('get_memory', { id }));
    },
    async listMemories({ scopes, namespaces, includeInvalid, filter, after, limit }) {
      const rows = await database.call('list_memories', {
        scopes,
        namespaces,
        include_invalid: includeInvalid,
        filter: toFilterInput(filter),
        after,
        limit,
      });
      return parseResult(z.array(memoryRow), rows);
    },
    async updateMemory(id, patch, actor, reason, unchangedSince = null) {
      const row = await database.call('update_memory', {
        id,
        patch: toPatchInput(patch),
        unchanged_since: unchangedSince?.toISOString() ?? null,
        actor_kind: actor.kind,
        actor_id: actor.id,
        reason,
      });
      return parseResult(memoryRow.nullable(), row);
    },
    async findMentions(memoryId, words) {
      return parseResult(mentions, await database.call('find_mentions', { memory_id: memoryId, words }));
    },
    async countForgotten() {
      return parseResult(z.number(), await database.call('count_forgotten', {}));
    },
    async forgetMemory(id, actor, { messages, marks = [], summaries = [] }) {
      const result = await database.call('forget_memory', {
        id,
        actor_kind: actor.kind,
        actor_id: actor.id,
        messages,
        marks: marks.map((mark) => ({ ...toPartInput(mark), is_source: mark.isSource })),
        summaries: summaries.map(({ sessionId, summaryHash, ...rest }) => ({
          ...rest,
          session_id: sessionId,
          summary_hash: summaryHash,
        })),
      });
      return parseResult(forgotten, result);
    },
    async restoreMemory(id, actor, reason) {
      const row = await database.call('restore_memory', {
        id,
        actor_kind: actor.kind,
        actor_id: actor.id,
        reason,
      });
      return parseResult(memoryRow, row);
    },
    async invalidateMemory(id, actor, reason) {
      const row = await database.call('invalidate_memory', {
        id,
        actor_kind: actor.kind,
        actor_id: actor.id,
        reason,
      });
      return parseResult(memoryRow, row);
    },
    async memoryHistory(id) {
      return parseResult(z.array(eventRow), await database.call('list_memory_events', { id }));
    },
    async touchMemories(ids) {
      return parseResult(z.number(), await database.call('reinforce_memories', { ids }));
    },
    async decay({ threshold, warnDays }) {
      const report = await database.call('decay', { threshold, warn_days: warnDays, topic_base: topicBase });
      return parseResult(decayReport, report);
    },
    async tidy({ jobDays, ledgerDays }) {
      return parseResult(
        tidyReport,
        await database.call('purge_expired', { job_days: jobDays, ledger_days: ledgerDays }),
      );
    },
    async listUnembedded(embeddingModel, limit) {
      const rows = await database.call('list_unembedded', { embedding_model: embeddingModel, limit });
      return parseResult(z.array(unembedded), rows);
    },
    async countUnembedded(embeddingModel) {
      const count = await database.call('count_unembedded', { embedding_model: embeddingModel });
      return parseResult(z.number(), count);
    },
    async setEmbeddings(embeddingModel, vectors) {
      const count = await database.call('set_embeddings', {
        embedding_model: embeddingModel,
        vectors: vectors.map(({ id, contentHash, vector }) => ({
          id,
          content_hash: contentHash,
          vector: vectorText(vector),
        })),
      });
      return parseResult(z.number(), count);
    },
    async relateMemories({ fromId, kind, toId }) {
      const result = await database.call('relate_memories', { from_id: fromId, kind, to_id: toId });
      return parseResult(z.boolean(), result);
    },
    async unrelateMemories({ fromId, kind, toId }) {
      const result = await database.call('unrelate_memories', { from_id: fromId, kind, to_id: toId });
      return parseResult(z.boolean(), result);
    },
    async listRelations(id, scopes) {
      return parseResult(z.array(relationRow), await database.call('list_relations', { id, scopes }));
    },
  };
}

/** Inside jsonb a vector travels as its text: pgvector reads it, and Postgres need not take 512 numbers apart. */
const vectorText = (vector: number[] | null): string | null =>
  vector === null ? null : JSON.stringify(vector);

const toCandidateInput = (candidate: StoredCandidate) => ({
  id: candidate.id,
  content: candidate.content,
  title: candidate.title,
  vector: vectorText(candidate.vector),
  embedding_model: candidate.embeddingModel,
  content_hash: candidate.contentHash,
  words: candidate.words,
  memory_type: candidate.memoryType,
  category: candidate.category,
  namespace: candidate.namespace,
  priority: candidate.priority,
  importance: candidate.importance,
  source: candidate.source,
  tags: candidate.tags,
  metadata: candidate.metadata,
  evidence: candidate.evidence,
  trust: candidate.trust,
  session_id: candidate.sessionId,
});

/** Only what is asked for: a key that is there counts. */
function toFilterInput(filter: MemoryFilter): Record<string, unknown> {
  return {
    ...(filter.types && { types: filter.types }),
    ...(filter.categories && { categories: filter.categories }),
    ...(filter.tags && { tags: filter.tags }),
    ...(filter.sources && { sources: filter.sources }),
    ...(filter.priorities && { priorities: filter.priorities }),
    ...(filter.minImportance !== undefined && { min_importance: filter.minImportance }),
    ...(filter.sessionId && { session_id: filter.sessionId }),
    ...(filter.since && { since: filter.since.toISOString() }),
    ...(filter.until && { until: filter.until.toISOString() }),
    ...(filter.asOf && { as_of: filter.asOf.toISOString() }),
  };
}

/** Only what is changed: a key that is there is set, to null where that is its value. */
function toPatchInput({ content, index, expiresAt, ...rest }: MemoryPatch): Record<string, unknown> {
  return {
    ...rest,
    ...(content && {
      content: {
        content: content.content,
        content_hash: content.contentHash,
        vector: vectorText(content.vector),
        embedding_model: content.embeddingModel,
      },
    }),
    ...(index && {
      index: {
        words: index.words,
        content_hash: index.contentHash,
        title: index.title,
        tags: index.tags,
      },
    }),
    ...(expiresAt !== undefined && { expires_at: expiresAt?.toISOString() ?? null }),
  };
}
