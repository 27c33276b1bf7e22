import type { MemoryEventNotice } from '../events.ts';
import type { MemoryOptions } from '../options.ts';
import type { ChatModel, Clock, EmbeddingModel, Log } from '../ports.ts';
import type { Applied } from '../store/decisions.ts';
import type { JobKind } from '../store/jobs.ts';
import type { StoredCandidate } from '../store/memories.ts';
import type { Store } from '../store/store.ts';
import type { Ceiling } from '../usage/ceiling.ts';
import { createApplyCandidates } from './apply-candidates.ts';
import { createDeduplicateJob } from './deduplicate-job.ts';
import { createEmbedJob } from './embed-job.ts';
import { createExtractJob } from './extract-job.ts';
import { createJobRunner } from './job-runner.ts';

type Dependencies = {
  store: Store;
  model: ChatModel | null;
  /** Null while the store's embedder is missing: memories wait for their vectors. */
  embeddings: EmbeddingModel | null;
  clock: Clock;
  log: Log;
  options: MemoryOptions;
  ceiling: Ceiling;
  /** Identifies this process in leases. */
  worker: string;
  randomId: () => string;
  onSaved: (event: MemoryEventNotice) => void;
};

/** Background work: runs extraction, deduplication and embedding as jobs. */
export function createJobs(dependencies: Dependencies) {
  const { store, model, embeddings } = dependencies;
  const applyCandidates = createApplyCandidates({
    ...dependencies,
    onApplied: (...applied) => announce(dependencies.onSaved, ...applied),
  });

  return createJobRunner({
    ...dependencies,
    billedKinds: billedKinds(model, embeddings),
    embedder: embeddings?.id ?? null,
    handlers: {
      extract: createExtractJob({ ...dependencies, applyCandidates }),
      deduplicate: createDeduplicateJob({ ...dependencies, applyCandidates }),
      embed: createEmbedJob({ store, embeddings }),
    },
  });
}

function billedKinds(model: ChatModel | null, embeddings: EmbeddingModel | null): JobKind[] {
  if (embeddings && embeddings.isLocal !== true) return ['extract', 'deduplicate', 'embed'];
  return model ? ['extract', 'deduplicate'] : [];
}

/** Reports what was stored or replaced, but not what was known already. */
function announce(
  onSaved: (event: MemoryEventNotice) => void,
  applied: Applied[],
  candidates: StoredCandidate[],
  sessionId: string,
): void {
  for (const { candidate, action, memoryId } of applied) {
    const stored = candidates[candidate];
    if (!stored || action === 'known' || action === 'refused') continue;
    const { content, namespace } = stored;
    onSaved({ type: 'memory_saved', id: memoryId, content, namespace, action, sessionId });
  }
}
