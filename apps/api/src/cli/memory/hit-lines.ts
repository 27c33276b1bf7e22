import type { z } from 'zod';
import type { shownHit } from '../../protocol/memory.ts';
import { cutToWidth } from '../display-width.ts';
import { shortId, twoDigits } from './figures.ts';
import type { Paper } from './paper.ts';
import { plainLine } from './plain-line.ts';
import { wrapLine } from './wrap-line.ts';

type Hit = z.infer<typeof shownHit>;

const indent = 10;

/** A hit in three parts: what it says, its figures, the reason for its place. */
export const renderHit = (hit: Hit & { reason: string }, paper: Paper): string =>
  renderReasoned(
    `${shortId(hit.memory.id)}  ${plainLine(hit.memory.content)}`,
    [renderFigures(hit), hit.reason],
    paper,
  );

/** A line, cut to the paper, and under it what explains it, broken into lines. */
export function renderReasoned(line: string, details: string[], paper: Paper): string {
  const detail = (text: string): string =>
    paper.paint('dim', `${' '.repeat(indent)}${wrapLine(plainLine(text), paper.width, indent)}`);
  return [cutToWidth(line, paper.width), ...details.map(detail)].join('\n');
}

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
