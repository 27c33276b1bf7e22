import type { CandidatePort } from './compaction/candidate-port.ts';
import { checkCandidates, validateAnswers } from './extraction/candidates.ts';
import { candidateInstructions } from './extraction/prompt.ts';
import { extractByRules } from './extraction/rules/extract-by-rules.ts';
import { candidateJsonSchema } from './extraction/schema.ts';
import { isTakenAlready } from './extraction/taken-already.ts';
import type { OwnCategories } from './store/category.ts';

/** The functions of extraction that compaction calls. */
export const candidatePortOf = (
  timeZone: string,
  categories: OwnCategories,
  wantedIn: (project: string | null) => string | null,
): CandidatePort => ({
  jsonSchema: candidateJsonSchema(categories),
  instructions: (project) => candidateInstructions(categories, wantedIn(project)),
  check: checkCandidates,
  parse: (raw, context) => validateAnswers([raw], { ...context, timeZone, categories }),
  isTakenAlready,
  extractByRules: (messages, project) => extractByRules(messages, project, timeZone),
});
