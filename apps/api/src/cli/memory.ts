import { reportOutputFailure, runMemoryTool } from './memory/run-memory-tool.ts';

const { stdin: input, stdout: output, stderr: errors } = process;

const words = process.argv.slice(2);
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // a second time it ends at once
    if (ending.signal.aborted) process.exit(130);
    ending.abort();
  });
}
for (const stream of [output, errors]) {
  stream.on('error', (error) => process.exit(reportOutputFailure(words, error, errors)));
}
process.exitCode = await runMemoryTool(words, {
  streams: { input, output, errors },
  variables: process.env,
  signal: ending.signal,
});
// what is still open to be read must not keep the process
input.destroy();
