import { renderTable } from '../render-table.ts';
import type { Times } from '../times.ts';
import type { RecallRun } from './run-recall-bench.ts';

const headings = [
  'memories',
  'driver',
  'memories of the project',
  'recall p50 / p95, ms',
  'of it embedding, ms',
  'by hand p50 / p95, ms',
  'form by hand',
  'ratio without embedding',
  'injected',
];

const both = ({ p50, p95 }: Times): string => `${p50.toFixed(1)} / ${p95.toFixed(1)}`;

export function renderRecallReport(runs: RecallRun[], markdown: boolean): string {
  const rows = runs.flatMap((run) =>
    run.projects.map((project) => [
      run.rows.toLocaleString('en'),
      run.driver,
      project.memories.toLocaleString('en'),
      both(project.recall),
      project.embedding.p50.toFixed(1),
      both(project.bare),
      project.bareForm,
      ((project.recall.p50 - project.embedding.p50) / project.bare.p50).toFixed(2),
      project.injected.toFixed(1),
    ]),
  );
  return renderTable(headings, rows, markdown);
}
