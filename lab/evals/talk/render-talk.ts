import { renderTable } from '../../../packages/memory/testing/render-table.ts';
import { isPassed, type TalkResult } from './run-person.ts';
import type { TalkRow } from './score-talk.ts';

const headings = [
  '',
  'people',
  'plain answered',
  'oblique answered',
  'by day answered',
  'lists complete',
  'newer above older',
  'place',
  'lines',
  'tokens',
  'unanswerable silent',
  'foreign silent',
  'wrong',
];

export const renderTalk = (rows: TalkRow[], markdown: boolean): string =>
  renderTable(
    headings,
    rows.map(({ name, figures: { people, passed, wrong, place, lines, tokens } }) => [
      name.replaceAll('_', ' '),
      String(people),
      percent(passed.plain),
      percent(passed.oblique),
      percent(passed.time),
      percent(passed.list),
      percent(passed.changed),
      place?.toFixed(1) ?? '',
      lines?.toFixed(1) ?? '',
      tokens?.toFixed(0) ?? '',
      percent(passed.unanswerable),
      percent(passed.foreign),
      String(wrong),
    ]),
    markdown,
  );

const percent = (share: number | null): string => (share === null ? '' : `${(100 * share).toFixed(1)} %`);

/** Renders each question that was not answered as it should be, with the lines that were brought back instead. */
export const renderTalkFailures = (results: TalkResult[]): string =>
  results
    .filter((result) => !isPassed(result))
    .map(({ person, kind, ask, answer, lines }) => {
      const wanted = answer.join(', ') || 'nothing';
      const came = lines.length === 0 ? '  nothing came\n' : lines.map((line) => `  ${line}\n`).join('');
      return `${person.name} ${kind}: ${ask}\n  wanted ${wanted}\n${came}`;
    })
    .join('');
