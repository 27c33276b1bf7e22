import { expect, it } from 'vitest';
import { assistant, conversation, toolUse, user } from '../extraction/message.fixture.ts';
import { gistByRules } from './gist-by-rules.ts';

const request = 'Please mend the redirect after the login.';

it('is named after the first request, and mentions it with the files that tools worked on', async () => {
  const messages = conversation(
    assistant('Hello!'),
    user(request),
    ...toolUse('1', 'read_file', { path: 'src/login.ts' }, 'export …'),
    ...toolUse('2', 'read_file', { path: 'src/gone.ts' }, 'no such file', false),
    ...toolUse('3', 'remember', { content: 'the secret stands in src/secret.ts' }, 'remembered'),
    ...toolUse('4', 'write_file', { path: './src/redirect.ts', content: 'export …' }, 'written'),
    user('Now the tests.'),
  );
  expect(await gistByRules(messages, null)).toEqual({
    name: request,
    text: `${request}\n– src/redirect.ts, src/login.ts`,
  });
});

it('continues the previous gist: the request stays, new files come first', async () => {
  const earlier = { name: 'Login', text: `${request}\n– "a, b.ts", src/login.ts` };
  const messages = conversation(
    user('And now the logout.'),
    ...toolUse('1', 'edit_file', { path: 'src/logout.ts' }, 'edited'),
    ...toolUse('2', 'edit_file', { path: 'src/login.ts' }, 'edited'),
  );
  expect(await gistByRules(messages, earlier)).toEqual({
    name: 'Login',
    text: `${request}\n– src/login.ts, src/logout.ts, "a, b.ts"`,
  });
});

it('stays short, whatever was pasted or opened', async () => {
  const files = Array.from({ length: 30 }, (_, index) =>
    toolUse(String(index), 'read_file', { path: `src/${index}.ts` }, ''),
  );
  const gist = await gistByRules(
    conversation(user(`A log:\n${'trouble '.repeat(9_000)}`), ...files.flat()),
    null,
  );
  expect(gist?.name?.length).toBeLessThanOrEqual(60);
  expect(gist?.name).toMatch(/^A log: trouble .* …$/);
  expect(gist?.text.split(', ')).toHaveLength(6);
});

it('does not exist without a request, or for forgotten messages', async () => {
  expect(await gistByRules(conversation(assistant('Hello!')), null)).toBeNull();
  const [first, ...rest] = conversation(user('The code is [forgotten]'), user(request));
  if (!first) throw new Error('there are messages');
  expect(await gistByRules([first, ...rest], null)).toMatchObject({ name: request });
  expect(
    await gistByRules([{ ...first, type: 'notice', content: '(the server was restarted)' }], null),
  ).toBeNull();
});
