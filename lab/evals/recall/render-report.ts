import { renderTable } from '../../../packages/memory/testing/render-table.ts';
import type { QuestionResult } from './run-questions.ts';
import { isPassed, type Figures } from './score.ts';
import type { Row, Summary } from './summarise-results.ts';

const headings = [
  '',
  'questions',
  'recall@5',
  'recall@15',
  'of several',
  'MRR',
  'silent rightly',
  'silence is right',
  'injected',
  'injected without answer',
];

/** Renders all figures, one table for each way. */
export function renderReport(summaries: Summary[], markdown: boolean): string {
  return summaries
    .map((summary) => {
      const { way, all, bySplit, byLanguage, byPart } = summary;
      const rows: Row[] = [{ name: 'all', figures: all }, ...bySplit, ...byLanguage, ...byPart];
      const table = renderTable(
        [way, ...headings.slice(1)],
        rows.map(({ name, figures }) => [name.replaceAll('_', ' '), ...cellsOf(figures)]),
        markdown,
      );
      return `${table}leaks ${all.leaks}, superseded or expired ${all.gone}\n`;
    })
    .join('\n');
}

function cellsOf(figures: Figures): string[] {
  return [
    String(figures.questions),
    percent(figures.recallAt5),
    percent(figures.recallAt15),
    percent(figures.ofSeveral),
    decimal(figures.reciprocalRank),
    percent(figures.abstentionRecall),
    percent(figures.abstentionPrecision),
    decimal(figures.injectedWithAnswer),
    decimal(figures.injectedWithoutAnswer),
  ];
}

const percent = (share: number | null): string => (share === null ? '' : `${(100 * share).toFixed(1)} %`);
const decimal = (value: number | null): string => (value === null ? '' : value.toFixed(2));

/** Renders each question that was not answered as it should be, with what was injected. */
export function renderFailures(results: QuestionResult[]): string {
  return results
    .filter((result) => !isPassed(result))
    .map(({ question, way, injected, leaks, gone }) => {
      const came =
        injected
          .slice(0, 6)
          .map((name) => name || 'filler')
          .join(' ') || 'nothing';
      const wanted = question.answers.join(' ') || 'nothing';
      const wrong = [
        ...leaks.map((namespace) => `leak from ${namespace}`),
        ...gone.map((name) => `${name} is over`),
      ];
      return `${way} ${question.id} ${question.part} ${question.text}\n  wanted ${wanted}, came ${[came, ...wrong].join('; ')}\n`;
    })
    .join('');
}
