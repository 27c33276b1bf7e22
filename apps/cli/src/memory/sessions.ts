import { Command } from '@commander-js/extra-typings';
import type { shownSession } from '@devai/fastify/protocol/session';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { listCommand } from './list-command.ts';
import { oneLine } from '../terminal/printable.ts';
import { distance, shortId } from '../terminal/written.ts';
import { projectHelp, text, wholeNumber } from './filter-options.ts';
import { viewLeft } from './forget-message.ts';
import { fullId } from './full-id.ts';
import { sessionChoiceCommands } from './session-choices.ts';

export function createSessions(context: Context) {
  const command = listCommand('sessions')
    .description('List sessions in which something was said, last active first.')
    .option('--project <name>', projectHelp)
    .option('--all-projects', 'include all projects')
    .option('--children', 'include sessions of delegated tasks')
    .option('--limit <n>', 'maximum number', wholeNumber(200), 50)
    .action(async (query) => {
      const { sessions } = await context.ask('GET /api/memory/sessions', { query });
      await context.output.answer(sessions, (all) => all.map(viewSession));
    })
    .addCommand(
      new Command('rename')
        .description('Give a session a name')
        .argument('<id>')
        .argument('<name>', 'the name, in quotes', text)
        .action(async (id, name) => {
          const path = { id: await fullId(context, 'session', id) };
          await context.answer('PUT /api/memory/sessions/:id', { path, json: { name } }, viewSession);
        }),
    );
  command.addCommand(deleteCommand(context));
  for (const inner of sessionChoiceCommands(context)) command.addCommand(inner);
  return command;
}

const deleteCommand = (context: Context) =>
  new Command('delete')
    .description(
      'Erase a session for good, and its quotes in other sessions; asks first. The memories that came from it stay, without quotes.',
    )
    .argument('<id>')
    .option('--yes', 'do not ask')
    .action(async (given, { yes = false }) => {
      const { ask, confirm, output } = context;
      const id = await fullId(context, 'session', given);
      const path = { id };
      if (!yes) {
        const { session } = await ask('GET /api/memory/sessions/:id', { path, query: { limit: 1 } });
        const { name, firstWords, messageCount } = session;
        output.note(`${id}: ${messageCount} messages\n  ${oneLine(name ?? firstWords ?? '', 300)}`);
        if (!(await confirm('Erase it and its quotes for good? This cannot be undone.'))) {
          await output.answer({ id, deleted: false }, () => ({ id, deleted: false }));
          return;
        }
      }
      const result = await ask('DELETE /api/memory/sessions/:id', { path });
      await output.answer({ id, deleted: true, ...result }, ({ messages, sessionIds, memories }) => ({
        ...{ id, deleted: true, 'erased messages': messages },
        'sessions of its tasks': sessionIds.length === 1 ? null : sessionIds.length - 1,
        ...viewLeft(memories),
      }));
    });

type ShownSession = z.infer<typeof shownSession>;

const viewSession = ({
  id,
  lastActiveAt,
  messageCount,
  project,
  agent,
  parent,
  handedOverFrom,
  name,
  firstWords,
  gist,
}: ShownSession) => ({
  id: shortId(id),
  'last active': distance(lastActiveAt),
  messages: messageCount,
  project,
  agent: [
    agent,
    ...(parent === null ? [] : [`for ${shortId(parent.session)}`]),
    ...(handedOverFrom === null ? [] : [`after ${shortId(handedOverFrom)}`]),
  ].join(', '),
  about: about(name, gist) ?? firstWords,
});

/** Name and gist. Leaves out a name that is only the beginning of the gist. */
function about(name: string | null, gist: string | null): string | null {
  if (name === null || gist === null) return name ?? gist;
  return gist.startsWith(name.replace(/ …$/u, '')) ? gist : `${name}: ${gist}`;
}
