import { renderTable } from '../../../packages/memory/testing/render-table.ts';
import type { CorpusResult } from './run-corpus.ts';
import type { CorpusRow } from './score-corpora.ts';

const headings = [
  'questions',
  'search@5',
  'search@15',
  'injected',
  'all of several',
  'injected texts',
  'foreign questions',
  'silent',
];

/** Renders one table for all questions, and one for each half. */
export const renderCorpora = (rows: CorpusRow[], markdown: boolean): string =>
  [...Map.groupBy(rows, ({ half }) => half)]
    .map(([half, own]) =>
      renderTable([half.replaceAll('_', ' '), 'way', ...headings], own.map(cellsOf), markdown),
    )
    .join('\n');

const cellsOf = ({ corpus, way, figures }: CorpusRow): string[] => [
  corpus,
  way,
  String(figures.questions),
  percent(figures.searchAt5),
  percent(figures.searchAt15),
  percent(figures.injected),
  percent(figures.complete),
  figures.injectedCount?.toFixed(1) ?? '',
  String(figures.foreignQuestions),
  percent(figures.silent),
];

const percent = (share: number | null): string => (share === null ? '' : `${(100 * share).toFixed(1)} %`);

/**
 * Renders each question for which recall leaves out an answering text, and each foreign one for which it injects
 * something, with the ids of the texts.
 */
export const renderCorpusFailures = (results: CorpusResult[]): string =>
  results
    .filter(({ question, isForeign, injected }) =>
      isForeign
        ? injected?.length !== 0
        : injected !== null && question.gold.some((id) => !injected.includes(id)),
    )
    .map(({ corpus, way, question, isForeign, injected }) => {
      const wanted = isForeign ? 'nothing' : question.gold.join(' ');
      const came = injected?.slice(0, 6).join(' ') || 'nothing';
      return `${way} ${corpus} ${question.text}\n  wanted ${wanted}, came ${came}\n`;
    })
    .join('');
