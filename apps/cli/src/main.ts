#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// before the program is loaded, so that all its modules are cached; in a folder that only the owner can write
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
const [{ runProgram }, { cliError }, { createOutput }] = await Promise.all([
  import('./program.ts'),
  import('./cli-error.ts'),
  import('./terminal/output.ts'),
]);

const { stdin: input, stdout: output, stderr: errors } = process;

const words = process.argv.slice(2);
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // the second signal ends the process at once
    if (ending.signal.aborted) process.exit(130);
    ending.abort();
  });
}
for (const stream of [output, errors]) stream.on('error', endWithoutOutput);

process.exitCode = await runProgram(words, { streams: { input, output, errors }, signal: ending.signal });
// an open standard input would keep the process running
input.destroy();

/** Exits quietly if the reader has closed the pipe (`| head`), except for an export, which is useless if incomplete. */
function endWithoutOutput(error: NodeJS.ErrnoException): never {
  const isGone = error.code === 'EPIPE';
  if (isGone && !words.includes('export')) process.exit(0);
  const why = isGone ? 'whoever read it has left' : error.message;
  createOutput({ output: errors, errors }, words.includes('--json'), 'never').fail(
    cliError('file', `the output could not be written completely: ${why}`, { cause: error }),
  );
  process.exit(1);
}
