import type { shownHit } from '@devai/api/protocol/memory';
import type { z } from 'zod';
import type { Paper } from '../terminal/paper.ts';
import { oneLine } from '../terminal/printable.ts';
import { shortId, twoDigits } from './figures.ts';

type Hit = z.infer<typeof shownHit>;

const indent = 10;

/** A hit in three parts: what it says, its figures, the reason for its place. */
export const renderHit = (hit: Hit & { reason: string }, paper: Paper): string =>
  renderReasoned(hit.memory.id, hit.memory.content, [renderFigures(hit), hit.reason], paper);

/** A memory on a line, cut to the paper, and under it what explains it, broken into lines. */
export const renderReasoned = (id: string, content: string, details: string[], paper: Paper): string =>
  [
    paper.cut(`${shortId(id)}  ${oneLine(content)}`),
    ...details.map((detail) => paper.paint('dim', ' '.repeat(indent) + paper.wrap(oneLine(detail), indent))),
  ].join('\n');

/** Everything that a score is made of. */
export const renderFigures = ({ memory, similarity, wordScore, legs, score }: Hit): string =>
  [
    `similar ${twoDigits(similarity)}`,
    `words ${twoDigits(wordScore)}`,
    `legs ${legs.join('+') || 'none'}`,
    `strength ${twoDigits(memory.strength)}`,
    `importance ${memory.importance}`,
    `score ${twoDigits(score)}`,
  ].join(' · ');

/** Parts under their titles; those without lines are left out. */
export const renderSection = (title: string, lines: string[], paper: Paper): string[] =>
  lines.length === 0 ? [] : [[paper.paint('bold', title), ...lines].join('\n')];

/** What worked worse than it should, a line each. */
export const renderDegraded = (degraded: string[], paper: Paper): string[] =>
  degraded.map((text) => paper.paint('yellow', `degraded: ${oneLine(text)}`));
