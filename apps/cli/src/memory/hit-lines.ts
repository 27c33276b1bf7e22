import type { shownHit } from '@devai/api/protocol/memory';
import type { z } from 'zod';
import type { Style } from '../terminal/style.ts';
import { oneLine } from '../terminal/printable.ts';
import { shortId, twoDigits } from './figures.ts';

type Hit = z.infer<typeof shownHit>;

const indent = 10;

/** A hit: its text, its scores, and the reason for its rank. */
export const renderHit = (hit: Hit & { reason: string }, style: Style): string =>
  renderReasoned(hit.memory.id, hit.memory.content, [renderFigures(hit), hit.reason], style);

/** A memory on one line, truncated, with wrapped details below. */
export const renderReasoned = (id: string, content: string, details: string[], style: Style): string =>
  [
    style.cut(`${shortId(id)}  ${oneLine(content)}`),
    ...details.map((detail) => style.paint('dim', ' '.repeat(indent) + style.wrap(oneLine(detail), indent))),
  ].join('\n');

/** All components of a score. */
export const renderFigures = ({ memory, similarity, wordScore, legs, score }: Hit): string =>
  [
    `similar ${twoDigits(similarity)}`,
    `words ${twoDigits(wordScore)}`,
    `legs ${legs.join('+') || 'none'}`,
    `strength ${twoDigits(memory.strength)}`,
    `importance ${memory.importance}`,
    `score ${twoDigits(score)}`,
  ].join(' · ');

/** A titled section; nothing when it has no lines. */
export const renderSection = (title: string, lines: string[], style: Style): string[] =>
  lines.length === 0 ? [] : [[style.paint('bold', title), ...lines].join('\n')];

/** One line per degradation. */
export const renderDegraded = (degraded: string[], style: Style): string[] =>
  degraded.map((text) => style.paint('yellow', `degraded: ${oneLine(text)}`));
