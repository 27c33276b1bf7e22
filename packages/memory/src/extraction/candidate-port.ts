import { checkCandidates, validateCandidates } from './candidates.ts';
import { candidateInstructions } from './prompt.ts';
import { extractByRules } from './rules/extract-by-rules.ts';
import { candidateJsonSchema } from './schema.ts';
import { isTakenAlready } from './taken-already.ts';

/** What extraction lends to compaction: how candidates are asked for in the same call, and how they are checked. */
export const candidatePort = {
  jsonSchema: candidateJsonSchema,
  instructions: candidateInstructions,
  check: checkCandidates,
  parse: validateCandidates,
  isTakenAlready,
  extractByRules,
};
