import { useMemoryChanges, type MemoryEvent } from '@devai/react';
import { ResetIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import { moment } from '../parts/moment.tsx';
import { useTell } from '../parts/toasts.tsx';

/** Every change of a memory, the last first, with what it changed, and a way back. */
export function Timeline({ id, events }: { id: string; events: MemoryEvent[] }): ReactNode {
  const { undo } = useMemoryChanges();
  const tell = useTell();
  return (
    <ol className="timeline">
      {events.toReversed().map((event) => (
        <li key={event.id}>
          <div>
            <strong>{event.action}</strong> by {event.actor.kind}, {moment(event.at)}
            <p className="hint" dir="auto">
              {event.reason}
            </p>
            <Changes event={event} />
          </div>
          {event.action !== 'added' && event.action !== 'forgotten' && (
            <button
              type="button"
              disabled={undo.isPending}
              aria-label={`Undo: ${event.action}, ${moment(event.at)}`}
              onClick={() =>
                undo.mutate(
                  { id, event: event.id },
                  {
                    onSuccess: () => tell('Undone.'),
                    onError: ({ message }) => tell(message, true),
                  },
                )
              }
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
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return (
    <dl className="changes">
      {names.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">
            <del>{written(before[name])}</del> <ins>{written(after[name])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function written(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
