import { MemoryError } from '../errors.ts';
import { keepProjectName } from '../projects/keep-project-name.ts';
import type { Remembered } from '../store/memories.ts';
import { embedNow } from './embed-now.ts';
import {
  prepareStatement,
  withVector,
  type PreparedStatement,
  type RememberInput,
  type WritingDependencies,
} from './remember.ts';

/** What became of one statement of several. */
export type RememberedOne = Remembered | { action: 'refused'; error: MemoryError };

/** Statements of one transaction: it lets nobody else write into their scopes meanwhile. */
const statementsAtOnce = 100;

/**
 * Stores statements as `remember` does, in their order: for each 100 of them one embedding request (or as many as the embedder needs) and one
 * transaction. One that cannot be stored is refused alone. Idempotent, also after a failing store, which makes it throw; what was stored then stays.
 */
export async function rememberAll(
  dependencies: WritingDependencies,
  inputs: RememberInput[],
): Promise<RememberedOne[]> {
  const { store, signalJobs } = dependencies;
  const outcomes: RememberedOne[] = [];
  for (let start = 0; start < inputs.length; start += statementsAtOnce) {
    const part = await Promise.all(
      inputs.slice(start, start + statementsAtOnce).map((input) => prepared(dependencies, input)),
    );
    const statements = part.flatMap((one) => (one instanceof MemoryError ? [] : [one]));
    const contents = statements.map(({ statement }) => statement.content);
    const vectors = await embedNow(dependencies, contents, sessionOf(statements));
    for (const project of new Set(statements.flatMap((one) => one.project ?? []))) {
      await keepProjectName(store, project);
    }
    const asked = statements.map((one, index) => ({
      ...one,
      statement: withVector(dependencies, one.statement, vectors[index]),
    }));
    const stored = asked.length > 0 ? await store.rememberAll(asked) : [];
    signalJobs();
    const answers = stored.values();
    for (const one of part) {
      const outcome = one instanceof MemoryError ? one : answers.next().value;
      if (outcome === undefined) throw new TypeError('a statement was not answered');
      outcomes.push(outcome instanceof MemoryError ? { action: 'refused', error: outcome } : outcome);
    }
  }
  return outcomes;
}

async function prepared(
  dependencies: WritingDependencies,
  input: RememberInput,
): Promise<PreparedStatement | MemoryError> {
  try {
    return await prepareStatement(dependencies, input);
  } catch (error) {
    if (error instanceof MemoryError) return error;
    throw error;
  }
}

/** The session that pays for the embedding: that of all of them, or none. */
function sessionOf(statements: PreparedStatement[]): string | null {
  const ids = new Set(statements.map(({ statement }) => statement.sessionId));
  return ids.size === 1 ? ([...ids][0] ?? null) : null;
}
