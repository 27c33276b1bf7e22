import { strengthIn, type Memory } from '@devai/react';
import { area, line } from 'd3-shape';
import type { ReactNode } from 'react';

/** Days that the curve shows, and those with a date below them. */
const days = 70;
const dated = [0, 14, 28, 42, 56, 70];
const day = 86_400_000;
const short = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });

/** How the strength of a memory goes on while it is not used. */
export function StrengthCurve({ memory }: { memory: Memory }): ReactNode {
  const points = Array.from({ length: days + 1 }, (_, index): [number, number] => [
    index,
    1 - strengthIn(memory, index),
  ]);
  return (
    <figure className="curve">
      <svg viewBox={`0 0 ${days} 1`} preserveAspectRatio="none" role="img" aria-label={describe(memory)}>
        <path className="below" d={area().y0(1)(points) ?? ''} />
        <path className="edge" d={line()(points) ?? ''} />
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
  `Strength ${memory.strength.toFixed(2)} today, ${strengthIn(memory, 28).toFixed(2)} in four weeks`;
