import { useProjectMemory, type Memory } from '@devai/react';
import { Link } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { language } from '../parts/language.ts';
import { Options } from '../parts/options.tsx';
import { Loaded } from '../parts/states.tsx';
import { useTellOutcome } from '../parts/toasts.tsx';
import { visible } from '../parts/visible.ts';
import { milestonesOf, statuses, statusName, type Milestone } from './details.ts';

/** The plans of a project with their milestones. Every prompt holds the newest one. */
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
  const tellOutcome = useTellOutcome();
  const saving = useRef(Promise.resolve<Memory | null>(null));
  // each change is made to the result of the one before, which may still be on its way
  const change = (index: number, status: string): void => {
    const saved = saving.current.then((before) => {
      const latest = before !== null && new Date(before.updatedAt) > new Date(plan.updatedAt) ? before : plan;
      const milestones = milestonesOf(latest).map((one, at) => (at === index ? { ...one, status } : one));
      return edit.mutateAsync({ id: plan.id, updatedAt: latest.updatedAt, metadata: { milestones } });
    });
    saving.current = saved.catch(() => null);
    tellOutcome(saved);
  };
  return (
    <article className="plan">
      <p dir="auto">
        <Link to="/memory" search={{ id: plan.id }}>
          {visible(plan.title ?? plan.content)}
        </Link>
      </p>
      <ol>
        {milestonesOf(plan).map((milestone, index) => (
          <li key={index} className={milestone.status}>
            <OneMilestone milestone={milestone} onChange={(status) => change(index, status)} />
          </li>
        ))}
      </ol>
    </article>
  );
}

// a due date is stored as the beginning of its day in UTC
const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });

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
      <Options of={statuses} nameOf={statusName} />
    </select>
  </>
);
