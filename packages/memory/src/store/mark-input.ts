import type { MessagePart } from './store.ts';
import type { Seen } from './stored-sessions.ts';

/** A part of a message as the SQL functions take it. */
export const toPartInput = ({ sessionId, number, part }: MessagePart) => ({
  session_id: sessionId,
  number,
  from: part?.from ?? null,
  to: part?.to ?? null,
});

export const toSeenInput = ({ sessionId, after, through, marks }: Seen) => ({
  session_id: sessionId,
  after,
  through,
  marks,
});
