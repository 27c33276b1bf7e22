import { contentHash } from '../text/content-hash.ts';
import type { Match } from '../store/matching.ts';
import type { MemoryRecord } from '../store/memories.ts';

const day = 86_400_000;
/** When the test memories were stored. */
export const storedAt = new Date('2026-10-01T12:00:00Z');

/** A valid memory of the project TaskForge; `number` makes its id and, unless given, its text and age. */
export function testMemory(number: number, given: Partial<MemoryRecord> = {}): MemoryRecord {
  const content = given.content ?? `statement ${number}`;
  const createdAt = new Date(storedAt.getTime() - number * day);
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    content,
    title: null,
    embeddingModel: 'test',
    contentHash: contentHash(content),
    memoryType: 'semantic',
    category: 'other',
    namespace: 'devai/project/taskforge/facts',
    priority: 'medium',
    importance: 5,
    source: 'discovery',
    tags: [],
    metadata: {},
    evidence: [],
    strength: 1,
    accessCount: 0,
    lastAccessedAt: createdAt,
    pinned: false,
    trust: 'agent',
    sessionId: null,
    isValid: true,
    invalidatedAt: null,
    invalidatedReason: null,
    supersededBy: null,
    archived: false,
    expiresAt: null,
    holdsFrom: null,
    holdsUntil: null,
    createdAt,
    updatedAt: createdAt,
    ...given,
  };
}

type GivenMatch = Partial<Omit<Match, 'memory'>> & { memory?: Partial<MemoryRecord> };

/** A match of the vector leg with a cosine of 0.6, unless `given` says otherwise. */
export function testMatch(number: number, { memory = {}, ...given }: GivenMatch = {}): Match {
  return {
    memory: testMemory(number, memory),
    similarity: 0.6,
    wordScore: null,
    wordShare: null,
    sharesRareWord: false,
    searched: 100,
    ...given,
  };
}
