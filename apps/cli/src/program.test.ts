import { expect, test } from 'vitest';
import { runCommand } from './testing/run-command.ts';

const session = '00000000-0000-4000-8000-000000000001';

test.each([
  [['--url', 'ftp://example.org'], 'ftp://example.org is not the address'],
  [['--url', 'http://'], 'http:// is not the address'],
  [['--session', 'last'], '--session'],
  [['--session', session, '--continue'], "option '--continue' cannot be used with option '--session <id>'"],
  [['--project', ''], '--project'],
  [['--nonsense'], '--nonsense'],
  [['hello', 'there'], 'too many arguments'],
  [['--token'], '--token'],
  [['--', '--nonsense'], '--nonsense'],
])('chat %j is wrong usage, with the reason and what to read', async (words, told) => {
  const { exit, output, errors } = await runCommand(['chat', ...words]);
  expect({ exit, output }).toEqual({ exit: 2, output: '' });
  expect(errors).toMatch(/^error \(usage\): /);
  expect(errors).toContain(told);
  expect(errors).toContain('--help');
});

test('a chat needs the address of a server', async () => {
  expect(await runCommand(['chat'], { variables: { PORT: '0' } })).toMatchObject({
    exit: 2,
    errors: expect.stringContaining('PORT is 0'),
  });
});

test('the error for an unknown command suggests a similar one', async () => {
  const { exit, errors } = await runCommand(['memory', 'serch', 'x']);
  expect(exit).toBe(2);
  expect(errors).toContain("unknown command 'serch'");
  expect(errors).toContain('Did you mean search?');
});

test.each([
  ['memory', 'help', 'bogus'],
  ['memory', 'bogus', '--help'],
  ['memory', 'jobs', 'bogus', '--help'],
  ['help', 'bogus'],
  ['bogus', '--help'],
])('help on an unknown command is wrong usage: %j', async (...words) => {
  const { exit, output, errors } = await runCommand(words);
  expect({ exit, output }).toEqual({ exit: 2, output: '' });
  expect(errors).toMatch(/^error \(usage\): unknown command 'bogus'\n/);
});

test.each([
  [['memory', 'help', 'jobs'], 'memory jobs '],
  [['memory', 'jobs', 'show', '--help'], 'memory jobs show '],
  [['memory', 'help'], 'memory '],
  [['memory', 'search', 'bogus', '--help'], 'memory search '],
])('help on a known command is shown: %j', async (words, usage) => {
  const { exit, output } = await runCommand(words);
  expect(exit).toBe(0);
  expect(output).toContain(`Usage: pnpm ${usage}`);
});

test.each([
  [['jobs', 'show', 'abcdef', '--limit', '3'], "'show' has no option '--limit <n>'"],
  [['jobs', '--limit', '3', 'show', 'abcdef'], "'show' has no option '--limit <n>'"],
  [['sessions', 'rename', 'abcdef', 'x', '--project', 'shop'], "'rename' has no option '--project <name>'"],
])(
  'memory %j is wrong usage: the options of a list are not those of its subcommands',
  async (words, told) => {
    const { exit, errors } = await runCommand(['memory', ...words]);
    expect(exit).toBe(2);
    expect(errors).toContain(told);
  },
);

test('only commands that require a subcommand have the command help', async () => {
  expect((await runCommand(['memory', '--help'])).output).toMatch(/^ {2}help \[command\]/m);
  expect((await runCommand(['memory', 'search', '--help'])).output).not.toContain('help [command]');
});

test('the help of a subcommand of a list leaves out the options of the list', async () => {
  const { output } = await runCommand(['memory', 'shared', 'publish', '--help']);
  expect(output.match(/--project/g)).toHaveLength(1);
  expect(output).not.toContain('--limit');
  expect(output).toContain('--json');
  expect(output).toContain('--version');
});

test('wrong usage is reported to programs as JSON', async () => {
  const { output, errors } = await runCommand(['memory', 'list', '--nonsense', '--json']);
  expect(output).toBe('');
  expect(JSON.parse(errors)).toMatchObject({ error: { code: 'usage', help: expect.any(String) } });
});

test.each([[[]], [['chat']], [['memory']], [['memory', 'search']], [['memory', 'ingest']]])(
  'pnpm %j has help and a version',
  async (words) => {
    const help = await runCommand([...words, '--help']);
    expect(help).toEqual({
      exit: 0,
      errors: '',
      output: expect.stringContaining(`Usage: ${['pnpm', ...words].join(' ')} `),
    });
    for (const line of help.output.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(await runCommand([...words, '--version'])).toEqual({
      exit: 0,
      errors: '',
      output: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  },
);

test('without a command the help is shown', async () => {
  expect(await runCommand(['memory'])).toEqual(await runCommand(['memory', '--help']));
});
