import type { Hit, Memory } from '@devai/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { DrawingPinIcon } from '@radix-ui/react-icons';
import { memo, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Ago } from '../parts/moment.tsx';
import { Bar } from '../parts/bar.tsx';

type Row = { memory: Memory; hit: Hit | null };

type MemoryListProps = {
  rows: Row[];
  selected: string | undefined;
  onOpen: (id: string) => void;
  /** The end comes into sight. */
  onEnd: () => void;
};

/** Pixels of a row; those of a search have bars. */
const height = { plain: 92, found: 156 };

/** Memories in a list of any length: only what is in sight exists. Up and down move through it. */
export function MemoryList({ rows, selected, onOpen, onEnd }: MemoryListProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    estimateSize: (index) => (rows[index]?.hit ? height.found : height.plain),
    getItemKey: (index) => rows[index]?.memory.id ?? index,
    overscan: 8,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const isNearEnd = last >= rows.length - 20;
  useEffect(() => {
    if (isNearEnd) onEnd();
  }, [isNearEnd, rows.length]);

  const current = rows.findIndex(({ memory }) => memory.id === selected);
  const move = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      Home: 0,
      End: rows.length - 1,
    };
    const next = rows[steps[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    virtual.scrollToIndex(rows.indexOf(next));
    onOpen(next.memory.id);
  };
  return (
    <div
      ref={place}
      className="rows"
      role="listbox"
      tabIndex={0}
      aria-label="Memories"
      aria-activedescendant={current < 0 ? undefined : `memory-${selected}`}
      onKeyDown={move}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, key, size, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div
              key={key}
              id={`memory-${row.memory.id}`}
              role="option"
              aria-selected={index === current}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              className={row.memory.isValid ? 'row' : 'row invalid'}
              style={{ height: size, transform: `translateY(${start}px)` }}
              onClick={() => onOpen(row.memory.id)}
            >
              <RowView {...row} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Scrolling moves rows, and renders none anew. */
const RowView = memo(({ memory, hit }: Row): ReactNode => (
  <>
    <p className="lines" dir="auto">
      {memory.pinned && <DrawingPinIcon aria-label="pinned" />}
      {memory.title ?? memory.content}
    </p>
    <div className="facts">
      <span className="tag">{memory.category.replaceAll('_', ' ')}</span>
      {!memory.isValid && <span className="tag wrong">{memory.invalidatedReason ?? 'no longer holds'}</span>}
      <span className="line">{memory.namespace.replace(/^devai\//, '')}</span>
      <Ago at={memory.createdAt} />
    </div>
    {hit && (
      <div className="scores">
        <Bar label="similarity" value={hit.similarity} />
        <Bar label="words" value={hit.wordScore} most={20} />
        <Bar label="strength" value={memory.strength} />
        <p className="hint line">
          {hit.isRelevant ? 'A prompt would get it' : 'Too weak for a prompt'}: {hit.reason}
        </p>
      </div>
    )}
  </>
));
