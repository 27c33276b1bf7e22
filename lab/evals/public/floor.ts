import type { EmbedderName } from '../open-embedder.ts';

export type Floor = { searchAt5?: number; searchAt15?: number; injected?: number; silent?: number };

/**
 * The floors of each embedder on each corpus, below which the eval fails; docs/benchmarks.md states the same figures.
 * A corpus that is not listed has no floor.
 */
export const floors: Record<EmbedderName, Partial<Record<string, Floor>>> = {
  hash: {
    'locomo-turns': { searchAt15: 0.66, injected: 0.67, silent: 0.95 },
    'xquad-en': { searchAt5: 0.985, injected: 0.98, silent: 0.81 },
    'xquad-de': { searchAt5: 0.985, injected: 0.93, silent: 0.955 },
    'xquad-th': { searchAt5: 0.98, injected: 0.975, silent: 0.99 },
  },
  local: {
    'locomo-turns': { searchAt15: 0.74, injected: 0.8, silent: 0.965 },
    'xquad-en': { searchAt5: 0.99, injected: 0.985, silent: 0.955 },
    'xquad-de': { searchAt5: 0.99, injected: 0.93, silent: 0.99 },
    'xquad-th': { searchAt5: 0.98, injected: 0.975, silent: 0.99 },
  },
};

/** How far the fusion may be below the better leg on any corpus, whatever the embedder. */
export const belowBetterLeg = 0.02;
