import { Command } from '@commander-js/extra-typings';
import type { Context } from '../context.ts';
import { changeCommands } from './change-commands.ts';
import { createExport } from './export.ts';
import { createForget } from './forget.ts';
import { createImport } from './import.ts';
import { createList } from './list.ts';
import { recallCommands } from './recall-commands.ts';
import { createSearch } from './search.ts';
import { storeCommands } from './store-commands.ts';

/** `memory`: show and change what is remembered. */
export function createMemoryCommand(context: Context) {
  const memory = new Command('memory')
    .description('Show and change what DevAI remembers.')
    .option('--json', 'write one JSON document instead of tables')
    .option('--url <address>', 'the server (default: DEVAI_URL, else HOST and PORT)')
    .option('--token <token>', 'its DEVAI_API_TOKEN (default: DEVAI_API_TOKEN)')
    .hook('preAction', (called) => {
      context.whereabouts = called.opts();
    })
    .addHelpText('after', notes);
  const commands = [
    createSearch(context),
    ...recallCommands(context),
    createList(context),
    ...changeCommands(context),
    createForget(context),
    createExport(context),
    createImport(context),
    ...storeCommands(context),
  ];
  for (const command of commands) memory.addCommand(command);
  return memory;
}

const notes = `
Uses the server at DEVAI_URL, or at HOST and PORT; when none runs, opens the store itself.
The first 6 characters of an id are enough. For scripts: pnpm --silent memory <command> --json
Exit codes: 0 success, 1 failure, 2 wrong usage, 130 Ctrl-C.`;
