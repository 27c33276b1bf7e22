import { decide } from '../dedup/decide.ts';
import type { MemoryEventNotice } from '../events.ts';
import { extract } from '../extraction/extract.ts';
import { explicitCandidates, extractByRules } from '../extraction/rules/extract-by-rules.ts';
import type { MemoryOptions } from '../options.ts';
import type { ChatModel, Clock, EmbeddingModel, Log } from '../ports.ts';
import type { Applied, Store, StoredCandidate } from '../store/store.ts';
import type { JobKind } from '../types.ts';
import type { Ceiling } from '../usage/ceiling.ts';
import { createApplyCandidates } from './apply-candidates.ts';
import { createDeduplicateJob } from './deduplicate-job.ts';
import { createEmbedJob } from './embed-job.ts';
import { createExtractJob } from './extract-job.ts';
import { createJobRunner } from './job-runner.ts';

type Dependencies = {
  store: Store;
  model: ChatModel | null;
  /** Null: the store's embedder cannot be had; what is stored waits for its vector. */
  embeddings: EmbeddingModel | null;
  clock: Clock;
  log: Log;
  options: MemoryOptions;
  ceiling: Ceiling;
  /** Names this process in leases. */
  worker: string;
  randomId: () => string;
  onSaved: (event: MemoryEventNotice) => void;
};

/** The background work: chains extraction and deduplication, and runs them as jobs. */
export function createJobs(dependencies: Dependencies) {
  const { store, model, embeddings, options } = dependencies;

  const decideOn = (input: Omit<Parameters<typeof decide>[0], 'model' | 'options'>) =>
    decide({ ...input, model, options });
  const applyCandidates = createApplyCandidates({
    store,
    embeddings,
    options,
    randomId: dependencies.randomId,
    decide: decideOn,
    onApplied: (applied, candidates, sessionId) =>
      announce(dependencies.onSaved, applied, candidates, sessionId),
  });

  return createJobRunner({
    ...dependencies,
    billedKinds: billedKinds(model, embeddings),
    embedder: embeddings?.id ?? null,
    handlers: {
      extract: createExtractJob({
        ...dependencies,
        applyCandidates,
        extractByModel: (input) => extract({ ...input, timeout: options.extraction.timeout }),
        extractByRules,
        explicitCandidates,
      }),
      deduplicate: createDeduplicateJob({ store, embeddings, options, decide: decideOn, applyCandidates }),
      embed: createEmbedJob({ store, embeddings }),
    },
  });
}

function billedKinds(model: ChatModel | null, embeddings: EmbeddingModel | null): JobKind[] {
  if (embeddings && embeddings.isLocal !== true) return ['extract', 'deduplicate', 'embed'];
  return model ? ['extract', 'deduplicate'] : [];
}

/** What was stored or replaced; what was known already is no news. */
function announce(
  onSaved: (event: MemoryEventNotice) => void,
  applied: Applied[],
  candidates: StoredCandidate[],
  sessionId: string | null,
): void {
  for (const { candidate, action, memoryId } of applied) {
    const stored = candidates[candidate];
    if (!stored || action === 'known' || action === 'refused') continue;
    const { content, namespace } = stored;
    onSaved({ type: 'memory_saved', id: memoryId, content, namespace, action, sessionId });
  }
}
