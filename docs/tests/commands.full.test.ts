import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '../../apps/cli/src/testing/run-command.ts';
import { openDocumentedShell } from './documented-shell.ts';
import { blocks, pages, root } from './pages.ts';

const shell = await openDocumentedShell();
afterAll(() => shell.close());

const commands = blocks.filter(({ language }) => language === 'sh' || language === 'console');
const runnable = commands
  .filter(({ noRun }) => noRun === null)
  .map((block) => ({ ...block, place: `${block.page}:${block.line}` }));

/** The blocks run in the order of the pages, over one store: a reader starts with the README. */
test.each(runnable)('$place runs', async ({ language, code }) => {
  if (language === 'sh') return expect(await shell.run(code)).toMatchObject({ code: 0 });
  for (const { command, input, shown } of stepsOf(code)) {
    const { code: exitCode, output } = await shell.run(command, input);
    expect({ command, exitCode, output }).toMatchObject({ exitCode: 0 });
    const lines = output.split('\n').map(withoutFigures);
    for (const line of shown) expect(lines).toContainEqual(expect.stringContaining(withoutFigures(line)));
  }
});

/** Splits a transcript: `$ ` begins a command, `> ` a line typed into it; other lines are its output. Leaves out commands of the chat, which need a terminal. */
function stepsOf(transcript: string): { command: string; input: string; shown: string[] }[] {
  return transcript
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [command = '', ...lines] = step.trimEnd().split('\n');
      const typed = lines.filter((line) => line.startsWith('> ') && !line.startsWith('> /'));
      return {
        command,
        input: typed.map((line) => `${line.slice(2)}\n`).join(''),
        shown: lines.filter((line) => !line.startsWith('> ')),
      };
    });
}

/** Ids and figures differ from run to run. */
const withoutFigures = (line: string): string =>
  line.replaceAll(/\b[0-9a-f]{8}\b|\d+(?:\.\d+)?/g, '#').trimEnd();

/**
 * Finds how the pages call a tool: `pnpm bench store --rows 10k` has the name `store` and the option `--rows`. `command` also has the next
 * word, which may be a subcommand: `projects set`.
 */
function callsOf(tool: string): { name: string; command: string; options: string[] }[] {
  const call = new RegExp(`\\bpnpm (?:--silent )?${tool} (([a-z]+)(?: [a-z]+)?)([^\\n\`|]*)`, 'g');
  const calls = pages.flatMap(({ text }) => [...text.matchAll(call)]);
  return [...new Set(calls.map(([, command = '']) => command))].map((command) => ({
    name: command.split(' ')[0] ?? '',
    command,
    options: calls.flatMap(([, called, , rest = '']) =>
      called === command ? (rest.match(/--[a-z-]+/g) ?? []) : [],
    ),
  }));
}

const measurements = ['bench', 'eval'].flatMap((tool) => callsOf(tool).map((call) => ({ tool, ...call })));

/** The script of `pnpm bench turn`, and what each of these scripts prints with `--help`. */
const scriptOf = new Map(
  ['bench', 'eval'].flatMap((tool) =>
    Array.from(
      readFileSync(join(root, `scripts/${tool}.ts`), 'utf8').matchAll(/^  ([a-z]+): '(.+)',$/gm),
      ([, name = '', script = '']) => [`${tool} ${name}`, script] as const,
    ),
  ),
);
const helps = execFileSync(
  process.execPath,
  [join(import.meta.dirname, 'print-help.ts'), ...scriptOf.values()],
  { cwd: root, encoding: 'utf8' },
);

test.each(measurements)('pnpm $tool $name exists, and takes $options', ({ tool, name, options }) => {
  const script = scriptOf.get(`${tool} ${name}`);
  const help = helps.split('\n=== ').find((text) => text.startsWith(`${script}\n`));
  expect(help).toContain(`pnpm ${tool} ${name} `);
  expect(options.filter((option) => !help?.includes(option))).toEqual([]);
});

test('every command of pnpm db that a page names exists', async () => {
  const { output } = await shell.run('pnpm db || true');
  const unknown = callsOf('db').filter(({ name }) => !new RegExp(`^  ${name} `, 'm').test(output));
  expect(unknown).toEqual([]);
});

const cliPage = pages.find(({ path }) => path === 'docs/cli.md')?.text ?? '';

test('pnpm chat takes the options that cli.md names', async () => {
  const { output } = await runCommand(['chat', '--help']);
  const options = /^## pnpm chat\n([^]*?)^## /m.exec(cliPage)?.[1]?.match(/--[a-z][a-z-]*/g) ?? [];
  expect(options.length).toBeGreaterThan(0);
  expect(options.filter((option) => !output.includes(option))).toEqual([]);
});

/** The rows of the tables of commands in cli.md. */
const rows = Array.from(
  cliPage.matchAll(/^\| (`[a-z]+[^|]*) \| (.+) \|$/gm),
  ([, commandCell = '', text = '']) => ({
    commands: [
      ...new Set(Array.from(commandCell.matchAll(/`([a-z]+(?: [a-z]+)?)/g), ([, command = '']) => command)),
    ],
    options: text.match(/--[a-z-]+/g) ?? [],
  }),
);

test('cli.md lists the commands of pnpm memory, and no others', async () => {
  const { output } = await runCommand(['memory', 'help']);
  const [, commandLines = ''] = output.split('Commands:');
  const names = Array.from(commandLines.matchAll(/^  ([a-z]+) /gm), ([, name = '']) => name);
  const listed = rows.flatMap((row) => row.commands.map((command) => command.split(' ').at(0) ?? ''));
  expect([...new Set(listed)].toSorted()).toEqual(names.filter((name) => name !== 'help').toSorted());
  expect(callsOf('memory').filter(({ name }) => name !== 'help' && !listed.includes(name))).toEqual([]);
});

const optioned = [
  ...rows,
  ...callsOf('memory').map(({ command, options }) => ({ commands: [command], options })),
].filter(({ options }) => options.length > 0);

test.each(optioned)('pnpm memory $commands takes $options', async ({ commands: named, options }) => {
  const shown = [];
  for (const command of named) shown.push(await runCommand(['memory', ...command.split(' '), '--help']));
  expect(shown.map(({ exit }) => exit)).toEqual(shown.map(() => 0));
  const text = shown.map(({ output }) => output).join('\n');
  expect(options.filter((option) => !text.includes(option))).toEqual([]);
});
