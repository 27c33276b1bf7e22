import type { Command } from './command.ts';
import { calibrate } from './commands/calibrate.ts';
import { edit, pin, restore, unpin } from './commands/change.ts';
import { decay } from './commands/decay.ts';
import { doctor } from './commands/doctor.ts';
import { explain } from './commands/explain.ts';
import { exportAll } from './commands/export.ts';
import { forget } from './commands/forget.ts';
import { historyOf } from './commands/history.ts';
import { importAll } from './commands/import.ts';
import { jobs } from './commands/jobs.ts';
import { list } from './commands/list.ts';
import { reembed } from './commands/reembed.ts';
import { scrub } from './commands/scrub.ts';
import { search } from './commands/search.ts';
import { show } from './commands/show.ts';
import { showStats } from './commands/stats.ts';
import { why } from './commands/why.ts';

/** In the order of the help. */
export const commands: Command[] = [
  search,
  explain,
  why,
  list,
  show,
  historyOf,
  edit,
  pin,
  unpin,
  forget,
  restore,
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
