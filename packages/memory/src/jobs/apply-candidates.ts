import { z } from 'zod';
import { decide } from '../dedup/decide.ts';
import { embedInBatches } from '../embeddings/embed-in-batches.ts';
import { isTakenAlready } from '../extraction/taken-already.ts';
import { saidByOthers } from '../extraction/trust.ts';
import type { MemoryOptions } from '../options.ts';
import type { ChatModel, EmbeddingModel } from '../ports.ts';
import type { Applied } from '../store/decisions.ts';
import type { Job } from '../store/jobs.ts';
import type { StoredCandidate } from '../store/memories.ts';
import type { Message, Seen } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import type { Candidate, Metadata } from '../types.ts';
import { contentHash } from '../text/content-hash.ts';
import { indexWords } from '../text/words.ts';
import { findNeighbours } from './find-neighbours.ts';
import type { JobUsage } from './job-usage.ts';

type ApplyInput = {
  job: Job;
  worker: string;
  signal: AbortSignal;
  usage: JobUsage;
  sessionId: string;
  candidates: Candidate[];
  /** The messages that the candidates come from, as they are stored. */
  messages: Message[];
  watermark: { sessionId: string; from: number; through: number } | null;
  /** The marks of these messages when they were read; null without messages. */
  seen: Seen | null;
  /** Why candidates were dropped before. */
  dropped: string[];
  /** Further parts of the job's result. */
  note: Metadata;
};

export type ApplyCandidates = (input: ApplyInput) => Promise<void>;

type Dependencies = {
  store: Pick<Store, 'matchNeighbours' | 'applyDecisions'>;
  model: ChatModel | null;
  embeddings: EmbeddingModel | null;
  randomId: () => string;
  onApplied: (applied: Applied[], candidates: StoredCandidate[], sessionId: string) => void;
  options: MemoryOptions;
};

/**
 * Phase 2 of one job: drops candidates that were taken or forgotten before, embeds the rest in one request, fetches all neighbours in one
 * call, decides, and applies everything with the watermark, the ledger and the end of the job in one transaction. Two database
 * calls. Throws what the embedder, the model and the store throw, so that the job is retried.
 */
export function createApplyCandidates(dependencies: Dependencies): ApplyCandidates {
  const { store, model, embeddings, options, onApplied } = dependencies;

  return async (input) => {
    const { job, worker, signal, usage, sessionId, messages, watermark, seen } = input;
    const isTaken = (candidate: Candidate) => isTakenAlready(candidate, messages);
    const taken = input.candidates.filter(isTaken).map(() => 'it was taken already, or forgotten');
    const candidates = await prepare(
      input.candidates.filter((candidate) => !isTaken(candidate)),
      input,
    );
    const neighbours = await findNeighbours(candidates, {
      store,
      embeddings,
      limit: options.dedup.neighbours,
    });
    const { decisions } = await decide({
      candidates,
      neighbours,
      injectedIds: recalledIds(messages),
      agentOnly: agentOnly(candidates, messages),
      model,
      options,
      signal,
      onReply: usage.noteReplies('deduplicate', sessionId),
    });
    const applied = await store.applyDecisions({
      jobId: job.id,
      worker,
      candidates,
      decisions,
      watermark,
      seen,
      result: { ...input.note, dropped: [...input.dropped, ...taken], candidates: candidates.length },
      usage: usage.entries(),
    });
    onApplied(applied, candidates, sessionId);
  };

  /** Adds id, hash, words and vectors, from one embedding request for all (none without candidates or embedder). */
  async function prepare(
    candidates: Candidate[],
    { sessionId, usage, signal }: ApplyInput,
  ): Promise<StoredCandidate[]> {
    const texts = candidates.map(({ content }) => content);
    const { vectors } = embeddings
      ? await embedInBatches(usage.meter(embeddings, sessionId), texts, { signal })
      : { vectors: [] };
    return candidates.map((candidate, index) => {
      const vector = vectors[index] ?? null;
      return {
        ...candidate,
        id: dependencies.randomId(),
        contentHash: contentHash(candidate.content),
        words: indexWords(candidate),
        vector,
        embeddingModel: vector && embeddings ? embeddings.id : null,
        sessionId,
      };
    });
  }
}

/** Indexes of the candidates that nobody but the agent says. */
function agentOnly(candidates: Candidate[], messages: Message[]): Set<number> {
  const others = saidByOthers(messages);
  const isAgents = ({ evidence }: Candidate) =>
    evidence.every(({ messages: cited }) => cited.every((number) => !others.has(number)));
  return new Set(candidates.flatMap((candidate, index) => (isAgents(candidate) ? [index] : [])));
}

const recalledMetadata = z.object({ recalled: z.array(z.uuid()) });

/** Memories that were in the prompt while these messages were written: a repetition of them is no evidence. */
const recalledIds = (messages: Message[]): Set<string> =>
  new Set(messages.flatMap(({ metadata }) => recalledMetadata.safeParse(metadata).data?.recalled ?? []));
