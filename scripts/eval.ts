/** `pnpm eval <name> [options]` scores one part of the memory on labelled cases. Without a name, it lists them. */
import { runNamed } from './run-named.ts';

runNamed('eval', {
  writing: 'lab/evals/writing.ts',
  recall: 'lab/evals/recall.ts',
  talk: 'lab/evals/talk.ts',
  standing: 'lab/evals/standing.ts',
  corrections: 'lab/evals/corrections.ts',
  documents: 'lab/evals/documents.ts',
  compaction: 'lab/evals/compaction.ts',
  answers: 'lab/evals/answers.ts',
});
