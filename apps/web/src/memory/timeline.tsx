import { useMemoryChanges, type MemoryEvent } from '@devai/react';
import { ResetIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import { moment } from '../parts/moment.tsx';
import { useTellOutcome } from '../parts/toasts.tsx';
import { visible } from '../parts/visible.ts';

/** Every change of a memory, newest first, with its differences and a button that undoes it. */
export function Timeline({ id, events }: { id: string; events: MemoryEvent[] }): ReactNode {
  const { undo } = useMemoryChanges();
  const tellOutcome = useTellOutcome();
  return (
    <ol className="timeline">
      {events.toReversed().map((event) => (
        <li key={event.id}>
          <div>
            <strong>{event.action}</strong> by {event.actor.kind}, {moment(event.at)}
            <p className="hint" dir="auto">
              {visible(event.reason)}
            </p>
            <Changes event={event} />
          </div>
          {event.action !== 'added' && event.action !== 'forgotten' && (
            <button
              type="button"
              disabled={undo.isPending}
              aria-label={`Undo: ${event.action}, ${moment(event.at)}`}
              onClick={() => tellOutcome(undo.mutateAsync({ id, event: event.id }), () => 'Undone.')}
            >
              <ResetIcon /> Undo
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

function Changes({ event: { before, after } }: { event: MemoryEvent }): ReactNode {
  if (before === null || after === null) return null;
  // every change sets updatedAt
  const { updatedAt: _updatedAt, ...shown } = { ...before, ...after };
  const names = Object.keys(shown).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return (
    <dl className="changes">
      {names.map((name) => (
        <div key={name}>
          <dt>{inWords(name)}</dt>
          <dd dir="auto">
            <del>{visible(written(before[name]))}</del> <ins>{visible(written(after[name]))}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `memoryType` as `memory type`. */
const inWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function written(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
