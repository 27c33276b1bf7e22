import type { CaseResult } from './run-cases.ts';
import { isPassed } from './score.ts';
import { percent, type Counts, type Summary } from './summarise-results.ts';

const columns = ['cases', 'passed', 'lost', 'stale', 'junk', 'wrongly invalidated'];
const titles = {
  rules: 'Without a model (offline rules)',
  model: 'With a model (scripted answers)',
  live: 'With the configured model',
};

/** Renders the tables as Markdown, one for each way. */
export function renderReport(summaries: Summary[]): string {
  return summaries.map(renderSummary).join('\n');
}

function renderSummary({ way, total, bySplit, byKind, belowFloor }: Summary): string {
  const rows: [string, Counts][] = [
    ...byKind.map(({ kind, counts }): [string, Counts] => [kind.replaceAll('_', ' '), counts]),
    ['**tuning**', bySplit.tuning],
    ['**held out**', bySplit.held_out],
    ['**all**', total],
  ];
  return [
    `## ${titles[way]}: ${total.passed} of ${total.cases} (${percent(total.passed / total.cases)})`,
    '',
    `| kind | ${columns.join(' | ')} |`,
    `| --- |${columns.map(() => ' ---: |').join('')}`,
    ...rows.map(([name, counts]) => `| ${name} | ${cells(counts).join(' | ')} |`),
    '',
    ...(belowFloor === null ? [] : [`Below the floor: ${belowFloor}.`, '']),
  ].join('\n');
}

const cells = ({ cases, passed, lost, stale, junk, wronglyInvalidated }: Counts): number[] => [
  cases,
  passed,
  lost,
  stale,
  junk,
  wronglyInvalidated,
];

/** Renders the cases that did not pass, each with what is wrong. */
export function renderFailures(results: CaseResult[]): string {
  return results
    .filter(({ score }) => !isPassed(score))
    .map(({ evalCase, way, score }) => {
      const problems = Object.entries(score).flatMap(([name, texts]) =>
        texts.map((text) => `  ${name}: ${text}`),
      );
      return [`${evalCase.id} (${way}, ${evalCase.split})`, ...problems, ''].join('\n');
    })
    .join('\n');
}
