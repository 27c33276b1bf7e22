/**
 * `pnpm bench start`: measures milliseconds and peak memory of the first opening of a store in a folder, with the template kept by an
 * earlier opening and with one that is made first, five times each in turns, each in its own process.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { templateFolder } from '../../packages/memory/src/store/drivers/pglite-template.ts';
import { openPgliteDatabase } from '../../packages/memory/src/store/drivers/pglite.ts';

const way = z.enum(['made', 'kept']);
const figures = z.object({ milliseconds: z.number(), megabytes: z.number() });
type Figures = z.infer<typeof figures>;

const rounds = 5;
const given = way.safeParse(process.argv[2]);
if (given.success) await measure(given.data);
else if (process.argv.length === 2) compare();
else process.stdout.write('pnpm bench start takes no options\n');

/** Runs in the process of one opening and prints its figures. */
async function measure(name: z.infer<typeof way>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'devai-start-'));
  if (name === 'made') rmSync(templateFolder, { recursive: true, force: true });
  const start = performance.now();
  const database = await openPgliteDatabase({ folder: join(folder, 'store') });
  const milliseconds = performance.now() - start;
  process.stdout.write(JSON.stringify({ milliseconds, megabytes: process.resourceUsage().maxRSS / 1024 }));
  await database.close();
  rmSync(folder, { recursive: true });
}

function compare(): void {
  const measured: Record<z.infer<typeof way>, Figures[]> = { made: [], kept: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of way.options) {
      const { stdout } = spawnSync(process.execPath, [import.meta.filename, name], { encoding: 'utf8' });
      measured[name].push(figures.parse(JSON.parse(stdout)));
    }
  }
  process.stdout.write(
    '| template | ms, median (least to most) | peak memory, MB |\n| --- | ---: | ---: |\n',
  );
  for (const name of way.options) {
    const times = measured[name]
      .map(({ milliseconds }) => Math.round(milliseconds))
      .toSorted((a, b) => a - b);
    const memory = Math.round(Math.max(...measured[name].map(({ megabytes }) => megabytes)));
    process.stdout.write(`| ${name} | ${times[2]} (${times[0]} to ${times.at(-1)}) | ${memory} |\n`);
  }
}
