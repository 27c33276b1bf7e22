import { useDoctor } from '@devai/react';
import type { ReactNode } from 'react';
import { count } from '../parts/figures.ts';
import { Loaded } from '../parts/states.tsx';

const words = { ok: 'all right', warning: 'warning', problem: 'a problem' };

/** The findings of the server about itself, problems first. */
export function Health(): ReactNode {
  const doctor = useDoctor();
  const checks = doctor.data ?? [];
  const wrong = checks.filter(({ status }) => status !== 'ok');
  const right = checks.filter(({ status }) => status === 'ok');
  return (
    <section aria-label="Health">
      <h2>Health</h2>
      <Loaded of={doctor} what="the health">
        {wrong.length === 0 && <p className="note">Everything is all right.</p>}
        <Checks checks={wrong} />
        <details>
          <summary>
            {count(right.length, 'check')} {right.length === 1 ? 'is' : 'are'} all right
          </summary>
          <Checks checks={right} />
        </details>
      </Loaded>
    </section>
  );
}

type ChecksProps = { checks: NonNullable<ReturnType<typeof useDoctor>['data']> };

const Checks = ({ checks }: ChecksProps): ReactNode => (
  <ul className="checks">
    {checks.map(({ name, status, detail, help }) => (
      <li key={name} className={status}>
        <span className="tag">{words[status]}</span> {name}: {detail}
        {help !== null && <p className="hint">{help}</p>}
      </li>
    ))}
  </ul>
);
