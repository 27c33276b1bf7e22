import type { Context } from '../context.ts';
import { serverCommand } from '../server/server-command.ts';
import { changeCommands } from './change-commands.ts';
import { createConsolidate } from './consolidate.ts';
import { createContextCommand } from './context.ts';
import { createDocuments } from './documents.ts';
import { createExport } from './export.ts';
import { createFocus } from './focus.ts';
import { createForget } from './forget.ts';
import { createGraph } from './graph.ts';
import { createImport } from './import.ts';
import { createIngest } from './ingest.ts';
import { createList } from './list.ts';
import { recallCommands } from './recall-commands.ts';
import { createProjects } from './projects.ts';
import { createUsers } from './users.ts';
import { createSearch } from './search.ts';
import { createShared } from './shared.ts';
import { createSessions } from './sessions.ts';
import { storeCommands } from './store-commands.ts';

/** Name and description of the command `help`. */
export const helpCommand = ['help [command]', 'Show the help of a command'] as const;

/** `memory`: shows and changes what is remembered. */
export function createMemoryCommand(context: Context) {
  const memory = serverCommand(context, 'memory')
    .description('Show and change what DevAI remembers.')
    .option('--json', 'write one JSON document instead of tables')
    .helpCommand(...helpCommand)
    .addHelpText('after', notes);
  const commands = [
    createSearch(context),
    ...recallCommands(context),
    createList(context),
    ...changeCommands(context),
    createGraph(context),
    createForget(context),
    createProjects(context),
    createConsolidate(context),
    createSessions(context),
    createShared(context),
    createContextCommand(context),
    createIngest(context),
    createDocuments(context),
    createFocus(context),
    createExport(context),
    createImport(context),
    createUsers(context),
    ...storeCommands(context),
  ];
  for (const command of commands) memory.addCommand(command);
  return memory;
}

const notes = `
The commands use the server at --url or DEVAI_URL, else the one at HOST and
PORT. If none runs there, or DATABASE_URL, SUPABASE_URL or DEVAI_DATA names
another store than it has, they open the store themselves. Which it is stands
on standard error. The first 6 characters of an id are enough.
For scripts: pnpm --silent memory <command> --json
Exit codes: 0 success, 1 failure, 2 wrong usage, 130 Ctrl-C.`;
