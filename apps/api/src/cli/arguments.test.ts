import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';

const session = '00000000-0000-4000-8000-000000000001';

test('without any it chats with the server on this machine', () => {
  expect(readArguments([], {})).toEqual({
    arguments: {
      url: 'ws://127.0.0.1:3000/ws/chat',
      token: null,
      project: null,
      session: null,
      continueLast: false,
      verbose: false,
      stateFile: join(homedir(), '.local', 'state', 'devai', 'last-sessions.json'),
    },
  });
});

test('options go before the environment', () => {
  const variables = { DEVAI_URL: 'ws://one', DEVAI_API_TOKEN: 'first', XDG_STATE_HOME: '/state' };
  expect(readArguments([], variables)).toMatchObject({
    arguments: { url: 'ws://one/ws/chat', token: 'first', stateFile: '/state/devai/last-sessions.json' },
  });
  const words = [
    '--url',
    'ws://two',
    '--token',
    'second',
    '--project',
    'shop',
    '--session',
    session,
    '--verbose',
  ];
  expect(readArguments(words, variables)).toMatchObject({
    arguments: { url: 'ws://two/ws/chat', token: 'second', project: 'shop', session, verbose: true },
  });
});

test.each([
  [{ PORT: '4170' }, 'ws://127.0.0.1:4170/ws/chat'],
  [{ HOST: 'localhost', PORT: '4170' }, 'ws://localhost:4170/ws/chat'],
  [{ HOST: '0.0.0.0', PORT: '4170' }, 'ws://127.0.0.1:4170/ws/chat'],
  [{ HOST: '::', PORT: ' ' }, 'ws://[::1]:3000/ws/chat'],
  [{ DEVAI_URL: 'ws://one', PORT: '4170' }, 'ws://one/ws/chat'],
])('with %o it looks for the server at %s, as the memory tool does', (variables, url) => {
  expect(readArguments([], variables)).toMatchObject({ arguments: { url } });
});

test.each([
  [{ PORT: 'http' }, /^PORT: /],
  [{ PORT: '0' }, /PORT is 0/],
  [{ DEVAI_URL: 'ftp://one' }, /^DEVAI_URL is not/],
])('a configuration of %o that leads nowhere is told', (variables, problem) => {
  expect(readArguments([], variables)).toMatchObject({ problem: expect.stringMatching(problem) });
  expect(readArguments(['--url', 'ws://two'], variables)).toMatchObject({
    arguments: { url: 'ws://two/ws/chat' },
  });
});

test('an empty variable counts as not set', () => {
  expect(readArguments([], { DEVAI_URL: '', DEVAI_API_TOKEN: '' })).toMatchObject({
    arguments: { url: 'ws://127.0.0.1:3000/ws/chat', token: null },
  });
});

test.each([
  ['example.org:8080', 'ws://example.org:8080/ws/chat'],
  ['http://localhost:3000', 'ws://localhost:3000/ws/chat'],
  ['https://example.org/', 'wss://example.org/ws/chat'],
  ['wss://example.org/behind/a/proxy', 'wss://example.org/behind/a/proxy'],
  ['[::1]:3000', 'ws://[::1]:3000/ws/chat'],
  ['localhost', 'ws://localhost/ws/chat'],
])('the address %s is meant as %s', (address, url) => {
  expect(readArguments(['--url', address], {})).toMatchObject({ arguments: { url } });
});

test.each([
  [['--url', 'ftp://example.org'], '--url'],
  [['--url', 'http://'], '--url'],
  [['--session', 'last'], '--session'],
  [['--session', session, '--continue'], 'not both'],
  [['--project', ''], '--project'],
  [['--nonsense'], '--nonsense'],
  [['hello'], 'hello'],
  [['--token'], '--token'],
])('%j is told as a problem', (words, text) => {
  expect(readArguments(words, {})).toEqual({ problem: expect.stringContaining(text) });
});

test('help, and the two dashes that a package manager hands on', () => {
  expect(readArguments(['--help'], {})).toEqual({ help: true });
  expect(readArguments(['--', '--continue'], {})).toMatchObject({ arguments: { continueLast: true } });
});
