// A process of the kill tests: opens the store (`postgres <url>`, migrated, or `pglite <folder>`) and works off the consolidation that
// waits, until it is killed. It prints `open`, then a line before and after each call of the store, and `idle` when nothing is left.
import { flushCompileCache } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../src/ports.ts';
import { openWordings } from './wordings.ts';

const [kind = '', place = ''] = process.argv.slice(2);
const database = await open();
let isOpen = false;
const memory = await openWordings({
  ...database,
  async call(name, args) {
    if (isOpen) process.stdout.write(`${name}\n`);
    const result = await database.call(name, args);
    if (isOpen) process.stdout.write(`${name} done\n`);
    return result;
  },
});
flushCompileCache(); // else written at the end of a process, which a killed one does not come to
isOpen = true;
process.stdout.write('open\n');
for (;;) {
  const ran = await memory.jobs.drain();
  if (ran === 0 && (await memory.jobs.count()).open === 0) process.stdout.write('idle\n');
  await pause(20);
}

/** Only the driver that is needed is loaded: the process is started hundreds of times. */
async function open(): Promise<Database> {
  if (kind === 'pglite') {
    const { openPgliteDatabase } = await import('../../src/store/drivers/pglite.ts');
    return openPgliteDatabase({ folder: place });
  }
  const { postgresDatabase, postgresPool } = await import('../../src/store/drivers/postgres-driver.ts');
  return postgresDatabase(await postgresPool(place, { poolSize: 3 }));
}
