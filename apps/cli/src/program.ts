import { Command, CommanderError, type CommandUnknownOpts, type Option } from '@commander-js/extra-typings';
import manifest from '../package.json' with { type: 'json' };
import { createChatCommand } from './chat/chat-command.ts';
import { cliError, toCliError, type CliError } from './cli-error.ts';
import { readConfig, type Variables } from './config.ts';
import { createContext } from './context.ts';
import { createMcpCommand } from './mcp/mcp-command.ts';
import { createMemoryCommand, helpCommand } from './memory/memory-command.ts';
import { createOutput, type Streams } from './terminal/output.ts';
import { usualWidth } from './terminal/style.ts';

const [helpName = ''] = helpCommand[0].split(' ');
const exitCodes = { failed: 1, usage: 2, interrupted: 130 };

export type Surroundings = {
  streams: Streams;
  /** Default: those of the process. */
  variables?: Variables;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
};

/** Runs one command line and returns the exit code. */
export async function runProgram(
  given: string[],
  { streams, variables, signal }: Surroundings,
): Promise<number> {
  // pnpm passes on the -- that users put before the arguments
  const words = given[1] === '--' ? given.toSpliced(1, 1) : given;
  const config = readConfig(variables);
  const output = createOutput(streams, words.includes('--json'), config.colours);
  const context = createContext({ config, streams, output, signal });
  const program = new Command(config.program)
    .description('Chat with DevAI, and show and change what it remembers.')
    .helpCommand(...helpCommand)
    .addCommand(createChatCommand(context))
    .addCommand(createMemoryCommand(context))
    .addCommand(createMcpCommand(context))
    .version(manifest.version, '--version', 'print the version');
  configure(program, streams);
  try {
    await program.parseAsync(words.length === 0 || words.join() === 'memory' ? [...words, '--help'] : words, {
      from: 'user',
    });
    return context.exitCode;
  } catch (thrown) {
    // help and version have been printed
    if (thrown instanceof CommanderError) return thrown.exitCode;
    return report(thrown);
  } finally {
    await context.close();
  }

  function report(thrown: unknown): number {
    const error = toCliError(thrown);
    if (signal.aborted) {
      const told =
        error.code === 'interrupted' ? error : cliError('interrupted', 'stopped', { cause: thrown });
      output.fail(told);
      return exitCodes.interrupted;
    }
    output.fail(error);
    return error.code === 'usage' || error.code === 'not_confirmed' ? exitCodes.usage : exitCodes.failed;
  }
}

/** Makes a command and its subcommands write to the given streams and throw instead of ending the process. */
function configure(command: CommandUnknownOpts, { output, errors }: Streams): void {
  const description = command.description().replaceAll('\n', ' ');
  const [summary = description] = description.split(/[.;:] /);
  command
    .description(description)
    .summary(summary.replace(/\.$/, ''))
    .configureHelp({ showGlobalOptions: true, visibleGlobalOptions: globalOptions })
    .helpOption('-h, --help', 'show this help')
    .showSuggestionAfterError()
    .addHelpText('before', () => {
      requireCommand(command);
      return '';
    })
    .configureOutput({
      writeOut: (text) => output.write(text),
      writeErr: (text) => errors.write(text),
      outputError: () => {},
      getOutHelpWidth: () => output.columns ?? usualWidth,
    })
    .exitOverride((error) => {
      throw error.exitCode === 0 || error.code === 'commander.help' ? error : wrongCall(command, error);
    });
  for (const inner of command.commands) configure(inner, { input: process.stdin, output, errors });
}

/** Throws `usage` if help was asked about a command that does not exist. */
function requireCommand(command: CommandUnknownOpts): void {
  const { commands, args, registeredArguments } = command;
  if (commands.length === 0 || registeredArguments.length > 0) return;
  const [name = ''] = args[0] === helpName ? args.slice(1) : args;
  const isKnown = [helpName, ...commands.flatMap((one) => [one.name(), ...one.aliases()])].includes(name);
  if (name === '' || name.startsWith('-') || isKnown) return;
  command.error(`error: unknown command '${name}'`, { code: 'commander.unknownCommand' });
}

/** The options that the program, and the command right below it, take for all commands below. */
function globalOptions(command: CommandUnknownOpts): Option[] {
  const above: CommandUnknownOpts[] = [];
  for (let at = command.parent; at; at = at.parent) above.push(at);
  return above.slice(-2).flatMap(({ options }) => options);
}

function wrongCall(command: CommandUnknownOpts, error: CommanderError): CliError {
  const hint = error.code === 'commander.excessArguments' ? ' Put text with spaces in quotes.' : '';
  const call = command.createHelp().commandUsage(command);
  const problem = error.message.replace(/^error: /, '');
  return cliError('usage', `${problem}${hint}\nUsage: ${call}`, {
    help: `See \`${call.replace(/ [<[].*$/, '')} --help\`.`,
    cause: error,
  });
}
