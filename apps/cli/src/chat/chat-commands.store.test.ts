import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveCommands } from '../testing/serve-commands.ts';

const { world, run, chat } = serveCommands();

const statement = 'the staging database listens on 6543';

test('a message as an argument is asked alone', async () => {
  await chat(`remember this: ${statement}\n`);
  const asked = await run(['chat', 'On which port does the staging database listen?']);
  expect(asked).toMatchObject({ exit: 0, output: expect.stringContaining('6543') });
  expect(await run(['chat', ' '])).toMatchObject({ exit: 2 });
});

test('a memory is added, listed, searched, and erased after a yes', async () => {
  const added = await chat('/remember the oven needs 900 degrees\n');
  const [, id = ''] = /^remembered: (\w{8}) {2}the oven needs 900 degrees$/m.exec(added.errors) ?? [];
  expect(id).not.toBe('');
  const line = `${id}  the oven needs 900 degrees`;
  expect((await chat('/memory\n')).errors).toContain(line);
  expect((await chat('/memory how hot is the oven?\n')).errors).toContain(line);
  expect((await chat('/memory violins\n')).errors).toContain('nothing about that is remembered');
  expect((await chat('/forget the oven\n')).errors).toContain(line);

  const kept = await chat(`/forget ${id}\n/no\n/yes\n`);
  expect(kept.errors).toContain('erase for good: the oven needs 900 degrees');
  expect(kept.errors).toContain('nothing was changed');
  expect(kept.errors).toContain('nothing waits for your approval');
  expect((await chat('/memory\n')).errors).toContain(line);

  // a yes that is about something else
  const late = await chat(`/forget ${id}\nhello\n/yes\n`);
  expect(late.errors).toContain('nothing waits for your approval');
  expect((await chat('/memory\n')).errors).toContain(line);

  expect((await chat(`/forget ${id}\n/yes\n`)).errors).toContain('forgotten');
  expect((await chat('/memory\n')).errors).not.toContain(line);
  expect(await chat(`/forget ${id}\n`)).toMatchObject({ exit: 1 });
});

test('nothing is added from a temporary chat', async () => {
  const { errors } = await chat('/remember the shed is red\n', '--temporary');
  expect(errors).toContain('nothing of a temporary chat is kept');
  expect((await chat('/memory the shed\n')).errors).toContain('nothing about that is remembered');
});

test('a conversation is written to a file, and no file is replaced', async () => {
  const folder = world.host.path;
  const variables = { DEVAI_URL: world.address, XDG_STATE_HOME: folder, INIT_CWD: folder };
  const talk = (input: string) => run(['chat'], { input, variables });
  expect((await talk('/export\n')).errors).toContain('nothing has been said here yet');
  expect(await talk('what is a kiln?\n/export talk.md\n/export talk.json\n')).toMatchObject({ exit: 0 });
  expect(await readFile(join(folder, 'talk.md'), 'utf8')).toMatch(
    /^# what is a kiln\?\n\n\*\*You\*\*, .* UTC\n/,
  );
  const { messages } = JSON.parse(await readFile(join(folder, 'talk.json'), 'utf8'));
  expect(messages).toMatchObject([{ content: 'what is a kiln?' }, { role: 'assistant' }]);
  const again = await talk('hello\n/export talk.md\n');
  expect(again.errors).toContain('it exists already');
  expect(await readFile(join(folder, 'talk.md'), 'utf8')).toMatch(/^# what is a kiln/);
});

test('a script lists sessions, and goes on with one by its number', async () => {
  await chat('where is the kiln?\n');
  await chat('hello there\n');
  const { errors } = await chat('hi\n/sessions\n/sessions 3\nhello again\n');
  expect(errors).toMatch(/^ 1 {2}\S+ \S+ {2}hi$/m);
  expect(errors).toMatch(/^ 3 {2}\S+ \S+ {2}where is the kiln\?$/m);
  const { output } = await run(['memory', 'sessions', '--limit', '1', '--json']);
  expect(JSON.parse(output)).toEqual([
    expect.objectContaining({ firstWords: 'where is the kiln?', messageCount: 4 }),
  ]);
});

test('without a model, nothing costs anything', async () => {
  const { errors } = await chat('hello\n/model\n/cost\n');
  expect(errors).toContain('no model: replies show what is remembered');
  expect(errors).toContain('no model was asked: $0');
});

test('what needs a terminal says so in a pipe', async () => {
  const { exit, errors } = await chat('hello\n/copy\n');
  expect({ exit, errors }).toMatchObject({
    exit: 2,
    errors: expect.stringContaining('/copy needs a terminal'),
  });
});
