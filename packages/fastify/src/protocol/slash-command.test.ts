import { expect, it } from 'vitest';
import { readSlashCommand } from './slash-command.ts';

it.each([
  ['/why', { name: '/why', words: null }],
  [' /Name  My chat ', { name: '/name', words: 'My chat' }],
  ['/etc/hosts is empty', null],
  ['/ is full', null],
  ['why /help', null],
  ['/why\nnot', null],
])('%j: %j', (text, command) => {
  expect(readSlashCommand(text)).toEqual(command);
});
