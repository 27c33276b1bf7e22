import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type MessageLinkProps = { session: string; number: number; children: ReactNode };

/** Leads to a message of a session. */
export const MessageLink = ({ session, number, children }: MessageLinkProps): ReactNode => (
  <Link to="/chat/{-$session}" params={{ session }} search={{ message: number }}>
    {children}
  </Link>
);
