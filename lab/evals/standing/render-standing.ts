import { renderTable } from '../../../packages/memory/testing/render-table.ts';
import { textFor, type StandingResult } from './run-person.ts';
import type { StandingRow } from './score-standing.ts';

const headings = ['', 'told by', 'people', 'present', 'beside 300 others', 'tokens at most', 'foreign'];

export const renderStanding = (rows: StandingRow[], markdown: boolean): string =>
  renderTable(
    headings,
    rows.map(({ split, name, way, people, present, crowded, tokens, foreign }) => [
      `${split.replaceAll('_', ' ')}, ${name}`,
      way,
      String(people),
      percent(present),
      percent(crowded),
      String(tokens),
      String(foreign),
    ]),
    markdown,
  );

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Renders each fact that a prompt lacked, with how it was told and how often it was missing. */
export function renderMissing(results: StandingResult[]): string {
  const lines = results.flatMap(({ person, way, isCrowded, missing }) =>
    missing.map(
      (fact) =>
        `${person.name} ${way}${isCrowded ? ', beside others' : ''}: ${fact.key.join(', ')}: ` +
        textFor(fact, way, person),
    ),
  );
  const byLine = Map.groupBy(lines, (line) => line);
  return Array.from(byLine, ([line, { length }]) => `${length} × ${line}\n`).join('');
}
