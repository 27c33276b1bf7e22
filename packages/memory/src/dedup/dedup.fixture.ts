import { randomUUID } from 'node:crypto';
import { sampleStatement } from '../../contract/sample-statement.ts';
import { contentHash } from '../text/content-hash.ts';
import type { Neighbour } from '../store/matching.ts';
import type { MemoryRecord, StoredCandidate } from '../store/memories.ts';

export const statement = (content: string, fields: Partial<StoredCandidate> = {}): StoredCandidate =>
  sampleStatement(content, { contentHash: contentHash(content), ...fields });

/** A statement in the user's own words. */
export const stated = (content: string, fields: Partial<StoredCandidate> = {}): StoredCandidate =>
  statement(content, { source: 'user_stated', priority: 'highest', trust: 'user', ...fields });

export function storedMemory(content: string, fields: Partial<MemoryRecord> = {}): MemoryRecord {
  const at = new Date('2026-01-10T09:00:00Z');
  const { vector: _vector, words: _words, ...candidate } = statement(content);
  return {
    ...candidate,
    id: randomUUID(),
    strength: 1,
    accessCount: 0,
    lastAccessedAt: at,
    pinned: false,
    isValid: true,
    invalidatedAt: null,
    invalidatedReason: null,
    supersededBy: null,
    archived: false,
    expiresAt: null,
    holdsFrom: null,
    holdsUntil: null,
    createdAt: at,
    updatedAt: at,
    ...fields,
  };
}

export const neighbour = (memory: MemoryRecord, sameHash = false): Neighbour => ({
  memory,
  similarity: 0.7,
  wordScore: 3,
  sameHash,
});
