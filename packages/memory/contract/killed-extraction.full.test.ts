import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../testing/seeded-random.ts';
import type { Memory } from '../src/memory.ts';
import { openPgliteDatabase } from '../src/store/drivers/pglite.ts';
import { openPostgresDatabase } from '../src/store/drivers/postgres.ts';
import { factText } from '../testing/fact-answers.ts';
import { startShortLivedEngines } from '../testing/short-lived.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { seed, server, temporaryDatabase } from './kept-stores.ts';
import { countMessages, openFactMemory } from './processes/fact-session.ts';
import { startProcess, type StartedProcess } from './processes/start-process.ts';

// the file is alone in its process
startShortLivedEngines();

type Killed = { said: Set<number>; kills: number };

describe(`kill -9 at random moments of the extraction (seed ${seed})`, () => {
  it('loses and doubles nothing in the embedded store', async () => {
    const folder = await temporaryFolder();
    await (await openPgliteDatabase({ folder })).close();
    const killed = await killAgainAndAgain(['pglite', folder], { kills: 3, lanes: 1 });
    const memory = await openFactMemory(await openPgliteDatabase({ folder }), 0, () => 0);
    try {
      await expectNothingLostOrDoubled(memory, killed);
    } finally {
      await memory.close();
    }
  }, 300_000);

  it.skipIf(server === null)(
    'loses and doubles nothing in 9 kills of processes that share a server',
    async () => {
      const url = await temporaryDatabase();
      const memory = await openFactMemory(await openPostgresDatabase({ url }), 0, () => 0);
      try {
        const killed = await killAgainAndAgain(['postgres', url], { kills: 9, lanes: 3 });
        await expectNothingLostOrDoubled(memory, killed);
        expect(await interruptedTries(memory)).toBeGreaterThan(1);
      } finally {
        await memory.close();
      }
    },
    600_000,
  );
});

/**
 * Starts process after process on a store, `lanes` at the same time, each of which says three facts (one of them was said
 * before, by another) and extracts what is due, and kills each at a random moment after it had opened the store.
 */
async function killAgainAndAgain(
  place: string[],
  { kills, lanes }: { kills: number; lanes: number },
): Promise<Killed> {
  const random = seededRandom(seed);
  const said = new Set<number>();
  let started = 0;
  const lane = async () => {
    while (started < kills) {
      started += 1;
      const facts = [2 * started, 2 * started + 1, Math.floor(2 * started * random())];
      const child = startProcess('extract-facts.ts', ...place, String(seed + started), ...facts.map(String));
      expect(await child.firstLine()).toBe('open');
      await waitToKill(child, random);
      await child.kill();
      for (const line of child.lines()) if (/^\d+$/.test(line)) said.add(Number(line));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { said, kills: started };
}

/**
 * Waits for a moment while a process speaks (one in four), else for one of the extraction after it. How long that takes, on this
 * machine at this time, the process has shown by how long it spoke.
 */
async function waitToKill(child: StartedProcess, random: () => number): Promise<void> {
  const opened = performance.now();
  const linesOfAll = 5; // open, three facts, said
  const wanted = random() < 0.25 ? 1 + Math.floor((linesOfAll - 1) * random()) : linesOfAll;
  while (child.lines().length < wanted && child.child.exitCode === null) await pause(1);
  const spoke = performance.now() - opened;
  await pause(random() * (wanted === linesOfAll ? 2 * spoke + 80 : 10));
}

/** Works off what is left, also what a killed process held and what it had no time to enqueue. */
async function finish(memory: Memory): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    await memory.jobs.drain();
    const sessions = await memory.sessions.list({ limit: 1_000 });
    const isDone = sessions.every((one) => one.extractedThrough === one.messageCount);
    if (isDone && (await memory.jobs.count()).open === 0) return;
    if (performance.now() > deadline) throw new Error('something is never extracted');
    await pause(50);
  }
}

async function expectNothingLostOrDoubled(memory: Memory, { said, kills }: Killed): Promise<void> {
  await finish(memory);
  const stored: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await memory.memories.list({
      includeInvalid: true,
      limit: 500,
      ...(after === undefined ? {} : { after }),
    });
    stored.push(...page.map(({ content }) => content));
    after = page.at(-1)?.id;
    if (after === undefined) break;
  }
  // none twice, and each that a process was told is stored, is there; the one under way at a kill may be there as well
  expect(stored.toSorted()).toEqual([...new Set(stored)].toSorted());
  expect([...said].map(factText).filter((fact) => !stored.includes(fact))).toEqual([]);
  expect(stored.length).toBeLessThanOrEqual(said.size + kills);

  const messages = await countMessages(memory);
  expect(messages.taken).toBe(messages.said);
  const sessions = await memory.sessions.list({ limit: 10_000 });
  expect(sessions.filter(({ extractedThrough, gist }) => extractedThrough > 0 !== (gist !== null))).toEqual(
    [],
  );

  const { jobs, memories } = await memory.stats();
  expect(memories).toMatchObject({ valid: stored.length, invalid: 0, unembedded: 0 });
  expect(jobs).toMatchObject({ waiting: 0, running: 0, dead: 0 });
}

/** How often a kill hit a job under way: without any, the test would show nothing. */
async function interruptedTries(memory: Memory): Promise<number> {
  const jobs = await memory.jobs.list({ limit: 10_000 });
  return jobs.reduce((sum, { attempts }) => sum + attempts - 1, 0);
}
