import { Command } from '@commander-js/extra-typings';
import { sessionChoices } from '@devai/api/protocol/context';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Route } from '../server/api.ts';
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
        const route: Route = [method, await choicesPath(context, session)];
        const chosen = { [list]: ids };
        const asking = method === 'POST' ? { json: chosen } : { query: chosen };
        await context.answer(sessionChoices, route, asking, viewChoices);
      }),
  ),
  new Command('choices')
    .description("Show what the user put into a session's prompts or kept out of them")
    .argument('<session>')
    .action(async (session) => {
      await context.answer(sessionChoices, ['GET', await choicesPath(context, session)], {}, viewChoices);
    }),
];

const choicesPath = async (context: Context, session: string): Promise<string> =>
  `/api/memory/sessions/${await fullId(context, 'session', session)}/memories`;

const viewChoices = ({ pinned, excluded, hidden, shares }: z.infer<typeof sessionChoices>) => ({
  pinned: pinned.join('\n'),
  excluded: excluded.join('\n'),
  'hidden messages': hidden,
  shares: Object.entries(shares)
    .map(([priority, share]) => `P${priority} ${share}`)
    .join(', '),
});
