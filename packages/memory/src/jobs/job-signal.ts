/** Lets what enqueues a job wake who runs jobs in this process. */
export function createWake() {
  const listeners = new Set<() => void>();
  return {
    call: (): void => {
      for (const listener of listeners) listener();
    },
    /** Returns what ends the listening. */
    listen(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
