/** An agent, as data. */
export type Agent = {
  name: string;
  /** What it is for, as the delegating agent reads it. */
  purpose: string;
  prompt: string;
  /** Names of its tools; null: all. */
  tools: string[] | null;
  /** The most model calls for one task or message: enough for long work, but not for an endless loop. */
  steps: number;
  /** The most tokens of its context; null: as many as the model's window has. */
  budget: number | null;
  /** Whether several may run at once: only if it changes nothing. */
  parallel: boolean;
};
