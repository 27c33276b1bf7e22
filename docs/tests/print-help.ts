/**
 * Prints what each script that is named prints with `--help`, behind a line with its name. All run in one process, because they share most
 * of their modules, and loading those takes a second.
 */
import { resolve } from 'node:path';

const ended = new Error('the script ended its process');
process.exit = (code) => {
  process.exitCode = code ?? process.exitCode ?? 0;
  throw ended;
};
for (const script of process.argv.slice(2)) {
  process.stdout.write(`\n=== ${script}\n`);
  process.argv = [process.execPath, script, '--help'];
  await import(resolve(script)).catch((error: unknown) => {
    if (error !== ended) throw error;
  });
}
