/** A hand-written fault that a test should notice. */
export type Mutation = {
  /** The behaviour with the fault, as a sentence. */
  name: string;
  /** The path from the root of the repository. */
  file: string;
  /** A text that occurs once in the file, and its replacement. */
  find: string;
  replace: string;
  /** Filters for vitest: parts of the paths of the tests that should notice the fault. */
  tests: string[];
};
