import type { ChatModel, EmbeddingModel, Log } from '../ports.ts';
import type { Job, JobKind } from '../store/jobs.ts';
import type { Ceiling } from '../usage/ceiling.ts';
import { runConsolidateJob } from './consolidate-job.ts';
import { runDeduplicateJob } from './deduplicate-job.ts';
import { runEmbedJob, type EmbedDependencies } from './embed-job.ts';
import { runExtractJob, type ExtractDependencies } from './extract-job.ts';
import { createJobRunner, type JobEnd } from './job-runner.ts';

type Dependencies = Omit<ExtractDependencies, 'onSaved' | 'model'> &
  EmbedDependencies & {
    /** What works at the moment that a job begins; null: rules do. */
    model: () => ChatModel | null;
    log: Log;
    onEnded: (end: JobEnd) => void;
    ceiling: Ceiling;
    /** Identifies this process in leases. */
    worker: string;
    /** Called with each project of which a job stored something. Never throws. */
    onGrown: (project: string) => Promise<void>;
    /** What a job of a user works with, in place of the same above. */
    actingFor: (user: string) => Pick<ExtractDependencies, 'store' | 'onSaved'>;
  };

/** Background work: runs extraction, deduplication, embedding and consolidation as jobs. */
export function createJobs(dependencies: Dependencies) {
  const { embeddings } = dependencies;
  const withModel = () => ({ ...dependencies, model: dependencies.model() });
  return createJobRunner({
    ...dependencies,
    billedKinds: () => billedKinds(dependencies.model(), embeddings),
    embedder: embeddings?.id ?? null,
    handlers: {
      extract: (job, context) =>
        noteGrowth(job, (acting) => runExtractJob({ ...withModel(), ...acting }, job, context)),
      deduplicate: (job, context) =>
        noteGrowth(job, (acting) => runDeduplicateJob({ ...withModel(), ...acting }, job, context)),
      embed: (job, context) => runEmbedJob(dependencies, job, context),
      consolidate: (job, context) => runConsolidateJob(withModel(), job, context),
    },
  });

  async function noteGrowth(
    { user }: Job,
    run: (acting: Pick<ExtractDependencies, 'store' | 'onSaved'>) => Promise<void>,
  ): Promise<void> {
    const { store, onSaved } = dependencies.actingFor(user);
    const grown = new Set<string>();
    await run({
      store,
      onSaved(event) {
        const [, branch, project] = event.type === 'memory_saved' ? event.namespace.split('/') : [];
        if (branch === 'project' && project !== undefined) grown.add(project);
        onSaved(event);
      },
    });
    for (const project of grown) await dependencies.onGrown(project);
  }
}

function billedKinds(model: ChatModel | null, embeddings: EmbeddingModel | null): JobKind[] {
  const byModel: JobKind[] = model ? ['consolidate'] : [];
  if (embeddings && embeddings.isLocal !== true) return ['extract', 'deduplicate', 'embed', ...byModel];
  return model ? ['extract', 'deduplicate', ...byModel] : [];
}
