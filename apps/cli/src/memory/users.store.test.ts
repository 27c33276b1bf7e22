import { serveChat } from '@devai/api/testing/serve-chat';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const token = 'the token of the operator';
const world = serveChat('file', {
  background: false,
  environment: { DEVAI_USERS: 'many', DEVAI_API_TOKEN: token },
});

const run = (words: string[], variables: Record<string, string> = {}, input = '') =>
  runCommand(words, {
    variables: {
      ...{ DEVAI_URL: world.address, DEVAI_API_TOKEN: token, XDG_STATE_HOME: world.host.path, NO_COLOR: '1' },
      ...variables,
    },
    input,
  });

it('the operator reads, writes and chats for the user that --user or DEVAI_USER names', async () => {
  expect(await run(['memory', 'add', 'I live in Lisbon', '--user', 'alice'])).toMatchObject({ exit: 0 });
  expect((await run(['memory', 'list', '--user', 'alice'])).output).toContain('Lisbon');
  expect((await run(['memory', 'list'], { DEVAI_USER: 'alice' })).output).toContain('Lisbon');
  expect((await run(['memory', 'list', '--user', 'bob'], { DEVAI_USER: 'alice' })).output).not.toContain(
    'Lisbon',
  );
  expect((await run(['memory', 'list'])).output).not.toContain('Lisbon');
  const told = await run(['chat', '--user', 'สมชาย'], {}, 'remember this: my cat is called Miso\n');
  expect(told).toMatchObject({ exit: 0 });
  expect((await run(['memory', 'list', '--user', 'สมชาย'])).output).toContain('Miso');
  expect((await run(['memory', 'list', '--user', 'alice'])).output).not.toContain('Miso');
});

it('--continue goes on with the last session of the same user', async () => {
  await run(['chat', '--user', 'alice'], {}, 'Hello\n');
  const other = await run(['chat', '--user', 'bob', '--continue'], {}, 'Hello\n');
  expect(other.errors).toContain('there is no earlier session');
  expect((await run(['chat', '--user', 'alice', '--continue'], {}, 'Hello\n')).errors).not.toContain(
    'no earlier',
  );
});

it('a command that opens the store itself works for the user as well, if the store has many', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'devai-users-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const here = {
    DEVAI_URL: '',
    DEVAI_DATA: join(folder, 'data'),
    WORKSPACE_ROOT: folder,
    PORT: '0',
    EMBEDDINGS: 'hash',
  };
  const many = { ...here, DEVAI_USERS: 'many' };
  expect(await run(['memory', 'add', 'I live in Lisbon', '--user', 'alice'], many)).toMatchObject({
    exit: 0,
  });
  expect((await run(['memory', 'list', '--user', 'alice'], many)).output).toContain('Lisbon');
  expect((await run(['memory', 'list'], many)).output).not.toContain('Lisbon');
  const refused = await run(['memory', 'list', '--user', 'alice'], here);
  expect(refused).toMatchObject({ exit: 1, errors: expect.stringContaining('set DEVAI_USERS to many') });
});

it('the operator lists users, exports one, and erases them', async () => {
  const mine = async (words: string[]) => run(['memory', ...words]);
  await mine(['add', 'I live in Porto', '--user', 'Carla@example.org']);
  expect((await mine(['users'])).output).toMatch(/Carla@example\.org +0 +0 +1 /);
  const exported = await mine(['export', '--of', 'Carla@example.org']);
  expect(exported.output).toContain('Porto');
  expect(exported.output).not.toContain('Lisbon');
  const erase = ['users', 'erase', 'Carla@example.org', '--confirm'];
  expect(await mine([...erase, 'somebody'])).toMatchObject({
    exit: 1,
    errors: expect.stringContaining('confirm'),
  });
  expect(await mine([...erase, 'Carla@example.org'])).toMatchObject({ exit: 0 });
  expect((await mine(['users'])).output).not.toContain('Carla');
});
