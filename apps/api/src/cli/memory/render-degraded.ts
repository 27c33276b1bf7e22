import type { Paper } from './paper.ts';

/** What worked worse than it should, a line each. */
export const renderDegraded = (degraded: string[], paper: Paper): string[] =>
  degraded.map((text) => paper.paint('yellow', `degraded: ${text}`));
