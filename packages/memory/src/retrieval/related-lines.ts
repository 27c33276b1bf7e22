import { countTokens } from '../text/tokens.ts';
import type { RelationKind } from '../types.ts';
import type { Fitted, Placement } from './budget.ts';
import { formatBlock, lineStart, statementOf } from './format.ts';
import type { Related } from './related.ts';

/** The share of the budget that related memories may fill, if the found memories leave that much. */
const relatedShare = 0.2;

const phrases: Record<RelationKind, Record<Related['direction'], string>> = {
  depends_on: { to: 'depends on', from: 'needed by' },
  implements: { to: 'implements', from: 'implemented by' },
  part_of: { to: 'part of', from: 'has part' },
  supersedes: { to: 'supersedes', from: 'superseded by' },
  contradicts: { to: 'contradicts', from: 'contradicted by' },
  relates_to: { to: 'related to', from: 'related to' },
};

/**
 * Inserts a line for each related memory after the line of the memory that it is related to, within the budget
 * (tokens). A memory that does not fit is shortened to its title, or skipped for a later one that fits. Lines that
 * are already in the block stay.
 */
export function addRelated(
  fitted: Fitted,
  related: Related[],
  budget: number,
  { project, ...read }: { project: string | null; now: Date; timeZone: string },
): Fitted {
  if (related.length === 0) return fitted;
  const placements = new Map(fitted.placements);
  const seen = new Set(fitted.lines.map(({ statement }) => statement));
  // with the line feed that the last line gets
  const filled = countTokens(`${fitted.block}\n`);
  let left = Math.min(budget, fitted.tokens + budget * relatedShare) - filled;
  const lines = fitted.lines.flatMap((line) => [
    line,
    ...related.filter(({ of }) => of.id === line.id).flatMap((one) => place(one, line.section)),
  ]);
  const block = formatBlock(lines, project);
  return { block, tokens: countTokens(block), lines, placements };

  function place(one: Related, section: Fitted['lines'][number]['section']): Fitted['lines'] {
    const forms = (['content', 'title'] as const).map((form) => ({
      form,
      statement: statementOf(one.memory, form, false),
    }));
    const legible = forms.filter(({ statement }) => statement !== null);
    for (const { form, statement } of legible) {
      if (statement === null) continue;
      if (seen.has(statement)) return settle(one, 'repeats');
      const line = relatedLine(one, statement, read);
      const cost = countTokens(`${line}\n`);
      if (cost > left) continue;
      left -= cost;
      seen.add(statement);
      settle(one, form);
      return [{ id: one.memory.id, section, statement, line }];
    }
    return settle(one, legible.length === 0 ? 'illegible' : 'no_room');
  }

  function settle({ memory }: Related, placement: Placement): [] {
    placements.set(memory.id, placement);
    return [];
  }
}

const relatedLine = (
  { kind, direction, memory }: Related,
  statement: string,
  read: { now: Date; timeZone: string },
): string => `  - ${phrases[kind][direction]}: ${lineStart(memory, false, read).slice(2)}${statement}`;
