import type { MemoryRecord } from '../store/memories.ts';
import { priorities, type Evidence } from '../types.ts';
import { isSameTime } from '../text/held-time.ts';
import { contentHash } from '../text/content-hash.ts';
import { indexWords } from '../text/words.ts';

type Text = Pick<MemoryRecord, 'content' | 'title' | 'category' | 'metadata' | 'evidence'> & {
  vectorFrom: string | null;
};

/** The maximum number of evidence entries of a joined memory: the first one and the latest ones. */
const mostEvidence = 10;

/**
 * Builds the memory that replaces others of the same trust. It has their trust, their highest priority and
 * importance, all of their tags, and the event time that all of them have. Their accesses are added when it is stored.
 */
export function joinMemories(
  id: string,
  { content, title, category, metadata, evidence, vectorFrom }: Text,
  members: MemoryRecord[],
) {
  const [first] = members;
  if (!first) throw new Error('there is nothing to join');
  const tags = [...new Set(members.flatMap((one) => one.tags))];
  const isOfOneTime = members.every((one) => isSameTime(one, first));
  const ranks = members.map(({ priority }) => priorities.indexOf(priority));
  return {
    id,
    content,
    title,
    category,
    metadata,
    vectorFrom,
    contentHash: contentHash(content),
    words: indexWords({ content, title, tags }),
    memoryType: first.memoryType,
    namespace: members.map(({ namespace }) => namespace).reduce(sharedPart),
    priority: priorities[Math.min(...ranks)] ?? first.priority,
    importance: Math.max(...members.map(({ importance }) => importance)),
    source: 'consolidation',
    tags,
    evidence,
    trust: first.trust,
    sessionId: null,
    holdsFrom: isOfOneTime ? first.holdsFrom : null,
    holdsUntil: isOfOneTime ? first.holdsUntil : null,
  };
}

/** Returns the segments with which two namespaces of a scope begin. */
function sharedPart(one: string, other: string): string {
  const [left, right] = [one.split('/'), other.split('/')];
  const differing = left.findIndex((segment, index) => segment !== right[index]);
  return left.slice(0, differing === -1 ? left.length : differing).join('/');
}

/** Joins the evidence of memories that say the same. */
export function joinEvidence(members: MemoryRecord[]): Evidence[] {
  const all = members
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .flatMap(({ evidence }) => evidence);
  const distinct = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  return distinct.length <= mostEvidence
    ? distinct
    : [...distinct.slice(0, 1), ...distinct.slice(1 - mostEvidence)];
}
