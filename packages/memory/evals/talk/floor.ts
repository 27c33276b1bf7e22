import type { EmbedderName } from '../open-embedder.ts';
import type { Kind } from './run-person.ts';

/**
 * Shares of the questions (0 to 1) that each embedder must reach, over everybody and by language, below which the
 * eval fails; docs/benchmarks.md states the figures. A tempting question about something never mentioned brings back
 * the talk around it.
 */
export const floors: Record<EmbedderName, Partial<Record<string, Partial<Record<Kind, number>>>>> = {
  hash: {
    all: { plain: 0.65, oblique: 0.12, unanswerable: 0.43, foreign: 0.91 },
    en: { plain: 0.55 },
    de: { plain: 0.62 },
    th: { plain: 0.75 },
  },
  local: {
    all: { plain: 0.8, oblique: 0.29, unanswerable: 0.44, foreign: 0.93 },
    en: { plain: 0.86 },
    de: { plain: 0.76 },
    th: { plain: 0.75 },
  },
};
