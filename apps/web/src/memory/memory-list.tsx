import type { Hit, Memory } from '@devai/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { DrawingPinIcon } from '@radix-ui/react-icons';
import { memo, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Ago } from '../parts/moment.tsx';
import { Marked } from '../parts/marked.tsx';
import { visible } from '../parts/visible.ts';
import { describePlace } from './plain-words.ts';

type Row = { memory: Memory; hit: Hit | null };

type MemoryListProps = {
  rows: Row[];
  /** The memory that is open. */
  selected: string | undefined;
  /** The memory at which the list begins when it comes back into sight: the one that was open before. */
  start: string | undefined;
  /** Whether the arrow keys open a memory, too; otherwise Enter does. */
  opensByArrow: boolean;
  /** `replace`: without an entry in the browser's history. */
  onOpen: (id: string, replace?: boolean) => void;
  /** Called when the end comes into sight; absent while there is nothing to load. */
  onEnd?: () => void;
};

/** Height of a row in pixels before it is measured. */
const usualHeight = 68;

/** A virtual list of memories. The arrow keys, Home and End move through it. */
export function MemoryList(props: MemoryListProps): ReactNode {
  const { rows, selected, start, opensByArrow, onOpen, onEnd } = props;
  const [reached, setReached] = useState(selected ?? start);
  const place = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    estimateSize: () => usualHeight,
    getItemKey: (index) => rows[index]?.memory.id ?? index,
    overscan: 8,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const isNearEnd = last >= rows.length - 20;
  const canLoad = onEnd !== undefined;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, rows.length, canLoad]);
  useEffect(() => setReached((before) => selected ?? before), [selected]);

  const current = rows.findIndex(({ memory }) => memory.id === reached);
  useEffect(() => {
    if (current < 0) return;
    virtual.scrollToIndex(current, { align: 'center' });
    if (selected === undefined) place.current?.focus();
  }, []);
  const move = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && rows[current]) {
      // otherwise the key presses the button that gets the focus
      event.preventDefault();
      onOpen(rows[current].memory.id);
    }
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
    setReached(next.memory.id);
    if (opensByArrow) onOpen(next.memory.id, true);
  };
  return (
    <div
      ref={place}
      className="rows"
      role="listbox"
      tabIndex={0}
      aria-label="Memories"
      aria-activedescendant={shown.some(({ index }) => index === current) ? `memory-${reached}` : undefined}
      onKeyDown={move}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, key, start: top }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              id={`memory-${row.memory.id}`}
              role="option"
              aria-selected={row.memory.id === selected}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              className={['row', index === current && 'reached', !row.memory.isValid && 'invalid']
                .filter(Boolean)
                .join(' ')}
              style={{ transform: `translateY(${top}px)` }}
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

/** Memoised: scrolling moves rows without rendering them again. */
const RowView = memo(({ memory, hit }: Row): ReactNode => (
  <>
    <p className="lines" dir="auto">
      {memory.pinned && <DrawingPinIcon aria-label="pinned" />}
      {hit ? <Marked text={memory.content} marks={hit.marks} /> : visible(memory.title ?? memory.content)}
    </p>
    <div className="facts">
      {!memory.isValid && <span className="tag wrong">{memory.invalidatedReason ?? 'no longer holds'}</span>}
      {hit && !hit.isRelevant && <span className="tag">only loosely related</span>}
      <span className="line">{describePlace(memory)}</span>
      <Ago at={memory.createdAt} />
    </div>
  </>
));
