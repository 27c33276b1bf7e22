import { MemoryError } from '@devai/memory';
import { z } from 'zod';
import { queries } from '../protocol/requests.ts';
import { erasedUser, userPage } from '../protocol/users.ts';
import { counting, operatorsAlone, type Routes, type Served } from './routes.ts';

const params = z.strictObject({ user: z.string().min(1).max(200) });

/** `/api/users`: who has something in the store, and erasing one of them. */
export function registerUsers(routes: Routes, { operators }: Served): void {
  routes.get('/api/users', {
    config: { ...counting, isOperators: true },
    schema: {
      operationId: 'listUsers',
      summary: 'Lists the users with something in the store, and how much each has',
      querystring: queries['GET /api/users'],
      response: { 200: userPage },
    },
    async handler({ query: { after, limit } }) {
      const users = await operators.users.list({ after, limit });
      return { users, next: users.length === limit ? (users.at(-1)?.user ?? null) : null };
    },
  });
  routes.delete('/api/user/:user', {
    config: operatorsAlone,
    schema: {
      operationId: 'eraseUser',
      summary:
        'Erases everything that belongs to a user for good; what projects learned from them stays, without their words',
      params,
      querystring: queries['DELETE /api/user/:user'],
      response: { 200: erasedUser },
    },
    handler({ params: { user }, query: { confirm } }) {
      if (confirm !== user)
        throw new MemoryError('invalid_input', `confirm: must be "${user}", because this cannot be undone`);
      return operators.users.erase(user);
    },
  });
}
