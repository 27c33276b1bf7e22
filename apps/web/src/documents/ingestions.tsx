import { useIngestionProgress, type Ingestion, type useIngestion } from '@devai/react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { count, figure } from '../parts/figures.ts';

type IngestionsProps = Pick<ReturnType<typeof useIngestion>, 'files' | 'again' | 'cancel' | 'clear'>;

/** The files that are being ingested, and the outcome of each. */
export function Ingestions({ files, again, cancel, clear }: IngestionsProps): ReactNode {
  if (files.length === 0) return null;
  const ended = files.filter(({ state }) => state === 'done' || state === 'failed');
  return (
    <div className="ingestions">
      <p role="status">{describe(files)}</p>
      {ended.length > 0 && (
        <button type="button" className="link" onClick={clear}>
          Clear
        </button>
      )}
      <ul aria-label="Files being added">
        {files.map((one) => (
          <li key={one.key} className={one.state}>
            <bdi className="path">{one.file.name}</bdi>
            <Outcome of={one} />
            {(one.state === 'waits' || one.state === 'runs') && (
              <button type="button" className="link" onClick={() => cancel(one)}>
                Cancel<span className="unseen"> {one.file.name}</span>
              </button>
            )}
            {one.state === 'failed' && (
              <button type="button" className="link" onClick={() => again(one)}>
                Try again<span className="unseen"> with {one.file.name}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function describe(files: Ingestion[]): string {
  const [open, stored, failed] = [['waits', 'runs'], ['done'], ['failed']].map(
    (states) => files.filter(({ state }) => states.includes(state)).length,
  );
  const parts = [`${count(stored ?? 0, 'file')} stored`];
  if (failed) parts.push(`${failed} not stored`);
  if (open) parts.push(`${open} to go`);
  return parts.join(', ');
}

function Outcome({ of }: { of: Ingestion }): ReactNode {
  const progress = useIngestionProgress(of);
  switch (of.state) {
    case 'waits':
      return <span className="hint">waiting</span>;
    case 'runs':
      return (
        <>
          <progress
            aria-label={`Progress of ${of.file.name}`}
            {...(progress && { value: progress.done, max: progress.total })}
          />
          <span className="hint">
            {progress ? `${figure(progress.done)} of ${count(progress.total, 'chunk')}` : 'reading …'}
          </span>
        </>
      );
    case 'failed':
      return <span className="problem">Not stored: {of.error?.message}</span>;
    case 'done':
      return (
        of.result && (
          <Link to="/documents" search={{ id: of.result.document.id }}>
            {done(of.result)}
            <span className="unseen"> of {of.file.name}</span>
          </Link>
        )
      );
  }
}

function done({ action, added, removed, document }: NonNullable<Ingestion['result']>): string {
  if (action === 'unchanged') return 'unchanged';
  if (action === 'added') return count(document.chunkCount, 'chunk');
  return `updated: ${figure(added)} new, ${count(removed, 'chunk')} removed`;
}
