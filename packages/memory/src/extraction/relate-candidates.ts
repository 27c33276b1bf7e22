import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { relationKinds, type Candidate, type RelationTo } from '../types.ts';

/** A stored memory that the model is shown; the first one is "k1". */
export type KnownMemory = Pick<Candidate, 'content' | 'category' | 'metadata'> & { id: string };

/** A memory of an answer as it was read, with the relations that the model wrote. Null: it was dropped. */
export type ReadCandidate = { candidate: Candidate; relations: unknown[] } | null;

const written = z.object({ kind: z.enum(relationKinds), to: z.string().trim() });
/** Not asked for: the decision on the candidate says what it takes the place of. */
const unasked = z.object({ kind: z.literal('supersedes') });
/** For example "k3", the third known memory, or "m2", the second memory of the answer. */
const numbered = /^#?(?<list>[km])(?<number>\d+)$/iu;
/** The maximum number of relations of one candidate. */
const mostRelations = 10;

/**
 * Adds to the candidates of one answer the relations that the model wrote, by ids, without `supersedes`. For each other
 * relation that names nothing known, its candidate is in the returned list.
 */
export function relateCandidates(answer: ReadCandidate[], known: KnownMemory[]): Candidate[] {
  const dropped: Candidate[] = [];
  for (const { candidate, relations } of answer.filter((one) => one !== null)) {
    const asked = relations.filter((one) => !unasked.safeParse(one).success);
    for (const raw of asked.slice(0, mostRelations)) {
      const relation = readRelation(raw, candidate, answer, known);
      if (relation) candidate.relations = [...(candidate.relations ?? []), relation];
      else dropped.push(candidate);
    }
  }
  return dropped;
}

function readRelation(
  raw: unknown,
  from: Candidate,
  answer: ReadCandidate[],
  known: KnownMemory[],
): RelationTo | null {
  const { data } = written.safeParse(raw);
  const { list, number } = numbered.exec(data?.to ?? '')?.groups ?? {};
  if (!data || !list) return null;
  const index = Number(number) - 1;
  if (list.toLowerCase() === 'k') {
    const memory = known[index];
    return memory ? { kind: data.kind, to: memory.id } : null;
  }
  const other = answer[index]?.candidate;
  if (!other || other === from) return null;
  other.id ??= randomUUID();
  return { kind: data.kind, to: other.id };
}
