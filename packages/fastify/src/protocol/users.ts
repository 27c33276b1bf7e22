import { erasedUser as erased, userRecord } from '@devai/memory/store/users';
import { z } from 'zod';

/** What a store holds of one user. */
export const shownUser = userRecord.meta({ id: 'User' });
export type ShownUser = z.infer<typeof shownUser>;

export const userPage = z.object({
  users: z.array(shownUser).describe('in the order of their stored form'),
  next: z.string().nullable().describe('send it as `after` for the next page; null: there is none'),
});

/** What was erased of a user. */
export const erasedUser = erased;
