import { renderTable } from '../../../packages/memory/testing/render-table.ts';
import type { CorrectionResult } from './run-correction.ts';
import { isRight, type CorrectionRow } from './score-corrections.ts';

const headings = [
  '',
  'cases',
  'right',
  'by words alone',
  'asked: changes it?',
  'asked: did the user say it?',
];

export const renderCorrections = (rows: CorrectionRow[], markdown: boolean): string =>
  renderTable(
    headings,
    rows.map(({ split, kind, cases, right, alone, askedStored, askedSaid }) => [
      `${split.replaceAll('_', ' ')}, ${kind}`,
      String(cases),
      String(right),
      alone === null ? '' : String(alone),
      String(askedStored),
      String(askedSaid),
    ]),
    markdown,
  );

/** Renders each case after which the store is not right, with what is left. */
export const renderWrong = (results: CorrectionResult[]): string =>
  results
    .filter((result) => !isRight(result))
    .map(({ about, isCareful, left, asked }) => {
      const lines = left.map(
        ({ content, isValid, isHighest }) =>
          `    ${isValid ? 'valid' : 'invalid'}${isHighest ? ', highest' : ''}: ${content}\n`,
      );
      const model = isCareful ? `asked ${asked.stored} + ${asked.said}` : 'no answers';
      return `${about.id} (${about.language}, ${about.note}; ${model}): ${about.said}\n${lines.join('')}`;
    })
    .join('');
