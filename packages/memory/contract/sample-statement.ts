import { createHash, randomUUID } from 'node:crypto';
import type { StoredCandidate } from '../src/store/memories.ts';

/** A statement about a project with what a test does not care about filled in. The hash is of the content. */
export function sampleStatement(content: string, fields: Partial<StoredCandidate> = {}): StoredCandidate {
  return {
    id: randomUUID(),
    content,
    title: null,
    vector: null,
    embeddingModel: null,
    contentHash: hashOf(content),
    words: [...new Set(content.toLowerCase().split(/\s+/))],
    memoryType: 'semantic',
    category: 'other',
    namespace: 'devai/project/taskforge',
    priority: 'medium',
    importance: 5,
    source: 'discovery',
    tags: [],
    metadata: {},
    evidence: [],
    trust: 'agent',
    sessionId: null,
    ...fields,
  };
}

export const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

/** What makes a statement one that the user made. */
export const usersWord = { priority: 'highest', source: 'user_stated', trust: 'user' } as const;

/** A unit vector of 512 dimensions; `weights` are its first figures before it is scaled. */
export function sampleVector(...weights: number[]): number[] {
  const length = Math.hypot(...weights);
  return Array.from({ length: 512 }, (_, index) => (weights[index] ?? 0) / length);
}
