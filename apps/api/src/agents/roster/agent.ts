/** An agent, as data. */
export type Agent = {
  name: string;
  /** When to hand work to it, for the agent that does. */
  purpose: string;
  prompt: string;
  /** Names of its tools; null: all. */
  tools: string[] | null;
  /** Its most model calls for one task or message: enough for long work, but not for an endless loop. */
  steps: number;
  /** Tokens of its context at most; null: those of the model's window. */
  budget: number | null;
  /** Several may run at once: it changes nothing. */
  parallel: boolean;
};
