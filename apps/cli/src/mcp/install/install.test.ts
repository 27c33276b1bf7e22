import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../testing/run-command.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'devai-install-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

const install = (words: string[], variables: Record<string, string> = {}) =>
  runCommand(['mcp', 'install', ...words], { variables: { INIT_CWD: folder, ...variables } });

async function put(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
}
const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
const json = async (name: string): Promise<unknown> => JSON.parse(await read(name));

test('without --write it shows the files, and writes none', async () => {
  const { exit, output } = await install(['claude-code', '--project', 'shop']);
  expect(exit).toBe(0);
  expect(output).toContain(join(folder, '.mcp.json'));
  expect(output).toContain(join(folder, '.claude/settings.local.json'));
  expect(output).toMatch(/"--store",\s+"[^"]+\.devai",\s+"--project",\s+"shop"/);
  await expect(read('.mcp.json')).rejects.toThrow('ENOENT');
});

test('for Claude Code it adds the server and the hooks, keeps all others, and a second time changes nothing', async () => {
  await put('.mcp.json', '{\n    "mcpServers": { "other": { "command": "x" } },\n    "more": 1\n}\n');
  const others = [{ hooks: [{ type: 'command', command: 'say hello' }] }];
  await put('.claude/settings.local.json', JSON.stringify({ model: 'x', hooks: { SessionEnd: others } }));
  expect(await install(['claude-code', '--write'], { DEVAI_URL: 'http://127.0.0.1:4000' })).toMatchObject({
    exit: 0,
  });
  expect(await json('.mcp.json')).toMatchObject({
    mcpServers: { other: { command: 'x' }, devai: { command: process.execPath } },
    more: 1,
  });
  expect(await read('.mcp.json')).toContain('\n    "more"');
  expect(await json('.claude/settings.local.json')).toMatchObject({
    model: 'x',
    hooks: {
      SessionEnd: [
        ...others,
        { hooks: [{ command: expect.stringContaining('mcp hook --url http://127.0.0.1:4000 --project') }] },
      ],
      UserPromptSubmit: [{ hooks: [{ type: 'command' }] }],
    },
  });
  const before = [await read('.mcp.json'), await read('.claude/settings.local.json')];
  expect(
    (await install(['claude-code', '--write'], { DEVAI_URL: 'http://127.0.0.1:4000' })).output,
  ).toContain('unchanged');
  expect([await read('.mcp.json'), await read('.claude/settings.local.json')]).toEqual(before);
});

test('for Cursor it makes a file, with no secret in it', async () => {
  await install(['cursor', '--write'], { DEVAI_API_TOKEN: 'a secret of the operator' });
  expect(await json('.cursor/mcp.json')).toMatchObject({
    mcpServers: { devai: { args: expect.any(Array) } },
  });
  expect(await read('.cursor/mcp.json')).not.toContain('a secret');
  expect(await install(['cursor', '--write', '--token', 'a secret'])).toMatchObject({ exit: 2 });
});

test('for Codex it replaces its own tables, and leaves comments and other tables', async () => {
  const others = '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y" # why\n';
  await put(
    '.codex/config.toml',
    `${others}\n[mcp_servers.devai]\ncommand = "old"\n\n[mcp_servers.devai.env]\nA = "1"\n`,
  );
  await install(['codex', '--write'], { DEVAI_API_TOKEN: 'a secret of the operator' });
  const text = await read('.codex/config.toml');
  expect(text.startsWith(others)).toBe(true);
  expect(text).not.toContain('old');
  expect(text).toContain('env_vars = [ "DEVAI_API_TOKEN" ]');
  expect(text.match(/\[mcp_servers\.devai\]/g)).toHaveLength(1);
});

test.each([
  ['claude-code', '.mcp.json', '{ "mcpServers": // mine\n'],
  ['claude-code', '.claude/settings.local.json', '{ "hooks": [] }'],
  ['claude-code', '.claude/settings.local.json', '{ "hooks": { "SessionEnd": 5 } }'],
  ['cursor', '.cursor/mcp.json', '[]'],
  ['codex', '.codex/config.toml', 'model = \n'],
  ['codex', '.codex/config.toml', 'mcp_servers = { devai = { command = "x" } }\n'],
])('%s: a %s that cannot be merged is refused, and nothing is written', async (client, name, text) => {
  await put(name, text);
  const { exit, errors } = await install([client, '--write']);
  expect(exit).toBe(1);
  expect(errors).toContain(`${join(folder, name)} is left as it is`);
  expect(await read(name)).toBe(text);
  if (name !== '.mcp.json') await expect(read('.mcp.json')).rejects.toThrow('ENOENT');
});
