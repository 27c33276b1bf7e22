import type { ChatModel, EmbeddingModel, Log } from '../ports.ts';
import type { JobKind } from '../store/jobs.ts';
import type { Ceiling } from '../usage/ceiling.ts';
import { runDeduplicateJob } from './deduplicate-job.ts';
import { runEmbedJob } from './embed-job.ts';
import { runExtractJob, type ExtractDependencies } from './extract-job.ts';
import { createJobRunner } from './job-runner.ts';

type Dependencies = ExtractDependencies & {
  log: Log;
  ceiling: Ceiling;
  /** Identifies this process in leases. */
  worker: string;
};

/** Background work: runs extraction, deduplication and embedding as jobs. */
export function createJobs(dependencies: Dependencies) {
  const { model, embeddings } = dependencies;
  return createJobRunner({
    ...dependencies,
    billedKinds: billedKinds(model, embeddings),
    embedder: embeddings?.id ?? null,
    handlers: {
      extract: (job, context) => runExtractJob(dependencies, job, context),
      deduplicate: (job, context) => runDeduplicateJob(dependencies, job, context),
      embed: (job, context) => runEmbedJob(dependencies, job, context),
    },
  });
}

function billedKinds(model: ChatModel | null, embeddings: EmbeddingModel | null): JobKind[] {
  if (embeddings && embeddings.isLocal !== true) return ['extract', 'deduplicate', 'embed'];
  return model ? ['extract', 'deduplicate'] : [];
}
