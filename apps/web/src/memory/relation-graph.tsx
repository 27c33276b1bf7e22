import { useMemoryGraph, type Memory, type useMemory } from '@devai/react';
import type { ReactNode } from 'react';
import { spaced } from '../parts/options.tsx';
import { visible } from '../parts/visible.ts';
import { layOut, type Place } from './lay-out.ts';

type Related = NonNullable<ReturnType<typeof useMemory>['relations']['data']>;
type RelationGraphProps = { memory: Memory; relations: Related; onOpen: (id: string) => void };

/** Half of the width and height of the picture. */
const half = { x: 50, y: 34 };
const longest = 22;
const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

/** A memory with its neighbours and their neighbours. The list of relations says the same to a screen reader. */
export function RelationGraph({ memory, relations, onOpen }: RelationGraphProps): ReactNode {
  const [, project] = /^devai\/project\/([^/]+)/.exec(memory.namespace) ?? [];
  const graph = useMemoryGraph(project ?? null);
  const own = relations.map(({ memory: other }) => other);
  const titles = new Map([
    ...(graph.data?.nodes ?? []).map(({ id, title, content }): [string, string] => [id, title ?? content]),
    ...own.map(({ id, title, content }): [string, string] => [id, title ?? content]),
    [memory.id, memory.title ?? memory.content],
  ]);
  const edges = [
    ...relations.map(({ kind, direction, memory: other }) =>
      direction === 'to' ? { from: memory.id, kind, to: other.id } : { from: other.id, kind, to: memory.id },
    ),
    ...(graph.data?.edges ?? []),
  ];
  const places = layOut(memory.id, edges);
  const drawn = edges.filter(
    ({ from, to }, index) =>
      places.has(from) &&
      places.has(to) &&
      edges.findIndex((one) => one.from === from && one.to === to) === index,
  );
  return (
    <svg
      className="graph"
      viewBox={`${-half.x} ${-half.y} ${2 * half.x} ${2 * half.y}`}
      role="img"
      aria-label={`${places.size} memories and how they are related`}
    >
      {drawn.map(({ from, kind, to }) => (
        <Edge key={`${from} ${to}`} from={places.get(from)} to={places.get(to)} kind={kind} />
      ))}
      {[...places].map(([id, { x, y, ring }]) => (
        <g
          key={id}
          transform={`translate(${x} ${y})`}
          className={`node ring-${ring}`}
          onClick={() => onOpen(id)}
        >
          <title>{visible(titles.get(id) ?? '')}</title>
          <circle r={ring === 0 ? 2.2 : 1.6} />
          <text y={4.4} textAnchor="middle">
            {shortened(visible(titles.get(id) ?? ''))}
          </text>
        </g>
      ))}
    </svg>
  );
}

type EdgeProps = { from: Place | undefined; to: Place | undefined; kind: string };

const Edge = ({ from, to, kind }: EdgeProps): ReactNode =>
  from && to ? (
    <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} className={kind}>
      <title>{spaced(kind)}</title>
    </line>
  ) : null;
