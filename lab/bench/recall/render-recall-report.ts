import { renderTable } from '../../../packages/memory/testing/render-table.ts';
import type { Times } from '../times.ts';
import type { RecallRun } from './run-recall-bench.ts';

const headings = [
  'memories',
  'driver',
  'memories of the project',
  'recall p50 / p95, ms',
  'of it the search p50 / p95, ms',
  'of it embedding, ms',
  'form by hand',
  'by hand p50 / p95, ms',
  'search to by hand',
  'recall without embedding to by hand',
  'two legs by hand p50 / p95, ms',
  'search to two legs',
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
      both(project.search),
      project.embedding.p50.toFixed(1),
      project.bareForm,
      both(project.bare),
      (project.search.p50 / project.bare.p50).toFixed(2),
      ((project.recall.p50 - project.embedding.p50) / project.bare.p50).toFixed(2),
      both(project.bareBoth),
      (project.search.p50 / project.bareBoth.p50).toFixed(2),
      project.injected.toFixed(1),
    ]),
  );
  return renderTable(headings, rows, markdown);
}
