import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { serveCommands } from '../testing/serve-commands.ts';

const statement = 'the staging database listens on 6543';
const question = 'On which port does the staging database listen?';

const { world, run, chat } = serveCommands();
/** The contexts of the three turns below, newest first. */
let ids: string[];
let session: string;

beforeAll(async () => {
  await chat(`remember this: ${statement}\n${question}\nTell me a joke.\n`);
  const { output } = await context('--json');
  const listed = z.array(z.object({ id: z.string(), sessionId: z.string() })).parse(JSON.parse(output));
  ids = listed.map(({ id }) => id);
  session = listed[0]?.sessionId ?? '';
});

test('contexts are listed, and shown section by section or as messages', async () => {
  const listed = await context('--session', session.slice(0, 8));
  expect(
    listed.output
      .split('\n')
      .slice(1, 4)
      .map((line) => line.slice(0, 8)),
  ).toEqual([short(0), short(1), short(2)]);
  const shown = await context('show', short(1));
  expect(shown).toMatchObject({ exit: 0 });
  expect(shown.output).toMatch(/^memories +P4 +memory +\d+/m);
  expect(shown.output).toMatch(
    new RegExp(`^Considered\\n\\w{8}  ${statement}\\n +in: injected: similarity`, 'm'),
  );
  const messages = await context('show', short(1), '--messages');
  expect(messages.output).toContain(`- ${statement}`);
  expect(messages.output.trimEnd().split('\n').at(-1)).toMatch(
    new RegExp(`^user +${question.replace('?', '\\?')}$`),
  );
});

test('two contexts are compared line by line', async () => {
  const { output } = await context('diff', short(1), short(0));
  expect(output).toContain(`- - ${statement}`);
  expect(output).toMatch(/^\+ 5 user: Tell me a joke\.$/m);
  expect(output).toMatch(/^- \w{8} gone: /m);
  expect((await context('diff', short(0), short(0))).output).toContain('The same.');
});

test('a context is assembled again, and the exit code says whether it still is the same', async () => {
  expect(await context('replay', short(1))).toMatchObject({
    exit: 0,
    output: expect.stringMatching(/^same +yes/),
  });
  const { output } = await context('replay', short(1), '--retrieve');
  expect(output).toMatch(/found otherwise today +nothing/);
  expect(await context('replay', 'abcdef12')).toMatchObject({
    exit: 1,
    errors: expect.stringContaining('no context'),
  });
});

test('a session’s memories are chosen, previewed, and taken back', async () => {
  const [memory] = (await world.server.memory.recall({ text: question, project: 'taskforge', preview: true }))
    .memories;
  const id = memory?.memory.id ?? '';
  const preview = async () => (await context('preview', session.slice(0, 8), 'Tell me another joke')).output;
  expect(await preview()).not.toContain('pinned_memories');
  expect((await sessions('pin', session, id.slice(0, 8))).output).toContain(id);
  expect(await preview()).toContain('pinned_memories');
  await sessions('unpin', session, id);
  expect((await sessions('exclude', session, id)).output).toMatch(new RegExp(`^excluded +${id}`));
  expect((await sessions('choices', session)).output).toMatch(new RegExp(`^excluded +${id}`));
  expect((await sessions('include', session, id)).output).toBe('Nothing.\n');
  const small = await context('preview', session, 'hello', '--budget', '10');
  expect(small).toMatchObject({ exit: 1, errors: expect.stringContaining('room for 10 tokens') });
});

test('the chat shows the last request, and excludes memories and messages', async () => {
  const [memory] = (await world.server.memory.recall({ text: question, project: 'taskforge', preview: true }))
    .memories;
  const id = memory?.memory.id.slice(0, 8) ?? '';
  const input = `/context\nhello\n/context\n/exclude ${id}\n/exclude 1\n/pin ${id}\n/include 1\n/exclude\n`;
  const { errors } = await chat(input, '--continue');
  expect(errors).toContain('nothing has been sent to the model here yet');
  expect(errors).toMatch(/\d+ {2}user_message\n/);
  expect(errors).toMatch(/pnpm memory context show \w{8} shows all of it/);
  expect(errors).toContain('0 memories pinned, 1 excluded; 0 messages out');
  expect(errors).toContain('0 memories pinned, 1 excluded; 1 messages out');
  expect(errors).toContain('1 memories pinned, 0 excluded; 1 messages out');
  expect(errors).toContain('1 memories pinned, 0 excluded; 0 messages out');
  expect(errors).toContain('name a message (7) or a memory (3f2a91)');
});

test('what was considered is shown with its current text, and without it once it is forgotten', async () => {
  const considered = async () => (await context('show', short(1))).output.split('Considered\n')[1];
  expect(await considered()).toContain(statement);
  const [memory] = (await world.server.memory.recall({ text: question, project: 'taskforge', preview: true }))
    .memories;
  await run(['memory', 'forget', memory?.memory.id ?? '', '--yes']);
  expect(await considered()).toMatch(/^\w{8} {2}\(forgotten\)\n +in: injected: similarity/);
});

const context = (...words: string[]) => run(['memory', 'context', ...words]);

const sessions = (...words: string[]) => run(['memory', 'sessions', ...words]);

const short = (index: number): string => (ids[index] ?? '').slice(0, 8);
