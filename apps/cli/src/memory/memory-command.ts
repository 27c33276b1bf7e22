import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Context } from '../context.ts';
import { edit, pin, restore, unpin } from './change.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { exportAll } from './export.ts';
import { forget } from './forget.ts';
import { historyOf } from './history.ts';
import { importAll } from './import.ts';
import { jobs } from './jobs.ts';
import { list } from './list.ts';
import { search } from './search.ts';
import { show } from './show.ts';
import { showStats } from './stats.ts';
import { calibrate, decay, reembed, scrub } from './upkeep.ts';
import { why } from './why.ts';

type CreateCommand = (context: Context) => CommandUnknownOpts;

// in the order of the help
const readCommands: CreateCommand[] = [search, explain, why, list, show, historyOf];
const changeCommands: CreateCommand[] = [edit, pin, unpin, forget, restore];
const storeCommands: CreateCommand[] = [
  exportAll,
  importAll,
  showStats,
  jobs,
  decay,
  reembed,
  calibrate,
  scrub,
  doctor,
];

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
  for (const create of [...readCommands, ...changeCommands, ...storeCommands])
    memory.addCommand(create(context));
  return memory;
}

const notes = `
Uses the server at DEVAI_URL, or at HOST and PORT; when none runs, opens the store itself.
The first 6 characters of an id are enough. For scripts: pnpm --silent memory <command> --json
Exit codes: 0 success, 1 failure, 2 wrong usage, 130 Ctrl-C.`;
