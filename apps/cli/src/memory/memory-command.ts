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
const reading: CreateCommand[] = [search, explain, why, list, show, historyOf];
const changing: CreateCommand[] = [edit, pin, unpin, forget, restore];
const theWholeStore: CreateCommand[] = [
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

/** `memory`: shows and changes what is remembered. */
export function createMemoryCommand(context: Context) {
  const memory = new Command('memory')
    .description('Shows and changes what DevAI remembers.')
    .option('--json', 'write one JSON document instead of tables')
    .option('--url <address>', 'the server (default: DEVAI_URL, else HOST and PORT)')
    .option('--token <token>', 'its DEVAI_API_TOKEN (default: DEVAI_API_TOKEN)')
    .hook('preAction', (called) => {
      context.whereabouts = called.opts();
    })
    .addHelpText('after', notes);
  for (const create of [...reading, ...changing, ...theWholeStore]) memory.addCommand(create(context));
  return memory;
}

const notes = `
It speaks to the server that runs where DEVAI_URL, or HOST and PORT, say; when none runs, it opens
the store itself. Where an id is asked for, its beginning will do (6 characters or more).
It ends with 0 when all is well, 1 when something failed, 2 when it was called in a wrong way, 130
when it was stopped by Ctrl-C. For programs: pnpm --silent memory <command> --json`;
