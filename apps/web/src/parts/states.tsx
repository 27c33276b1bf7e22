import type { ReactNode } from 'react';

type LoadedProps = {
  /** Of a query. */
  of: { isPending: boolean; error: Error | null; refetch: () => unknown };
  /** What is loaded, for who cannot see it. */
  what: string;
  children: ReactNode;
};

/** What is there, or that it is loaded, or why it cannot be. */
export function Loaded({ of, what, children }: LoadedProps): ReactNode {
  if (of.isPending && of.error === null) {
    return (
      <div className="skeleton" role="status">
        <span className="unseen">loading {what}</span>
      </div>
    );
  }
  return (
    <>
      {of.error && (
        <div className="failure" role="alert">
          <p>
            {what} could not be loaded: {of.error.message}
          </p>
          <button type="button" onClick={() => void of.refetch()}>
            Try again
          </button>
        </div>
      )}
      {!of.isPending && children}
    </>
  );
}

/** That there is nothing, and what to do about it. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }): ReactNode => (
  <div className="empty">
    <h2>{title}</h2>
    {children}
  </div>
);
