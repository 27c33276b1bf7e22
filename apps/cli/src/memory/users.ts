import { Command } from '@commander-js/extra-typings';
import type { ShownUser } from '@devai/fastify/protocol/users';
import type { Context } from '../context.ts';
import { distance } from '../terminal/written.ts';
import { listCommand } from './list-command.ts';

/** `memory users`: lists the users of a store, and erases one. */
export const createUsers = (context: Context) =>
  listCommand('users')
    .description('List the users with something in the store, and how much each has.')
    .action(async () => {
      const all: ShownUser[] = [];
      for (let after: string | null = ''; after !== null;) {
        const { users, next }: { users: ShownUser[]; next: string | null } = await context.ask(
          'GET /api/users',
          { query: { after } },
        );
        all.push(...users);
        after = next;
      }
      await context.output.answer(all, (users) => users.map(viewRow));
    })
    .addCommand(
      new Command('erase')
        .description(
          'Erase everything that belongs to a user for good; what projects learned from them stays',
        )
        .argument('<id>')
        .option('--confirm <id>', 'repeat the id instead of answering a question')
        .action(async (user, { confirm }) => {
          const isSure = confirm !== undefined || (await context.confirm(`Erase everything of ${user}?`));
          if (!isSure) return;
          const query = { confirm: confirm ?? user };
          await context.answer('DELETE /api/user/:user', { path: { user }, query }, (gone) => gone);
        }),
    );

const viewRow = ({ user, name, sessions, messages, memories, documents, lastActiveAt }: ShownUser) => ({
  user: name ?? user,
  sessions,
  messages,
  memories,
  documents,
  'last active': lastActiveAt === null ? '' : distance(lastActiveAt),
});
