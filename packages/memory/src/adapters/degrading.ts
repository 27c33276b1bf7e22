import { messageOf } from '../errors.ts';

export type AdapterSettings = {
  /** Called with what the memory could not do for a call, in words. Default: a warning of the process, on its standard error. */
  onDegraded?: (problems: string[]) => void;
};

/** Says what a memory could not do, where a host does not take it. */
const warn = (problems: string[]): void => {
  for (const problem of problems)
    process.emitWarning(problem, { type: 'MemoryWarning', code: 'DEVAI_DEGRADED' });
};

/** What keeps a failing memory from failing the host's call: it is told, and the call goes on without. */
export function createDegrading({ onDegraded = warn }: AdapterSettings) {
  return {
    tell(problems: string[]): void {
      if (problems.length > 0) onDegraded(problems);
    },
    /** Returns undefined, and tells, when the work fails. Rejects only with the reason of an aborted signal. */
    async attempt<Result>(
      what: string,
      work: () => Promise<Result>,
      signal?: AbortSignal,
    ): Promise<Result | undefined> {
      try {
        return await work();
      } catch (error) {
        signal?.throwIfAborted();
        onDegraded([`${what}: ${messageOf(error)}`]);
        return undefined;
      }
    },
  };
}
