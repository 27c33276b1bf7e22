/** `pnpm eval <name> [options]` scores one part of the memory on labelled cases. Without a name, it lists them. */
import { runNamed } from './run-named.ts';

runNamed('eval', {
  writing: 'packages/memory/evals/writing.ts',
  recall: 'packages/memory/evals/recall.ts',
  talk: 'packages/memory/evals/talk.ts',
  standing: 'packages/memory/evals/standing.ts',
  corrections: 'packages/memory/evals/corrections.ts',
  documents: 'packages/memory/evals/documents.ts',
  compaction: 'packages/memory/evals/compaction.ts',
  answers: 'apps/api/evals/answers.ts',
});
