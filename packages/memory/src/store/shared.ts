import { z } from 'zod';
import type { CallFunction } from './call-function.ts';
import { moment } from './columns.ts';

/** A value that an agent shared. */
export const sharedEntry = z.object({
  position: z.int().describe('grows by one with each entry of the store'),
  scope: z.string(),
  key: z.string(),
  value: z.unknown(),
  agent: z.string().nullable().describe('who published it'),
  sessionId: z.guid().nullable(),
  createdAt: moment,
  expiresAt: moment.nullable(),
});
export type SharedEntry = z.output<typeof sharedEntry>;

const page = z.object({ entries: sharedEntry.array(), position: z.int() });

export type SharedQuery = {
  /** Null: all. */
  scopes: string[] | null;
  /** Null: all. */
  key: string | null;
  /** Whether all keys that begin with `key` are meant. */
  isPrefix: boolean;
  /** Whether only the newest entry of each key is returned. */
  isLatest: boolean;
  after: number;
  limit: number;
};

/** Values that agents share. */
export const sharedMethods = (call: CallFunction) => ({
  publish: (input: {
    scope: string;
    key: string;
    value: { value: unknown };
    agent: string | null;
    sessionId: string | null;
    ttlSeconds: number | null;
  }) => call(sharedEntry, 'publish', input),
  /** The newest of each key, newest first; not what a session itself shared. */
  listNewestShared: (query: { scopes: string[]; exceptSession: string; limit: number }) =>
    call(sharedEntry.array(), 'list_newest_shared', query),
  /** In the order of their positions. `position`: the newest of the store; all up to it are seen when there are fewer than `limit`. */
  listShared: (query: SharedQuery) => call(page, 'list_shared', query),
});
