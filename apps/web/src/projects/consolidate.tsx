import { useConsolidation, type Consolidation } from '@devai/react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { count, figure } from '../parts/figures.ts';
import { useTellOutcome } from '../parts/toasts.tsx';

const kinds = {
  merge: 'Merge',
  summarise: 'Summarise',
  rescore: 'Change the importance of',
  archive: 'Archive',
  supersede: 'End the outdated one of',
  dispute: 'Mark as disputed',
};

/** Consolidates the memories of a project: shows the plan, applies it, and undoes it. */
export function Consolidate({ project }: { project: string }): ReactNode {
  const { plan, apply, undo } = useConsolidation(project);
  const tellOutcome = useTellOutcome();
  const isBusy = plan.isPending || apply.isPending || undo.isPending;
  const done = apply.data;
  return (
    <section aria-label="Consolidation">
      <h2>Consolidation</h2>
      <p className="hint">
        Merges what says the same, ends what is outdated, summarises old details, and archives what is above
        the budget, once a week by itself. Originals stay archived, and all of it can be undone.
      </p>
      <div className="actions">
        <button
          type="button"
          disabled={isBusy}
          onClick={() => {
            apply.reset();
            undo.reset();
            tellOutcome(plan.mutateAsync());
          }}
        >
          {plan.isPending ? 'Planning …' : 'Show the plan'}
        </button>
        {plan.data && plan.data.actions.length > 0 && !done && (
          <button
            type="button"
            className="primary"
            disabled={isBusy}
            onClick={() => tellOutcome(apply.mutateAsync())}
          >
            {apply.isPending ? 'Working …' : 'Apply it'}
          </button>
        )}
        {done?.jobId != null && !undo.data && done.applied.length > 0 && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => tellOutcome(undo.mutateAsync(done.jobId ?? ''))}
          >
            Undo
          </button>
        )}
      </div>
      <div role="status">
        {undo.data ? (
          <p className="note">{describeUndone(undo.data)}</p>
        ) : done ? (
          <Done done={done} />
        ) : (
          plan.data && <Planned plan={plan.data} />
        )}
      </div>
    </section>
  );
}

type Undone = NonNullable<ReturnType<typeof useConsolidation>['undo']['data']>;

const describeUndone = ({ left }: Undone): string =>
  left.length === 0
    ? 'Undone.'
    : `Undone, except for ${count(left.length, 'change')}: what was changed since stays.`;

function Done({ done }: { done: Consolidation }): ReactNode {
  return (
    <>
      <p className="note">
        {figure(done.before.memories)} → {figure(done.after.memories)} memories, {figure(done.before.tokens)}{' '}
        → {figure(done.after.tokens)} tokens.
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
        {figure(before.memories)} memories would become {figure(after.memories)}, and {figure(before.tokens)}{' '}
        tokens {figure(after.tokens)}.
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
