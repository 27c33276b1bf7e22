/** A fault made by hand, which a test ought to notice. */
export type Mutation = {
  /** What is wrong with it in place, as a sentence. */
  name: string;
  /** From the root of the repository. */
  file: string;
  /** What stands once in the file, and what takes its place. */
  find: string;
  replace: string;
  /** Parts of the paths of the tests that ought to notice, as vitest takes them. */
  tests: string[];
};
