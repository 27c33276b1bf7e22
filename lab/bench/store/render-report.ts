import { renderTable } from '../../../packages/memory/testing/render-table.ts';
import type { Times } from '../times.ts';
import type { SearchFigures } from './measure-search.ts';
import type { StoreFigures } from './run-store-bench.ts';

const milliseconds = (value: number): string => value.toFixed(1);
const both = ({ p50, p95 }: Times): string => `${milliseconds(p50)} / ${milliseconds(p95)}`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(0)} MiB`;
const ratio = ({ library, bare }: { library: Times; bare: Times }): string =>
  (library.p50 / bare.p50).toFixed(2);

/** Renders the tables of the runs, one run for each number of rows, for a terminal or as markdown. */
export function renderStoreReport(runs: StoreFigures[], markdown: boolean): string {
  return runs.map((figures) => renderRun(figures, markdown)).join('\n');
}

function renderRun(figures: StoreFigures, markdown: boolean): string {
  const title = `${figures.rows.toLocaleString('en')} memories, ${figures.driver}`;
  return [
    markdown ? `### ${title}\n` : `${title}\n`,
    renderTable(timeHeadings, figures.search.map(timeRow), markdown),
    renderTable(recallHeadings, figures.search.map(recallRow), markdown),
    renderTable(['', ''], otherRows(figures), markdown),
  ].join('\n');
}

const timeHeadings = [
  'scope',
  'memories of the project',
  'hybrid p50 / p95, ms',
  'by hand p50 / p95, ms',
  'ratio',
  'vector only p50 / p95, ms',
  'by hand p50 / p95, ms',
  'ratio',
];

const timeRow = ({ name, memories, hybrid, vector }: SearchFigures): string[] => [
  name,
  memories.toLocaleString('en'),
  both(hybrid.library),
  both(hybrid.bare),
  ratio(hybrid),
  both(vector.library),
  both(vector.bare),
  ratio(vector),
];

const recallHeadings = [
  'scope',
  'recall@15, mean',
  'worst',
  'without a threshold, mean',
  'worst',
  'its p50 / p95, ms',
  'form by hand',
  'its recall, mean',
];

const recallRow = (figures: SearchFigures): string[] => [
  figures.name,
  percent(figures.recall.average),
  percent(figures.recall.worst),
  percent(figures.recallLow.average),
  percent(figures.recallLow.worst),
  both(figures.vectorLow),
  figures.bareForm,
  percent(figures.bareRecall.average),
];

function otherRows({ loading, concurrency, reinforcement, decay, size, import: taken }: StoreFigures) {
  const indexBytes = size.indexes.reduce((sum, { bytes }) => sum + bytes, 0);
  const biggest = size.indexes.toSorted((one, other) => other.bytes - one.bytes).slice(0, 3);
  return [
    ...(concurrency === null
      ? []
      : [
          [
            `${concurrency.readers} readers and ${concurrency.writers} writers at once (${concurrency.searches} searches, ${concurrency.written} written): p50 / p95 of a search, ms`,
            both(concurrency),
          ],
          ['their errors', String(concurrency.errors.length)],
        ]),
    [
      `reinforcement of ${reinforcement.memories} memories: p50 / p95, ms (by hand ${milliseconds(reinforcement.bareP50)})`,
      both(reinforcement),
    ],
    ['of them updated in place (HOT)', percent(reinforcement.hotShare)],
    ['decay, ms', decay.milliseconds.toFixed(0)],
    [
      'faded / expired / rows written / log',
      `${decay.pruned} / ${decay.expired} / ${decay.written} / ${megabytes(decay.logBytes)}`,
    ],
    [
      'a second run at once, ms / rows written',
      `${decay.againMilliseconds.toFixed(0)} / ${decay.againWritten}`,
    ],
    [`import of ${taken.rows} rows, rows per second`, taken.perSecond.toFixed(0)],
    ['table / indexes on the disk', `${megabytes(size.table)} / ${megabytes(indexBytes)}`],
    ...biggest.map(({ name, bytes }) => [`of it ${name.replace('public.', '')}`, megabytes(bytes)]),
    ['filling the empty store, s', loading.toFixed(0)],
  ];
}
