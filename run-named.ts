import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Runs the script that the command line names with the options behind it, and ends with its exit code. */
export function runNamed(command: string, scripts: Record<string, string>): never {
  const [name = '', ...options] = process.argv.slice(2);
  const script = scripts[name];
  if (script === undefined) {
    process.stderr.write(`pnpm ${command} ${Object.keys(scripts).join(' | ')} [options]\n`);
    process.exit(name === '' ? 0 : 1);
  }
  const path = join(import.meta.dirname, script);
  const { status } = spawnSync(process.execPath, ['--expose-gc', path, ...options], { stdio: 'inherit' });
  process.exit(status ?? 1);
}
