import { useJobs, useServer, type Job, type JobStatus } from '@devai/react';
import { useState, type ReactNode } from 'react';
import { Ago, moment } from '../parts/moment.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { useTell } from '../parts/toasts.tsx';

const states: Record<JobStatus, string> = {
  waiting: 'waits',
  running: 'runs',
  done: 'done',
  dead: 'given up',
};
const statuses: JobStatus[] = ['waiting', 'running', 'done', 'dead'];

const kinds: Record<string, string> = {
  extract: 'Learn from a session',
  deduplicate: 'Remove duplicates',
  embed: 'Make vectors',
  consolidate: 'Consolidate a project',
};

/** Background work, newest first; what was given up with its error and what to do. */
export function JobList(): ReactNode {
  const [status, setStatus] = useState<JobStatus | undefined>();
  const list = useJobs({ status });
  const tell = useTell();
  const told = { onError: ({ message }: Error) => tell(message, true) };
  const { data: server } = useServer();
  const failing = (server?.jobs?.failing ?? 0) + (server?.jobs?.dead ?? 0);
  return (
    <section aria-label="Jobs">
      <h2>Jobs</h2>
      <div className="actions">
        <select
          aria-label="Which jobs"
          value={status ?? ''}
          onChange={({ target }) => setStatus(statuses.find((one) => one === target.value))}
        >
          <option value="">all</option>
          {statuses.map((one) => (
            <option key={one} value={one}>
              {states[one]}
            </option>
          ))}
        </select>
        {(failing > 0 || list.jobs.some(canRetry)) && (
          <button
            type="button"
            disabled={list.retryAll.isPending}
            onClick={() =>
              list.retryAll.mutate(undefined, {
                onSuccess: ({ retried }) => tell(`${retried} jobs are due again.`),
                ...told,
              })
            }
          >
            Retry all that failed
          </button>
        )}
      </div>
      <Loaded of={list} what="jobs">
        {list.jobs.length === 0 && (
          <Empty title={status === undefined ? 'No job yet' : 'None'}>
            <p>When a session ends, or goes on for long, what was said in it is read here.</p>
          </Empty>
        )}
        <ul className="jobs">
          {list.jobs.map((job) => (
            <li key={job.id} className={job.status}>
              <OneJob
                job={job}
                onRetry={() => list.retry.mutate(job.id, told)}
                onUndo={() =>
                  list.undo.mutate(job.id, {
                    onSuccess: ({ undone }) => tell(`${undone.length} changes were taken back.`),
                    ...told,
                  })
                }
              />
            </li>
          ))}
        </ul>
      </Loaded>
    </section>
  );
}

const canRetry = ({ status, error }: Job): boolean =>
  status === 'dead' || (status === 'waiting' && error !== null);

/** Whether it did something to memories that can be taken back. */
const didChange = ({ result }: Job): boolean => {
  const applied = result?.['applied'];
  return Array.isArray(applied) && applied.length > 0;
};

type OneJobProps = { job: Job; onRetry: () => void; onUndo: () => void };

function OneJob({ job, onRetry, onUndo }: OneJobProps): ReactNode {
  const { kind, status, did, error, attempts, createdAt, runAt } = job;
  const name = kinds[kind] ?? kind.replaceAll('_', ' ');
  return (
    <>
      <div className="facts">
        <span className="tag">{states[status]}</span>
        <strong>{name}</strong>
        <Ago at={createdAt} />
      </div>
      {did !== null && <p dir="auto">{did}</p>}
      {error !== null && (
        <p className="hint">
          {attempts === 1 ? 'One try' : `${attempts} tries`}
          {status === 'waiting' && `; the next one ${moment(runAt)}`}
        </p>
      )}
      <div className="actions">
        {canRetry(job) && (
          <button type="button" onClick={onRetry} aria-label={`Retry: ${name}, ${moment(createdAt)}`}>
            Retry
          </button>
        )}
        {status === 'done' && didChange(job) && (
          <button
            type="button"
            onClick={onUndo}
            aria-label={`Undo what it did: ${name}, ${moment(createdAt)}`}
          >
            Undo what it did
          </button>
        )}
      </div>
    </>
  );
}
