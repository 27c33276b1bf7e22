import { readDetails } from '../details.ts';
import { longestContent } from '../fields/memory-fields.ts';
import { redact } from '../redaction/redact.ts';
import type { StoredCandidate } from '../store/memories.ts';
import { contentHash } from '../text/content-hash.ts';
import { isNegated, readStatement, shareSaid } from '../text/statement-overlap.ts';
import { indexWords } from '../text/words.ts';
import { compareStatements, namesAnotherValue } from './compare-statements.ts';
import type { Compared } from './guard-decisions.ts';

/** The share of the words of a merged text that candidate and memory have, and of the candidate's words that it keeps. */
const leastShare = 0.8;

/**
 * Returns a candidate that updates a memory, with what stays true of the memory: in the model's merged text, unless that loses something
 * of the candidate or says what neither of them does; and with the memory's details, if the candidate leaves its statement as it is. The
 * merged text has no vector yet.
 */
export async function mergeUpdate(
  candidate: StoredCandidate,
  target: Compared,
  text: string | undefined,
): Promise<StoredCandidate> {
  const merged = text === undefined ? '' : (await redact(text)).trim();
  const isMerged = merged !== '' && mayStandFor(merged, candidate.content, target.content);
  const isRefined = ['same', 'more'].includes(compareStatements(candidate.content, target.content));
  const { metadata } =
    candidate.category === target.category && (isMerged || isRefined)
      ? withDetails(candidate, target)
      : candidate;
  if (!isMerged) return { ...candidate, metadata };
  const content = merged;
  // what the candidate leaves open stays true of the memory
  const { holdsFrom, holdsUntil } = candidate.holdsFrom || candidate.holdsUntil ? candidate : target;
  return {
    ...candidate,
    holdsFrom,
    holdsUntil,
    metadata,
    content,
    contentHash: contentHash(content),
    words: indexWords({ ...candidate, content }),
    vector: null,
    embeddingModel: null,
  };
}

function mayStandFor(merged: string, said: string, stored: string): boolean {
  const both = `${said}\n${stored}`;
  return (
    merged.length <= longestContent &&
    !namesAnotherValue(merged, both) &&
    !namesAnotherValue(said, merged) &&
    shareSaid(both, readStatement(merged)) >= leastShare &&
    shareSaid(merged, readStatement(said)) >= leastShare &&
    (isNegated(merged) || !isNegated(said))
  );
}

/** A task's progress, and what a memory may contradict, are its own. */
const ownDetails = new Set(['status', 'note', 'completedAt', 'disputes']);

const withDetails = (candidate: StoredCandidate, { category, metadata }: Compared) => ({
  metadata: {
    ...Object.fromEntries(
      Object.entries(readDetails(category, metadata)).filter(([name]) => !ownDetails.has(name)),
    ),
    ...candidate.metadata,
  },
});
