/** Tells the workers of this process that a job was enqueued. */
export function createJobSignal() {
  const listeners = new Set<() => void>();
  return {
    send: (): void => {
      for (const listener of listeners) listener();
    },
    /** Returns a function that ends the listening. */
    listen(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
