import { Command } from '@commander-js/extra-typings';
import type { sessionChoices } from '@devai/fastify/protocol/context';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { fullId } from './full-id.ts';

const commands = [
  { name: 'pin', method: 'POST', list: 'pinned', what: 'Put memories into every prompt of a session' },
  { name: 'unpin', method: 'DELETE', list: 'pinned', what: 'Undo pin' },
  { name: 'exclude', method: 'POST', list: 'excluded', what: "Keep memories out of a session's prompts" },
  { name: 'include', method: 'DELETE', list: 'excluded', what: 'Undo exclude' },
] as const;

/** Commands that put memories into the prompts of one session, or keep them out. */
export const sessionChoiceCommands = (context: Context) => [
  ...commands.map(({ name, method, list, what }) =>
    new Command(name)
      .description(what)
      .argument('<session>')
      .argument('<memory...>', 'ids of memories')
      .action(async (session, given) => {
        const ids = [];
        for (const id of given) ids.push(await fullId(context, 'memory', id));
        const path = await pathOf(context, session);
        const chosen = { [list]: ids };
        await (method === 'POST'
          ? context.answer('POST /api/memory/sessions/:id/memories', { path, json: chosen }, viewChoices)
          : context.answer('DELETE /api/memory/sessions/:id/memories', { path, query: chosen }, viewChoices));
      }),
  ),
  new Command('choices')
    .description("Show what the user put into a session's prompts or kept out of them")
    .argument('<session>')
    .action(async (session) => {
      const path = await pathOf(context, session);
      await context.answer('GET /api/memory/sessions/:id/memories', { path }, viewChoices);
    }),
];

const pathOf = async (context: Context, session: string) => ({
  id: await fullId(context, 'session', session),
});

const viewChoices = ({ pinned, excluded, hidden, shares }: z.infer<typeof sessionChoices>) => ({
  pinned: pinned.join('\n'),
  excluded: excluded.join('\n'),
  'hidden messages': hidden,
  shares: Object.entries(shares)
    .map(([priority, share]) => `P${priority} ${share}`)
    .join(', '),
});
