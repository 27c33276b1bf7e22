import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Empty } from './parts/states.tsx';

/** An address that names no view. */
export const NoView = (): ReactNode => (
  <Empty title="There is no such view">
    <p>Choose one above.</p>
  </Empty>
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
