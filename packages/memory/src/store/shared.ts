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
/** A value that an agent shared, with who did and when. */
export type SharedEntry = z.output<typeof sharedEntry>;

const page = z.object({ entries: sharedEntry.array(), position: z.int() });

export type SharedQuery = {
  /** Null: all. */
  scopes: string[] | null;
  /** Null: all. */
  key: string | null;
  /** Whether `key` stands for all keys that begin with it. */
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
  /** The newest entry of each key, newest first, without what the session itself shared. */
  listNewestShared: (query: { scopes: string[]; exceptSession: string; limit: number }) =>
    call(sharedEntry.array(), 'list_newest_shared', query),
  /** In order of position. `position`: the newest of the store; a caller that gets fewer than `limit` entries has seen all up to it. */
  listShared: (query: SharedQuery) => call(page, 'list_shared', query),
});
