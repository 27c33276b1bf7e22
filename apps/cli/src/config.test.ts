import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('an empty variable counts as not set', () => {
  const lastSessions = join(homedir(), '.local', 'state', 'devai', 'last-sessions.json');
  for (const variables of [
    {},
    { DEVAI_URL: '', DEVAI_API_TOKEN: ' ', DEVAI_USER: '', XDG_STATE_HOME: '', INIT_CWD: '' },
  ]) {
    expect(readConfig(variables)).toMatchObject({
      server: null,
      token: null,
      user: null,
      lastSessions,
      folder: process.cwd(),
    });
  }
});

test('the environment names the server, its token, the user, and the file of the last sessions', () => {
  const variables = {
    DEVAI_URL: 'ws://one',
    DEVAI_API_TOKEN: 'sesame',
    DEVAI_USER: 'alice',
    XDG_STATE_HOME: '/state',
  };
  expect(readConfig(variables)).toMatchObject({
    server: 'ws://one',
    token: 'sesame',
    user: 'alice',
    lastSessions: '/state/devai/last-sessions.json',
  });
});
