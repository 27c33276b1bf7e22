import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

/** Runs the script that the first argument names, with the other arguments, and ends with its exit code. Prints the usage for an unknown name. */
export function runNamed(command: string, scripts: Record<string, string>): never {
  const [name = '', ...options] = process.argv.slice(2);
  const script = scripts[name];
  if (script === undefined) {
    const asks = ['', '--help', '-h', '--version'].includes(name);
    const usage = `pnpm ${command} ${Object.keys(scripts).join(' | ')} [options]`;
    (asks ? process.stdout : process.stderr).write(`${name === '--version' ? manifest.version : usage}\n`);
    process.exit(asks ? 0 : 2);
  }
  const endWithReader = new URL('end-with-reader.ts', import.meta.url).href;
  // V8 sometimes ends a process that opens and closes many embedded stores while it frees their compiled code (nodejs/node#64500)
  const flags = ['--expose-gc', '--no-wasm-code-gc'];
  const words = [...flags, '--import', endWithReader, join(import.meta.dirname, '..', script), ...options];
  const { status, signal } = spawnSync(process.execPath, words, { stdio: 'inherit' });
  if (signal !== null) process.stderr.write(`${name} was ended by ${signal}\n`);
  process.exit(status ?? 1);
}
