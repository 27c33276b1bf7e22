import { readableScopes, scopeOf } from '../namespaces.ts';
import type { MemoryRecord } from '../store/memories.ts';

/** Why a memory is in no prompt of a project, whatever the question. */
export type Exclusion = {
  verdict: 'not_found' | 'other_scope' | 'invalid' | 'expired' | 'faded';
  reason: string;
  /** Whether the memory may be shown to somebody who asks for this project. */
  mayBeSeen: boolean;
};

type Circumstances = {
  project: string | null;
  agent?: string | null | undefined;
  now: Date;
  fadedBelow: number;
};

/** Returns null if the memory could be recalled. Reveals nothing about a memory that this project may not read. */
export function exclusionOf(
  memory: MemoryRecord | null,
  { project, agent = null, now, fadedBelow }: Circumstances,
): Exclusion | null {
  if (memory === null) {
    return {
      verdict: 'not_found',
      reason: 'there is no such memory: it never existed or was forgotten',
      mayBeSeen: false,
    };
  }
  if (!readableScopes(project, { agent }).includes(scopeOf(memory.namespace))) {
    return {
      verdict: 'other_scope',
      reason: 'it is filed outside of what is read for this project',
      mayBeSeen: false,
    };
  }
  if (!memory.isValid) return { verdict: 'invalid', reason: invalidReason(memory), mayBeSeen: true };
  if (memory.expiresAt !== null && memory.expiresAt <= now) {
    return { verdict: 'expired', reason: `it expired at ${memory.expiresAt.toISOString()}`, mayBeSeen: true };
  }
  if (!memory.pinned && memory.strength <= fadedBelow) {
    const reason = `it has faded: strength ${memory.strength.toFixed(3)}, at least ${fadedBelow} is needed`;
    return { verdict: 'faded', reason, mayBeSeen: true };
  }
  return null;
}

function invalidReason({ invalidatedAt, invalidatedReason, supersededBy }: MemoryRecord): string {
  const since =
    invalidatedAt === null ? 'it is no longer valid' : `invalid since ${invalidatedAt.toISOString()}`;
  const why = invalidatedReason === null ? '' : ` (${invalidatedReason})`;
  const by = supersededBy === null ? '' : `, superseded by ${supersededBy}`;
  return `${since}${why}${by}`;
}
