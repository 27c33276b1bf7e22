import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Command, Options, OptionSpec } from './command.ts';
import { toolError } from './tool-error.ts';

/** What every command takes. */
export const commonOptions: Record<string, OptionSpec> = {
  json: { kind: 'flag', help: 'one JSON document instead of tables' },
  url: { kind: 'text', value: '<address>', help: 'the server; default: DEVAI_URL, else HOST and PORT' },
  token: { kind: 'text', value: '<token>', help: 'its DEVAI_API_TOKEN; default: DEVAI_API_TOKEN' },
  help: { kind: 'flag', help: 'what the command does and takes' },
};

export type Parsed = { words: string[]; options: Options };

/** Reads what stands behind a command's name. Throws `usage` that names what is wrong. */
export function parseCommand(command: Command, args: string[]): Parsed {
  const specs = { ...command.options, ...commonOptions };
  const { values, positionals } = parse(command, specs, args);
  const options: Options = {
    flag: (name) => values[name] === true,
    text: (name) => [values[name]].flat().findLast((value) => typeof value === 'string'),
    texts: (name) => [values[name]].flat().filter((value) => typeof value === 'string'),
  };
  if (options.flag('help')) return { words: positionals, options };
  for (const [name, spec] of Object.entries(specs)) checkOption(command, name, spec, options.texts(name));
  const [least, most] = command.counts;
  if (positionals.length < least) throw usage(command, 'something is missing');
  if (positionals.some((word) => word.trim() === '')) throw usage(command, 'a word or text is empty');
  if (positionals.length > most) {
    throw usage(command, `"${positionals[most]}" is too much: put a text of several words into quotes`);
  }
  return { words: positionals, options };
}

function parse(command: Command, specs: Record<string, OptionSpec>, args: string[]) {
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [
      name,
      spec.kind === 'flag'
        ? { type: 'boolean' as const }
        : { type: 'string' as const, multiple: spec.several === true },
    ]),
  );
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw usage(command, error instanceof Error ? error.message : String(error));
  }
}

function checkOption(command: Command, name: string, spec: OptionSpec, given: string[]): void {
  if (spec.kind !== 'text' || !spec.schema) return;
  for (const value of given) {
    const parsed = spec.schema.safeParse(value);
    if (!parsed.success) {
      throw usage(command, `--${name} ${value}: ${z.prettifyError(parsed.error).replace(/^✖ /, '')}`);
    }
  }
}

/** The command was called in a wrong way. */
export const usage = (command: Pick<Command, 'name' | 'words'>, problem: string) =>
  toolError(
    'usage',
    `${problem}\nUsage: pnpm memory ${`${command.name} ${command.words}`.trim()} [options]`,
    {
      help: `\`pnpm memory help ${command.name}\` says more.`,
    },
  );
