import { z } from 'zod';
import { decide } from '../dedup/decide.ts';
import type { MemoryEventNotice } from '../events.ts';
import { embedInBatches } from '../embeddings/embed-in-batches.ts';
import { isOnlySecret, onlySecretReason } from '../redaction/only-secret.ts';
import type { Gist } from '../extraction/gist.ts';
import { judgeChange } from '../extraction/judge-change.ts';
import { isTakenAlready } from '../extraction/taken-already.ts';
import { saidByOthers } from '../extraction/trust.ts';
import type { MemoryOptions } from '../options.ts';
import { beforeStore, vetoReason } from '../memories/before-store.ts';
import type { BeforeStore, ChatModel, EmbeddingModel } from '../ports.ts';
import type { Job } from '../store/jobs.ts';
import type { StoredCandidate } from '../store/memories.ts';
import type { Message, Seen } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import type { Candidate, Decision, HeldTime, Judged, Metadata } from '../types.ts';
import { contentHash } from '../text/content-hash.ts';
import { heldTimeIn } from '../text/held-time.ts';
import { indexWords, wordsOf } from '../text/words.ts';
import { filedFor } from '../users.ts';
import { comparedNeighbours, findNeighbours } from './find-neighbours.ts';
import type { JobContext } from './job-runner.ts';

type ApplyInput = {
  job: Job;
  context: JobContext;
  /** Null: of what is imported. */
  sessionId: string | null;
  candidates: Candidate[];
  /** The messages that the candidates come from, as they are stored. */
  messages: Message[];
  watermark: { sessionId: string; from: number; through: number } | null;
  /** The new gist of the session, and the one that it continues. Null: the gist does not change. */
  gist: (Gist & { before: string | null }) | null;
  /** The marks of these messages when they were read; null without messages. */
  seen: Seen | null;
  /** Why candidates were dropped before. */
  dropped: string[];
  /** Further parts of the job's result. */
  note: Metadata;
};

export type ApplyDependencies = {
  store: Store;
  model: ChatModel | null;
  /** Null while the store's embedder is missing: memories wait for their vectors. */
  embeddings: EmbeddingModel | null;
  randomId: () => string;
  onSaved: (event: MemoryEventNotice) => void;
  beforeStore?: BeforeStore | undefined;
  /** Called after a gist was stored, which has no vector yet. */
  onGist: () => void;
  options: MemoryOptions;
};

/**
 * Phase 2 of one job: drops candidates of which only a secret is left, or that were taken or forgotten before, embeds the rest in one
 * request, fetches all neighbours in one call, decides, and applies everything with the watermark, the gist, the ledger and the end of the
 * job in one transaction. Two database calls. Reports what was stored or replaced, but not what was known already. Throws what the
 * embedder, the model and the store throw, so that the job is retried.
 */
export async function applyCandidates(dependencies: ApplyDependencies, input: ApplyInput): Promise<void> {
  const { store, model, embeddings, options, onSaved, onGist } = dependencies;
  const { job, sessionId, messages, watermark, gist, seen, note } = input;
  const { worker, signal, usage } = input.context;
  const { fresh, dropped } = await withoutDropped(dependencies, input);
  const candidates = await prepare(dependencies, fresh, input);
  const neighbours = await findNeighbours(candidates, { store, embeddings, limit: comparedNeighbours });
  const decided = await decide({
    candidates,
    neighbours,
    injectedIds: recalledIds(messages),
    agentOnly: agentOnly(candidates, messages),
    saidAt: candidates.map((candidate) => saidAt(candidate, messages)),
    judge: (index, stored) => judged(candidates[index], stored, messages),
    model,
    options,
    signal,
    onReply: usage.noteReplies('deduplicate', sessionId),
  });
  const { kept, decisions, passing } = model
    ? { kept: decided.candidates, decisions: decided.decisions, passing: [] }
    : withoutPassing(decided.candidates, decided.decisions);
  const applied = await store.applyDecisions({
    jobId: job.id,
    worker,
    candidates: kept,
    decisions,
    watermark,
    gist: gist && { ...gist, words: wordsOf(gist.text) },
    seen,
    result: { ...note, dropped: [...input.dropped, ...dropped, ...passing], candidates: kept.length },
    usage: usage.entries(),
  });
  if (gist) onGist();
  for (const { candidate, action, memoryId, previousId } of applied) {
    const stored = kept[candidate];
    // an outdated statement is refused without being stored
    if (!stored || action === 'known' || (action === 'refused' && previousId === null)) continue;
    const { content, namespace } = stored;
    onSaved({ type: 'memory_saved', id: memoryId, content, namespace, action, sessionId });
  }
}

