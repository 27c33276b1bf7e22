import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../testing/seeded-random.ts';
import { wordings } from '../testing/reword.ts';
import type { Memory } from '../src/memory.ts';
import type { Database } from '../src/ports.ts';
import { openPgliteDatabase } from '../src/store/drivers/pglite.ts';
import { openPostgresDatabase } from '../src/store/drivers/postgres.ts';
import { createStore } from '../src/store/store.ts';
import { startShortLivedEngines } from '../testing/short-lived.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { seed, server, temporaryDatabase } from './kept-stores.ts';
import { startProcess } from './processes/start-process.ts';
import { openWordings, project, seedWordings } from './processes/wordings.ts';

// the file is alone in its process
startShortLivedEngines();

const random = seededRandom(seed);

type Place = { process: string[]; open: () => Promise<Database> };
/** Statements that are said in several wordings; as many are said once, of which half are above the budget. */
type Size = { statements: number; kills: number };
const budgetFor = (statements: number): number => Math.ceil(1.5 * statements);

describe(`kill -9 at random moments of a consolidation (seed ${seed})`, () => {
  it('loses and doubles nothing in the embedded store', async () => {
    const folder = await temporaryFolder();
    const open = () => openPgliteDatabase({ folder });
    await tryAt({ process: ['pglite', folder], open }, { statements: 25, kills: 3 });
  }, 300_000);

  it.skipIf(server === null)(
    'loses and doubles nothing in 6 kills on a server',
    async () => {
      const url = await temporaryDatabase();
      const open = () => openPostgresDatabase({ url });
      await tryAt({ process: ['postgres', url], open }, { statements: 40, kills: 6 });
    },
    600_000,
  );
});

/** Stores statements in three wordings each, and makes a consolidation wait for its first worker. */
async function prepare({ open }: Place, { statements }: Size): Promise<void> {
  const database = await open();
  const store = createStore(database);
  await seedWordings(database, statements);
  await store.saveProject(project, { settings: { memoryBudget: { memories: budgetFor(statements) } } });
  await store.enqueueJob({ kind: 'consolidate', key: project, payload: {}, delaySeconds: 0 });
  await database.close();
}

/** Kills the `kills` first workers at random calls of the store, and lets the next one finish. Returns how many were killed. */
async function killAgainAndAgain({ process: place }: Place, kills: number): Promise<number> {
  for (let killed = 0; ; killed += 1) {
    const child = startProcess('consolidate-wordings.ts', ...place);
    expect(await child.firstLine()).toBe('open');
    const wanted = killed < kills ? 2 + Math.floor(14 * random()) : Number.POSITIVE_INFINITY;
    while (child.lines().length < wanted && !child.lines().includes('idle')) await pause(1);
    const isIdle = child.lines().includes('idle');
    await pause(3 * random());
    await child.kill();
    if (isIdle) return killed;
  }
}

async function expectNothingLostOrDoubled(memory: Memory, { statements }: Size): Promise<void> {
  const [job, ...others] = await memory.jobs.list();
  expect(others).toEqual([]);
  expect(job).toMatchObject({ kind: 'consolidate', status: 'done', result: { skipped: [], refused: [] } });
  const all = await memory.memories.list({ includeInvalid: true, limit: 100_000 });
  const written = all.filter(({ source }) => source === 'consolidation');
  const originals = all.filter(({ source }) => source !== 'consolidation');
  expect(originals).toHaveLength((wordings + 1) * statements);
  const heirs = originals.filter(({ supersededBy }) => supersededBy !== null).map((one) => one.supersededBy);
  expect(new Set(heirs)).toEqual(new Set(written.map(({ id }) => id)));
  expect(all.filter(({ isValid }) => isValid).length).toBeLessThanOrEqual(budgetFor(statements));
  for (const { id, isValid, archived, source, supersededBy } of all) {
    const actions = (await memory.memories.history(id)).map(({ action }) => action);
    const ended = isValid ? [] : [archived ? 'archived' : 'merged'];
    const changes = actions.filter((action) => action !== 'added' && action !== 'updated');
    expect({ id, changes }).toEqual({ id, changes: ended });
    expect(actions.filter((action) => action === 'updated').length).toBeLessThanOrEqual(1);
    if (source === 'consolidation') expect(actions).toContain('added');
    else expect(isValid || archived || supersededBy !== null).toBe(true);
  }
  // each kept call is in the ledger once, whichever process was killed
  const { usage } = await memory.stats();
  expect(usage).toMatchObject([{ operation: 'consolidate' }]);
  expect(usage[0]?.allTime.calls).toBe(job?.result?.['asked']);

  const { left } = await memory.jobs.undo(job?.id ?? '', 'to see what it did');
  expect(left).toEqual([]);
  const valid = await memory.memories.list({ limit: 100_000 });
  expect(valid.map(({ id }) => id).toSorted()).toEqual(originals.map(({ id }) => id).toSorted());
}

async function tryAt(place: Place, size: Size): Promise<void> {
  await prepare(place, size);
  const killed = await killAgainAndAgain(place, size.kills);
  expect(killed).toBeGreaterThanOrEqual(size.kills);
  const memory = await openWordings(await place.open());
  try {
    await expectNothingLostOrDoubled(memory, size);
  } finally {
    await memory.close();
  }
}
