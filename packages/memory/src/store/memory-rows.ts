import { z } from 'zod';
import {
  categories,
  eventActions,
  memoryTypes,
  priorities,
  relationKinds,
  sources,
  trusts,
  type Memory,
  type MemoryEvent,
  type RelatedMemory,
} from '../types.ts';
import { moment, record } from './rows.ts';
import type { Applied, Match, Neighbour } from './store.ts';

const evidence = z.object({ sessionId: z.string(), messages: z.array(z.number()), quote: z.string() });

export const memoryRow = z
  .object({
    id: z.string(),
    content: z.string(),
    title: z.string().nullable(),
    embedding_model: z.string().nullable(),
    content_hash: z.string(),
    memory_type: z.enum(memoryTypes),
    category: z.enum(categories),
    namespace: z.string(),
    priority: z.enum(priorities),
    importance: z.number(),
    source: z.enum(sources),
    tags: z.array(z.string()),
    metadata: record,
    evidence: z.array(evidence),
    strength: z.number(),
    access_count: z.number(),
    last_accessed_at: moment,
    pinned: z.boolean(),
    trust: z.enum(trusts),
    session_id: z.string().nullable(),
    is_valid: z.boolean(),
    invalidated_at: moment.nullable(),
    invalidated_reason: z.string().nullable(),
    superseded_by: z.string().nullable(),
    expires_at: moment.nullable(),
    created_at: moment,
    updated_at: moment,
  })
  .transform((row): Memory => ({
    id: row.id,
    content: row.content,
    title: row.title,
    embeddingModel: row.embedding_model,
    contentHash: row.content_hash,
    memoryType: row.memory_type,
    category: row.category,
    namespace: row.namespace,
    priority: row.priority,
    importance: row.importance,
    source: row.source,
    tags: row.tags,
    metadata: row.metadata,
    evidence: row.evidence,
    strength: row.strength,
    accessCount: row.access_count,
    lastAccessedAt: row.last_accessed_at,
    pinned: row.pinned,
    trust: row.trust,
    sessionId: row.session_id,
    isValid: row.is_valid,
    invalidatedAt: row.invalidated_at,
    invalidatedReason: row.invalidated_reason,
    supersededBy: row.superseded_by,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));

export const matchRow = z
  .object({
    memory: memoryRow,
    similarity: z.number().nullable(),
    word_score: z.number().nullable(),
    word_share: z.number().nullable(),
    shares_rare_word: z.boolean(),
    searched: z.number(),
  })
  .transform((row): Match => ({
    memory: row.memory,
    similarity: row.similarity,
    wordScore: row.word_score,
    wordShare: row.word_share,
    sharesRareWord: row.shares_rare_word,
    searched: row.searched,
  }));

export const neighbourRow = z
  .object({
    memory: memoryRow,
    similarity: z.number().nullable(),
    word_score: z.number().nullable(),
    same_hash: z.boolean(),
  })
  .transform((row): Neighbour => ({
    memory: row.memory,
    similarity: row.similarity,
    wordScore: row.word_score,
    sameHash: row.same_hash,
  }));

export const appliedRow = z
  .object({
    candidate: z.number(),
    action: z.enum(['added', 'updated', 'contradicted', 'known', 'refused']),
    memory_id: z.string(),
    previous_id: z.string().nullable(),
    reason: z.string(),
  })
  .transform((row): Applied => ({
    candidate: row.candidate,
    action: row.action,
    memoryId: row.memory_id,
    previousId: row.previous_id,
    reason: row.reason,
  }));

export const eventRow = z
  .object({
    id: z.number(),
    memory_id: z.string(),
    at: moment,
    action: z.enum(eventActions),
    reason: z.string(),
    actor_kind: z.enum(['session', 'job', 'user', 'agent']),
    actor_id: z.string().nullable(),
    before: record.nullable(),
    after: record.nullable(),
  })
  .transform((row): MemoryEvent => ({
    id: row.id,
    memoryId: row.memory_id,
    at: row.at,
    action: row.action,
    reason: row.reason,
    actor: { kind: row.actor_kind, id: row.actor_id },
    before: row.before,
    after: row.after,
  }));

export const relationRow = z
  .object({
    from_id: z.string(),
    kind: z.enum(relationKinds),
    to_id: z.string(),
    direction: z.enum(['to', 'from']),
    memory: memoryRow,
  })
  .transform((row): RelatedMemory => ({
    fromId: row.from_id,
    kind: row.kind,
    toId: row.to_id,
    direction: row.direction,
    memory: row.memory,
  }));
