import type { ReadDocument } from './read-document.ts';
import type { UnreadableReason } from './unreadable-document.ts';

/** A file as it is sent to the process. */
export type Source = { bytes: Uint8Array; path: string; mediaType: string | undefined };

/** What the process returns; an answer without a reason is a fault of the reader itself. */
export type Answer =
  | { document: ReadDocument }
  | { reason: UnreadableReason; message: string }
  | { message: string };
