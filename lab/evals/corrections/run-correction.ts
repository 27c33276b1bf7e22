import type { TestDatabase } from '../../../packages/memory/testing/reused-stores.ts';
import { evalCase } from '../writing/eval-case.ts';
import { runCase } from '../writing/run-case.ts';
import { decidingModel, namespaceOf, type Questions } from './deciding-model.ts';
import type { CorrectionCase } from './load-cases.ts';

export type Left = { content: string; isValid: boolean; isHighest: boolean };
export type CorrectionResult = {
  about: CorrectionCase;
  /** Whether the model answered the second question. */
  isCareful: boolean;
  /** What is stored at the end. */
  left: Left[];
  /** Questions about pairs with the stored statement, and with what the user said. */
  asked: Questions;
};

/**
 * Stores what the user stated, says the messages of a case in a later session, extracts it, and returns what is left.
 * Throws if a job did not finish.
 */
export async function runCorrection(
  about: CorrectionCase,
  { testDatabase, isCareful }: { testDatabase: TestDatabase; isCareful: boolean },
): Promise<CorrectionResult> {
  const { model, asked } = decidingModel(about, isCareful);
  const { language, split, before, said, stored, category } = about;
  const { memories, openJobs } = await runCase(
    evalCase.parse({
      id: about.id,
      kind: 'corrections',
      ...{ language, split },
      memories: [{ content: stored, category, namespace: namespaceOf(about.about) }],
      sessions: [
        {
          messages: [
            ...before.map((one) => (one.role === 'tool' ? { ...one, tool: 'bash' } : one)),
            { role: 'user', content: said },
          ],
        },
      ],
      expect: { valid: [] },
    }),
    { testDatabase, model },
  );
  if (openJobs.length > 0) throw new Error(`${about.id}: ${openJobs.join('; ')}`);
  return {
    ...{ about, isCareful, asked },
    left: memories.map(({ content, isValid, priority }) => ({
      ...{ content, isValid, isHighest: priority === 'highest' },
    })),
  };
}
