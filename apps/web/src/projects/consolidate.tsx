import { useConsolidation, type Consolidation } from '@devai/react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTell } from '../parts/toasts.tsx';

const count = new Intl.NumberFormat();
const kinds = {
  merge: 'Merge',
  summarise: 'Summarise',
  rescore: 'Change the importance of',
  archive: 'Archive',
};

/** Makes the memories of a project fewer: shows the plan, does it, and takes it back. */
export function Consolidate({ project }: { project: string }): ReactNode {
  const { plan, apply, undo } = useConsolidation(project);
  const [isUndone, setUndone] = useState(false);
  const tell = useTell();
  const told = { onError: ({ message }: Error) => tell(message, true) };
  const isBusy = plan.isPending || apply.isPending || undo.isPending;
  const done = apply.data;
  return (
    <section aria-label="Consolidation">
      <h2>Consolidation</h2>
      <p className="hint">
        Merges what says the same, summarises old details, and archives what is above the budget, once a week
        by itself. Originals stay archived, and all of it can be undone.
      </p>
      <div className="actions">
        <button
          type="button"
          disabled={isBusy}
          onClick={() => {
            apply.reset();
            plan.mutate(undefined, told);
          }}
        >
          {plan.isPending ? 'Planning …' : 'Show the plan'}
        </button>
        {plan.data && plan.data.actions.length > 0 && !done && (
          <button
            type="button"
            className="primary"
            disabled={isBusy}
            onClick={() => {
              setUndone(false);
              apply.mutate(undefined, told);
            }}
          >
            {apply.isPending ? 'Working …' : 'Apply it'}
          </button>
        )}
        {done?.jobId != null && !isUndone && done.applied.length > 0 && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => undo.mutate(done.jobId ?? '', { onSuccess: () => setUndone(true), ...told })}
          >
            Undo
          </button>
        )}
      </div>
      <div role="status">
        {done ? <Done done={done} isUndone={isUndone} /> : plan.data && <Planned plan={plan.data} />}
      </div>
    </section>
  );
}

function Done({ done, isUndone }: { done: Consolidation; isUndone: boolean }): ReactNode {
  if (isUndone) return <p className="note">It was taken back.</p>;
  return (
    <>
      <p className="note">
        {count.format(done.before.memories)} → {count.format(done.after.memories)} memories,{' '}
        {count.format(done.before.tokens)} → {count.format(done.after.tokens)} tokens.
        {done.error !== null && ` ${done.error}`}
      </p>
      <ul className="notes">
        {done.applied.map(({ action, memoryId, reason }, index) => (
          <li key={index}>
            {action}:{' '}
            <Link to="/memory" search={{ id: memoryId }}>
              {reason}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function Planned({ plan }: { plan: Consolidation }): ReactNode {
  const { actions, before, after } = plan;
  if (actions.length === 0) return <p className="note">There is nothing to consolidate.</p>;
  return (
    <>
      <p className="note">
        It would make {count.format(before.memories)} memories {count.format(after.memories)}, and{' '}
        {count.format(before.tokens)} tokens {count.format(after.tokens)}.
      </p>
      <ul className="notes">
        {actions.map(({ kind, ids, text, reason }, index) => (
          <li key={index}>
            {kinds[kind]}{' '}
            {ids.map((id, at) => (
              <Link key={id} to="/memory" search={{ id }} aria-label={`Memory ${at + 1} of this step`}>
                {at + 1}{' '}
              </Link>
            ))}
            {text !== null && <p dir="auto">→ {text}</p>}
            <p className="hint">{reason}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
