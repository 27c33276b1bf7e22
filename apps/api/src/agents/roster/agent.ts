/** An agent that work is handed to, as data. */
export type Agent = {
  name: string;
  /** When to hand work to it, for the agent that does. */
  purpose: string;
  prompt: string;
  /** Names of its tools. */
  tools: string[];
  /** Its most model calls for one task. */
  steps: number;
  /** Tokens of its context at most. */
  budget: number;
  /** Several may run at once: it changes nothing. */
  parallel: boolean;
};
