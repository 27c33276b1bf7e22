import { readArguments, usage } from './arguments.ts';
import { runChat } from './run-chat.ts';

const { stdin: input, stdout: output, stderr: errors } = process;

async function main(): Promise<number> {
  const parsed = readArguments(process.argv.slice(2), process.env);
  if ('help' in parsed) {
    output.write(`${usage}\n`);
    return 0;
  }
  if ('problem' in parsed) {
    errors.write(`${parsed.problem}\n\n${usage}\n`);
    return 1;
  }
  const ending = new AbortController();
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ending.abort());
  return runChat(parsed.arguments, { input, output, errors }, ending.signal);
}

output.on('error', (error: NodeJS.ErrnoException) => {
  // whoever read the output has gone (`| head`): nothing is left to say to it
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
process.exitCode = await main();
