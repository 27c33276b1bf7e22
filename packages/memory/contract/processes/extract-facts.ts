// A process of the kill tests: opens the store (`postgres <url>`, migrated, or `pglite <folder>`), says the facts given, and works off what is due,
// until it is killed. It prints each fact when the store has taken it, and `said` after the last. Its pace comes from the seed.
import { flushCompileCache } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../../testing/seeded-random.ts';
import type { Database } from '../../src/ports.ts';
import { openFactMemory, sayFacts } from './fact-session.ts';

const [kind = '', place = '', seed = '', ...facts] = process.argv.slice(2);
const memory = await openFactMemory(await open(), 25, seededRandom(Number(seed)));
flushCompileCache(); // else written at the end of a process, which a killed one does not come to
process.stdout.write('open\n');
await sayFacts(memory, facts.map(Number), (fact) => process.stdout.write(`${fact}\n`));
process.stdout.write('said\n');
for (;;) {
  await memory.jobs.drain();
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
