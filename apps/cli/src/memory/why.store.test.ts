import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { serveCommands } from '../testing/serve-commands.ts';

const statement = 'the staging database listens on 6543';
const question = 'On which port does the staging database listen?';

const { world, run, chat } = serveCommands();

test('what was said in a pipe is remembered, recalled in a later one, and explained', async () => {
  expect(await chat(`remember this: ${statement}\n`)).toMatchObject({
    exit: 0,
    errors: expect.stringContaining(`remembered: ${statement}`),
  });
  const asked = await chat(`${question}\nWas ist die Hauptstadt der Mongolei?\n`);
  expect(asked).toMatchObject({ exit: 0, output: expect.stringContaining(statement) });
  const [, session = ''] = /session (\S+)/.exec(asked.errors) ?? [];

  const told = await why(session.slice(0, 8), '1');
  expect(told.exit).toBe(0);
  expect(told.output).toContain(question);
  expect(told.output).toContain(`${session.slice(0, 8)}:1  `);
  expect(await why(`${session.slice(0, 8)}:1`)).toEqual(told);
  expect(told.output).toMatch(
    new RegExp(`In every prompt\n\\w{8}  ${statement}\n +in every prompt: stated by the user`),
  );
  expect((await why()).output).toContain('Mongolei');
  expect(await why(session, 'five')).toMatchObject({ exit: 2 });

  const [memory] = (await world.server.memory.recall({ text: question, project: 'taskforge' })).memories;
  await run(['memory', 'forget', memory?.memory.id ?? '', '--yes']);
  expect((await why(session, '1')).output).toContain('(forgotten)');
});

test('sessions in which nothing was said are not listed, and are not the last one', async () => {
  await chat('hello\n');
  await world.server.memory.sessions.open({ id: randomUUID(), project: 'taskforge', agent: 'chapo' });
  expect(await why()).toMatchObject({ exit: 0, output: expect.stringContaining('hello') });
  const { output } = await run(['memory', 'sessions', '--limit', '1', '--json']);
  expect(JSON.parse(output)).toEqual([expect.objectContaining({ messageCount: 2 })]);
  const listed = await run(['memory', 'sessions']);
  expect(listed.output).toMatch(/ hello$/m);
});

test('a chat continues the last session, and answers /focus and /why', async () => {
  const first = await chat('hello\n');
  const [opening = ''] = /^session [^·]*(?= ·)/m.exec(first.errors) ?? [];
  const { errors } = await chat('/focus\nhello again\n/why\n', '--continue');
  expect(opening).not.toBe('');
  expect(errors).toContain(opening);
  expect(errors).toMatch(/recalled|left out/);
});

const why = (...words: string[]) => run(['memory', 'why', ...words]);
