import { useProjectMemory, type Memory } from '@devai/react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loaded } from '../parts/states.tsx';
import { useTell } from '../parts/toasts.tsx';
import { milestonesOf, statuses, statusNames, type Milestone } from './details.ts';

/** The plans of a project with their milestones; the newest stands in every prompt. */
export function Plan({ project }: { project: string }): ReactNode {
  const plans = useProjectMemory({ project, filter: { category: 'plan' } });
  const [newest, ...others] = plans.memories;
  return (
    <section aria-label="Plan">
      <h2>Plan</h2>
      <Loaded of={plans} what="the plan">
        {newest === undefined ? (
          <p className="hint">No plan yet. Say “Plan: …” in the chat, with milestones.</p>
        ) : (
          <OnePlan plan={newest} edit={plans.edit} />
        )}
        {others.length > 0 && (
          <details>
            <summary>{others.length} earlier</summary>
            {others.map((plan) => (
              <OnePlan key={plan.id} plan={plan} edit={plans.edit} />
            ))}
          </details>
        )}
      </Loaded>
    </section>
  );
}

type OnePlanProps = { plan: Memory; edit: ReturnType<typeof useProjectMemory>['edit'] };

function OnePlan({ plan, edit }: OnePlanProps): ReactNode {
  const tell = useTell();
  const milestones = milestonesOf(plan);
  const change = (index: number, status: string): void =>
    edit.mutate(
      {
        id: plan.id,
        updatedAt: plan.updatedAt,
        metadata: { milestones: milestones.map((one, at) => (at === index ? { ...one, status } : one)) },
      },
      { onError: ({ message }) => tell(message, true) },
    );
  return (
    <article className="plan">
      <p dir="auto">
        <Link to="/memory" search={{ id: plan.id }}>
          {plan.title ?? plan.content}
        </Link>
      </p>
      <ol>
        {milestones.map((milestone, index) => (
          <li key={index} className={milestone.status}>
            <OneMilestone milestone={milestone} onChange={(status) => change(index, status)} />
          </li>
        ))}
      </ol>
    </article>
  );
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

const OneMilestone = ({
  milestone: { title, status, due },
  onChange,
}: {
  milestone: Milestone;
  onChange: (status: string) => void;
}): ReactNode => (
  <>
    <span dir="auto">{title}</span>
    {due !== null && <span className="hint">due {day.format(new Date(due))}</span>}
    <select
      aria-label={`Status of ${title.slice(0, 80)}`}
      value={status}
      onChange={({ target }) => onChange(target.value)}
    >
      {statuses.map((one) => (
        <option key={one} value={one}>
          {statusNames[one]}
        </option>
      ))}
    </select>
  </>
);
