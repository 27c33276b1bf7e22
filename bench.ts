/** `pnpm bench <name> [options]`: runs one benchmark. Without a name it lists them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const benchmarks: Record<string, string> = {
  turn: 'apps/api/bench/turn.ts',
  compaction: 'apps/api/bench/compaction.ts',
};

const [name = '', ...options] = process.argv.slice(2);
const script = benchmarks[name];
if (script === undefined) {
  process.stderr.write(`pnpm bench ${Object.keys(benchmarks).join(' | ')} [options]\n`);
  process.exit(name === '' ? 0 : 1);
}
const { status } = spawnSync(
  process.execPath,
  ['--expose-gc', join(import.meta.dirname, script), ...options],
  {
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
