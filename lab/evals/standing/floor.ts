import type { Way } from './run-person.ts';

/**
 * Shares (0 to 1) of the facts of the people held out that prompts must have where they matter, below which the eval
 * fails. The goal is 0.95 for each way; docs/benchmarks.md states what is reached.
 */
export const floors: Record<Way, number> = { asked: 0.95, remember: 0.3, model: 0.95, rules: 0.2 };

/** The most tokens of the standing section. */
export const mostTokens = 400;
