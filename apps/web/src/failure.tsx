import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** An address that names no view. */
export const NoView = (): ReactNode => (
  <div className="empty">
    <h2>There is no such view</h2>
    <p>Choose one above.</p>
  </div>
);

/** A view that broke. */
export const Failure = ({ error }: ErrorComponentProps): ReactNode => (
  <div className="empty" role="alert">
    <h2>This view broke</h2>
    <p>{error instanceof Error ? error.message : String(error)}</p>
    <button type="button" onClick={() => location.reload()}>
      Load the page again
    </button>
  </div>
);
