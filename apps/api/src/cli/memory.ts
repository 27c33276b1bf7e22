import { runMemoryTool } from './memory/run-memory-tool.ts';

const { stdin: input, stdout: output, stderr: errors } = process;

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // a second time it ends at once
    if (ending.signal.aborted) process.exit(130);
    ending.abort();
  });
}
for (const stream of [output, errors]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // whoever read the output has gone (`| head`): nothing is left to say to it
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
process.exitCode = await runMemoryTool(process.argv.slice(2), {
  streams: { input, output, errors },
  variables: process.env,
  signal: ending.signal,
});
