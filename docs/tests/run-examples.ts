/**
 * Runs each file that is named to its end, in a new folder of its own, behind a line that says so. All run in one process, because they
 * share most of their modules, and loading those takes a second.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

for (const file of process.argv.slice(2)) {
  const folder = await mkdtemp(join(tmpdir(), 'devai-example-'));
  process.chdir(folder);
  process.stdout.write('=== an example\n');
  try {
    await import(file);
  } finally {
    process.chdir(tmpdir());
    await rm(folder, { recursive: true });
  }
}