/** Adds id, hash, words and vectors, from one embedding request for all (none without candidates or embedder). */
async function prepare(
  { embeddings, randomId, options }: ApplyDependencies,
  candidates: Candidate[],
  { job, sessionId, messages, context: { usage, signal } }: ApplyInput,
): Promise<StoredCandidate[]> {
  const texts = candidates.map(({ content }) => content);
  // a text without a vector is found by its words
  const onRefused = () => {};
  const { vectors } = embeddings
    ? await embedInBatches(usage.meter(embeddings, sessionId), texts, { signal, onRefused })
    : { vectors: [] };
  return candidates.map((candidate, index) => {
    const vector = vectors[index]?.length ? vectors[index] : null;
    return {
      ...candidate,
      id: candidate.id ?? randomId(),
      namespace: filedFor(job.user, candidate.namespace),
      ...heldTimeOf(candidate, saidAt(candidate, messages), options),
      contentHash: contentHash(candidate.content),
      words: indexWords(candidate),
      vector,
      embeddingModel: vector && embeddings ? embeddings.id : null,
      sessionId,
    };
  });
}

/** The event time that a candidate has, otherwise the one that its text names. */
function heldTimeOf(
  { content, holdsFrom = null, holdsUntil = null }: Candidate,
  at: Date | null,
  { timeZone }: MemoryOptions,
): HeldTime | null {
  const isGiven = holdsFrom !== null || holdsUntil !== null;
  const named = at === null ? null : heldTimeIn(content, { at, timeZone });
  if (!isGiven) return named;
  // models leave the end of a day open
  const isEndLeft = holdsUntil === null && named?.holdsFrom?.getTime() === holdsFrom?.getTime();
  return { holdsFrom, holdsUntil: isEndLeft ? (named?.holdsUntil ?? null) : holdsUntil };
}

async function withoutDropped(
  { beforeStore: ask }: ApplyDependencies,
  { candidates, messages, job }: ApplyInput,
): Promise<{ fresh: Candidate[]; dropped: string[] }> {
  const fresh: Candidate[] = [];
  const dropped: string[] = [];
  for (const candidate of candidates) {
    if (isOnlySecret(candidate.content)) dropped.push(onlySecretReason);
    else if (await isTakenAlready(candidate, messages))
      dropped.push('it is remembered already, or was forgotten');
    else {
      const kept = await beforeStore(ask, candidate, job.user);
      if (kept) fresh.push(kept);
      else dropped.push(vetoReason);
    }
  }
  return { fresh, dropped };
}

/** Without a model: "that is done" of what was no open task teaches nothing. */
function withoutPassing(candidates: StoredCandidate[], decisions: Decision[]) {
  const isPassing = ({ candidate, action }: Decision): boolean => {
    const added = action === 'add' ? candidates[candidate] : undefined;
    return added?.category === 'task' && added.metadata['status'] === 'done';
  };
  const left = decisions.filter((decision) => !isPassing(decision));
  return {
    kept: left.flatMap(({ candidate }) => candidates[candidate] ?? []),
    decisions: left.map((decision, candidate) => ({ ...decision, candidate })),
    passing: decisions.filter(isPassing).map(() => 'what it says is done was no open task'),
  };
}

/** Returns the indexes of the candidates that only the agent says. */
function agentOnly(candidates: Candidate[], messages: Message[]): Set<number> {
  const others = saidByOthers(messages);
  const isAgents = ({ evidence, trust }: Candidate) =>
    trust !== 'user' && evidence.every(({ messages: cited }) => cited.every((number) => !others.has(number)));
  return new Set(candidates.flatMap((candidate, index) => (isAgents(candidate) ? [index] : [])));
}

/** Returns when a candidate was learnt: the time of the last message that it cites; null if it is not among these messages. */
function saidAt({ evidence, saidAt: learnt }: Candidate, messages: Message[]): Date | null {
  if (learnt) return learnt;
  const cited = new Set(evidence.flatMap(({ messages: numbers }) => numbers));
  return messages.findLast(({ number }) => cited.has(number))?.createdAt ?? null;
}

const judged = (candidate: Candidate | undefined, stored: string | null, messages: Message[]): Judged =>
  candidate ? judgeChange(candidate, stored, messages) : { isUsers: 'no' };

const recalledMetadata = z.object({ recalled: z.array(z.string()) });

/** Memories that were in the prompt while these messages were written: a repetition of them is no evidence. */
const recalledIds = (messages: Message[]): Set<string> =>
  new Set(messages.flatMap(({ metadata }) => recalledMetadata.safeParse(metadata).data?.recalled ?? []));
