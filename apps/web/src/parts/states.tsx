import { ApiError } from '@devai/react';
import type { ReactNode } from 'react';

type LoadedProps = {
  /** A query. */
  of: { data?: unknown; error: Error | null; refetch: () => unknown };
  /** Names the content, for screen readers and error messages. */
  what: string;
  children: ReactNode;
};

/**
 * Shows the children once the query has data, a placeholder before, and the error with a way to try again if it failed. Keeps
 * showing what was loaded when a later request fails, unless the server says that it is gone.
 */
export function Loaded({ of, what, children }: LoadedProps): ReactNode {
  if (of.data === undefined && of.error === null) {
    return (
      <div className="skeleton" role="status">
        <span className="unseen">loading {what}</span>
      </div>
    );
  }
  const isGone = of.error instanceof ApiError && of.error.status === 404;
  return (
    <>
      {of.error && (
        <div className="failure" role="alert">
          <p>
            {what} could not be loaded: {of.error.message}
          </p>
          {!isGone && (
            <button type="button" onClick={() => void of.refetch()}>
              Try again
            </button>
          )}
        </div>
      )}
      {of.data !== undefined && !isGone && children}
    </>
  );
}

type ShowMoreProps = {
  /** A query of pages. */
  of: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  children?: ReactNode;
};

/** Loads the next page, if there is one. */
export const ShowMore = ({ of, children = 'Show more' }: ShowMoreProps): ReactNode =>
  of.hasNextPage && (
    <button type="button" disabled={of.isFetchingNextPage} onClick={() => void of.fetchNextPage()}>
      {children}
    </button>
  );

/** Says that there is nothing, and what to do about it. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }): ReactNode => (
  <div className="empty">
    <h2>{title}</h2>
    {children}
  </div>
);
