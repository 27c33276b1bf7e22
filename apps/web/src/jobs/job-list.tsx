import { jobStatuses, useJobs, useServer, type Job, type JobStatus } from '@devai/react';
import { useState, type ReactNode } from 'react';
import { count } from '../parts/figures.ts';
import { Ago, moment } from '../parts/moment.tsx';
import { Options, spaced } from '../parts/options.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { useTellOutcome } from '../parts/toasts.tsx';

const states: Record<JobStatus, string> = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  dead: 'given up',
};

const kinds: Record<string, string> = {
  extract: 'Learn from a session',
  deduplicate: 'Remove duplicates',
  embed: 'Make texts findable by meaning',
  consolidate: 'Consolidate a project',
};

/** The jobs, newest first; a failed one with its error and what to do. */
export function JobList(): ReactNode {
  const [status, setStatus] = useState<JobStatus | undefined>();
  const list = useJobs({ status });
  const tellOutcome = useTellOutcome();
  const isBusy = list.retry.isPending || list.undo.isPending;
  const { data: server } = useServer();
  const failing = (server?.jobs?.failing ?? 0) + (server?.jobs?.dead ?? 0);
  return (
    <section aria-label="Jobs">
      <h2>Jobs</h2>
      <div className="actions">
        <select
          aria-label="Which jobs"
          value={status ?? ''}
          onChange={({ target }) => setStatus(jobStatuses.find((one) => one === target.value))}
        >
          <option value="">all</option>
          <Options of={jobStatuses} nameOf={(one) => states[one]} />
        </select>
        {(failing > 0 || list.jobs.some(canRetry)) && (
          <button
            type="button"
            disabled={list.retryAll.isPending}
            onClick={() =>
              tellOutcome(
                list.retryAll.mutateAsync(),
                ({ retried }) => `${count(retried, 'job')} ${retried === 1 ? 'is' : 'are'} due again.`,
              )
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
                isBusy={isBusy}
                onRetry={() => tellOutcome(list.retry.mutateAsync(job.id))}
                onUndo={() => tellOutcome(list.undo.mutateAsync(job.id), describeUndone)}
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

type Undone = NonNullable<ReturnType<typeof useJobs>['undo']['data']>;

const describeUndone = ({ undone, left }: Undone): string =>
  [
    `${count(undone.length, 'change')} undone.`,
    ...(left.length > 0 ? [`What was changed since stays: ${count(left.length, 'change')}.`] : []),
  ].join(' ');

const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

/** Whether it changed memories, and was not undone yet. */
const canUndo = ({ status, result }: Job): boolean =>
  status === 'done' && isFilled(result?.['applied']) && !isFilled(result?.['undone']);

type OneJobProps = { job: Job; isBusy: boolean; onRetry: () => void; onUndo: () => void };

function OneJob({ job, isBusy, onRetry, onUndo }: OneJobProps): ReactNode {
  const { kind, status, did, error, attempts, createdAt, runAt } = job;
  const name = kinds[kind] ?? spaced(kind);
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
          <button
            type="button"
            disabled={isBusy}
            onClick={onRetry}
            aria-label={`Retry: ${name}, ${moment(createdAt)}`}
          >
            Retry
          </button>
        )}
        {canUndo(job) && (
          <button
            type="button"
            disabled={isBusy}
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
