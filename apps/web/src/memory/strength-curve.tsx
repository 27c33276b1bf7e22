import { strengthIn, type Memory } from '@devai/react';
import type { ReactNode } from 'react';
import { language } from '../parts/language.ts';
import { decimal } from '../parts/figures.ts';

/** How many days the curve shows, and the days that have a date below. */
const days = 70;
const dated = [0, 14, 28, 42, 56, 70];
const day = 86_400_000;
const short = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' });

/** The strength of a memory over the next days if it is not used. */
export function StrengthCurve({ memory }: { memory: Memory }): ReactNode {
  const points = Array.from({ length: days + 1 }, (_, index) => `${index},${1 - strengthIn(memory, index)}`);
  return (
    <figure className="curve">
      <svg viewBox={`0 0 ${days} 1`} preserveAspectRatio="none" role="img" aria-label={describe(memory)}>
        <polygon className="below" points={`0,1 ${points.join(' ')} ${days},1`} />
        <polyline className="edge" points={points.join(' ')} />
      </svg>
      <figcaption>
        {dated.map((index) => (
          <span key={index}>{index === 0 ? 'today' : short.format(Date.now() + index * day)}</span>
        ))}
      </figcaption>
    </figure>
  );
}

const describe = (memory: Memory): string =>
  `Strength ${decimal(memory.strength)} today, ${decimal(strengthIn(memory, 28))} in four weeks`;
