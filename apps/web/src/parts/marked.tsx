import { Fragment, type ReactNode } from 'react';
import { visible } from './visible.ts';

type MarkedProps = { text: string; marks: { from: number; to: number }[] };

/** A first mark behind so many characters could be cut off below: the text begins with its sentence. */
const longestBefore = 90;
// the text may be in any language, and sentences end alike in most
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A text with its marked parts, from the sentence of the first one on if that is far inside. */
export function Marked({ text, marks }: MarkedProps): ReactNode {
  const first = marks[0]?.from ?? 0;
  const start = first <= longestBefore ? 0 : (segmenter.segment(text).containing(first)?.index ?? 0);
  return (
    <>
      {start > 0 && '… '}
      {marks.map(({ from, to }, index) => (
        <Fragment key={from}>
          {visible(text.slice(marks[index - 1]?.to ?? start, from))}
          <mark>{visible(text.slice(from, to))}</mark>
        </Fragment>
      ))}
      {visible(text.slice(marks.at(-1)?.to ?? start))}
    </>
  );
}
