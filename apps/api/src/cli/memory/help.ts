import type { Command, OptionSpec } from './command.ts';
import { commonOptions } from './parse-command.ts';

/** All commands, one line each. */
export function renderHelp(commands: Command[]): string {
  const rows = commands.map(({ name, words, summary }): [string, string] => [
    `${name} ${words}`.trim(),
    summary,
  ]);
  return `See and change what DevAI remembers.

  pnpm memory <command> [options]

${twoColumns(rows)}

Options of every command:
${twoColumns(optionRows(commonOptions))}

It speaks to the server that runs where DEVAI_URL, or HOST and PORT, say; when none runs, it opens the store itself. Where an
id is asked for, its beginning will do (6 characters or more). It ends with 0 when all is well, 1 when something failed, 2 when it
was called in a wrong way, 130 when it was stopped by Ctrl-C. For programs: pnpm --silent memory <command> --json`;
}

/** One command, with its options. */
export function renderCommandHelp({ name, words, summary, details, options }: Command): string {
  const rows = optionRows({ ...options, ...commonOptions });
  return [
    `pnpm memory ${`${name} ${words}`.trim()} [options]`,
    details === undefined ? summary : `${summary}\n${details}`,
    twoColumns(rows),
  ].join('\n\n');
}

const optionRows = (options: Record<string, OptionSpec>): [string, string][] =>
  Object.entries(options).map(([name, spec]) => [
    spec.kind === 'flag' ? `--${name}` : `--${name} ${spec.value}`,
    spec.kind === 'text' && spec.several === true ? `${spec.help}; may be given more than once` : spec.help,
  ]);

function twoColumns(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
