import { z } from 'zod';
import type { Actor } from '../types.ts';
import type { CallFunction } from './call-function.ts';
import { moment } from './columns.ts';

/** What a store holds of one user. */
export const userRecord = z.object({
  user: z.string().describe('the user, in the form in which the store keeps them'),
  name: z.string().nullable().describe('the id that the host gave, where the stored form is another'),
  sessions: z.int(),
  messages: z.int(),
  memories: z.int().describe('the valid ones about the user, which nobody else reads'),
  documents: z.int().describe('those of no project'),
  lastActiveAt: moment.nullable(),
});
export type UserRecord = z.output<typeof userRecord>;

/** What was erased of a user. */
export const erasedUser = z.object({
  sessions: z.int(),
  messages: z.int(),
  memories: z.int(),
  documents: z.int(),
});
export type ErasedUser = z.output<typeof erasedUser>;

const erasedPart = erasedUser.extend({ done: z.boolean() });

/** The users of a store. */
export const userMethods = (call: CallFunction) => ({
  /** Returns whether the name was kept now. */
  nameUser: (name: string) => call(z.boolean(), 'name_user', { name }),
  /** Those with something in the store, after one of them. */
  listUsers: (after: string, limit: number) => call(userRecord.array(), 'list_users', { after, limit }),
  /** Erases a part of what the user has: repeat it until `done`. */
  eraseUser: (actor: Actor, limit: number) => call(erasedPart, 'erase_user', { actor, limit }),
  /** For whom to forget a memory or a session: null if there is none. */
  ownerOfId: (id: string) => call(z.string().nullable(), 'owner_of_id', { id }),
});
