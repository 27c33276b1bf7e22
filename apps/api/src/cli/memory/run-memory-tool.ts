import type { Command, Context } from './command.ts';
import { commands } from './commands.ts';
import { confirm } from './confirm.ts';
import { connect } from './connect.ts';
import { renderCommandHelp, renderHelp } from './help.ts';
import type { MemoryApi } from './memory-api.ts';
import { createOutput, type Streams } from './output.ts';
import { parseCommand, type Parsed } from './parse-command.ts';
import { toolError, toToolError } from './tool-error.ts';

export const exitCodes = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const;

export type Surroundings = {
  streams: Streams;
  variables: Record<string, string | undefined>;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
};

/** Runs one command line, all of it, and returns the exit code. */
export async function runMemoryTool(given: string[], surroundings: Surroundings): Promise<number> {
  // pnpm hands on the -- that some put before the words
  const args = given[0] === '--' ? given.slice(1) : given;
  const output = createOutput(surroundings.streams, args.includes('--json'), surroundings.variables);
  try {
    return await runCommandLine(args, surroundings, output);
  } catch (thrown) {
    const stopped = surroundings.signal.aborted;
    const error = stopped
      ? toolError('interrupted', interruption(thrown), { cause: thrown })
      : toToolError(thrown);
    output.fail(error);
    if (stopped) return exitCodes.interrupted;
    return error.code === 'usage' || error.code === 'not_confirmed' ? exitCodes.usage : exitCodes.failed;
  }
}

/**
 * What becomes of a command whose output cannot be written any more, as an exit code. Whoever read it may have left (`| head`): then nothing is
 * left to say, unless a part of the output is of no use.
 */
export function reportOutputFailure(
  given: string[],
  error: NodeJS.ErrnoException,
  errors: Streams['errors'],
): number {
  const name = given[0] === '--' ? given[1] : given[0];
  const isNeeded = commands.find((one) => one.name === name)?.needsItsOutput ?? false;
  if (error.code === 'EPIPE' && !isNeeded) return exitCodes.ok;
  const why = error.code === 'EPIPE' ? 'whoever read it has left' : error.message;
  const output = createOutput({ input: process.stdin, output: errors, errors }, given.includes('--json'), {});
  output.fail(toolError('file', `the output could not be written to its end: ${why}`, { cause: error }));
  return exitCodes.failed;
}

async function runCommandLine(
  args: string[],
  surroundings: Surroundings,
  output: Context['output'],
): Promise<number> {
  const [name = 'help', ...rest] = args;
  const write = (text: string) => surroundings.streams.output.write(`${text}\n`);
  if (name === 'help' || name === '--help' || name === '-h') {
    write(rest[0] === undefined ? renderHelp(commands) : renderCommandHelp(findCommand(rest[0])));
    return exitCodes.ok;
  }
  const command = findCommand(name);
  const parsed = parseCommand(command, rest);
  if (parsed.options.flag('help')) {
    write(renderCommandHelp(command));
    return exitCodes.ok;
  }
  return (await run(command, parsed, surroundings, output)) ? exitCodes.ok : exitCodes.failed;
}

function findCommand(name: string): Command {
  const command = commands.find((one) => one.name === name);
  if (command) return command;
  const similar = commands.filter((one) => one.name.startsWith(name.slice(0, 2))).map((one) => one.name);
  const hint = similar.length > 0 ? ` Did you mean ${similar.join(' or ')}?` : '';
  throw toolError('usage', `there is no command "${name}".${hint}`);
}

async function run(
  command: Command,
  { words, options }: Parsed,
  { streams, variables, signal }: Surroundings,
  output: Context['output'],
): Promise<boolean> {
  let api: Promise<MemoryApi> | undefined;
  try {
    const well = await command.run({
      words,
      options,
      output,
      streams,
      variables,
      signal,
      // pnpm starts scripts in the folder of the package
      folder: variables['INIT_CWD'] ?? process.cwd(),
      connect: () =>
        (api ??= connect({ url: options.text('url'), token: options.text('token'), variables }, signal)),
      confirm: (question) => confirm(question, streams, signal),
    });
    return well !== false;
  } finally {
    // what failed to open was told already
    await api?.then(
      (opened) => opened.close(),
      () => {},
    );
  }
}

/** What a command wants said of its being stopped, else that it was. */
const interruption = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'interrupted' ? thrown.message : 'stopped';
