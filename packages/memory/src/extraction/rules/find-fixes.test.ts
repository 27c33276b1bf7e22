import { describe, expect, it } from 'vitest';
import { conversation, toolUse, user } from '../message.fixture.ts';
import { english } from '../../text/languages/english.ts';
import { findFixes } from './find-fixes.ts';
import { german } from '../../text/languages/german.ts';
import { thai } from '../../text/languages/thai.ts';

describe('an error and what fixed it', () => {
  it('is described with what changed in the call', () => {
    const messages = conversation(
      user('deploy it'),
      ...toolUse(
        '1',
        'shell',
        { command: 'appwrite push functions' },
        'Loading\nError: deployment was not activated\n',
        false,
      ),
      ...toolUse('2', 'shell', { command: 'appwrite push functions --force' }, 'ok'),
    );
    expect(findFixes(messages, english)).toEqual([
      {
        content:
          'shell with appwrite push functions failed: "deployment was not activated". It worked with appwrite push functions --force',
        tool: 'shell',
        messages: [messages[2], messages[4]],
      },
    ]);
    expect(findFixes(messages, german)[0]?.content).toContain('schlug fehl');
    expect(findFixes(messages, thai)[0]?.content).toContain('ล้มเหลว');
  });

  it('names only the arguments that differ', () => {
    const [fix] = fixesIn(
      ...toolUse(
        '1',
        'book',
        { id: 'A1 long name of it', cabin: 'business' },
        'balance is not enough',
        false,
      ),
      ...toolUse('2', 'book', { id: 'A1 long name of it', cabin: 'economy' }, 'ok'),
    );
    expect(fix).toBe(
      'book with cabin business failed: "balance is not enough". It worked with cabin economy',
    );
  });

  it('is what happened in between when the same call worked later', () => {
    const [fix] = fixesIn(
      ...toolUse('1', 'shell', { command: 'npm test' }, 'TypeError: x is undefined', false),
      ...toolUse('2', 'read_file', { path: 'src/x.ts' }, '…'),
      ...toolUse('3', 'edit_file', { path: 'src/x.ts' }, 'edited'),
      ...toolUse('4', 'shell', { command: 'npm test' }, 'passed'),
    );
    expect(fix).toBe(
      'shell npm test failed: "TypeError: x is undefined". It worked after edit_file src/x.ts',
    );
  });

  it.each([
    ['npm install', 'npm ERR! ERESOLVE', 'npm install --legacy-peer-deps'],
    ['docker push acme/api', 'access is denied', 'docker push registry.acme.dev/acme/api'],
    ['make', 'fatal: missing header', 'make HEADERS=1'],
    ['npm ci --offline', 'error: not in the cache', 'npm ci'],
  ])('is the same command with other options: %s', (one, error, other) => {
    expect(
      fixesIn(
        ...toolUse('1', 'shell', { command: one }, error, false),
        ...toolUse('2', 'shell', { command: other }, 'ok'),
      ),
    ).toEqual([expect.stringContaining(other)]);
  });

  it('is one fix for several failures before the same success', () => {
    expect(
      fixesIn(
        ...toolUse('1', 'shell', 'make all -j1', 'error: one', false),
        ...toolUse('2', 'shell', 'make all -j2', 'error: two', false),
        ...toolUse('3', 'shell', 'make all -j3', 'ok'),
      ),
    ).toEqual([expect.stringContaining('two')]);
  });

  it('is limited to the five newest', () => {
    const parts = Array.from({ length: 9 }, (_, index) => [
      ...toolUse(`a${index}`, 'shell', `run step${index} now fast`, `error: number ${index}`, false),
      ...toolUse(`b${index}`, 'shell', `run step${index} now slow`, 'ok'),
    ]).flat();
    expect(fixesIn(...parts)).toHaveLength(5);
    expect(fixesIn(...parts).at(-1)).toContain('number 8');
  });
});

describe('no fix', () => {
  it.each([
    ['git commit -m fix', 'error: nothing added to commit', 'git status'],
    ['git push', 'error: rejected', 'git add a.ts'],
    ['rm build.log', 'rm: no such file', 'date'],
    ['rm build.log', 'rm: no such file', 'rm notes.txt'],
    ['make build', 'error: out of memory', 'make clean'],
  ])('is another command of the same program: %s', (one, error, other) => {
    expect(
      fixesIn(
        ...toolUse('1', 'shell', { command: one }, error, false),
        ...toolUse('2', 'shell', { command: other }, 'ok'),
      ),
    ).toEqual([]);
  });

  it.each([
    [
      'is another call that happens to work',
      [...toolUse('1', 'shell', 'npm test', 'error: x', false), ...toolUse('2', 'shell', 'ls -la', 'ok')],
    ],
    [
      'is another tool',
      [
        ...toolUse('1', 'read_file', '{"path":"a.ts"}', 'not found', false),
        ...toolUse('2', 'write_file', '{"path":"a.ts"}', 'ok'),
      ],
    ],
    [
      'is the same call without anything done in between',
      [...toolUse('1', 'fetch', 'x y', 'error: timeout', false), ...toolUse('2', 'fetch', 'x y', 'ok')],
    ],
    [
      'is told of an error that says nothing',
      [
        ...toolUse('1', 'shell', 'grep foo src', 'Command exited with code 1', false),
        ...toolUse('2', 'shell', 'grep foo src lib', 'ok'),
      ],
    ],
    [
      'is taken from the memory tools',
      [
        ...toolUse('1', 'recall', 'query one two', 'error: away', false),
        ...toolUse('2', 'recall', 'query one two three', 'ok'),
      ],
    ],
  ])('%s', (_, parts) => {
    expect(fixesIn(...parts)).toEqual([]);
  });
});

function fixesIn(...parts: Parameters<typeof conversation>) {
  return findFixes(conversation(...parts), english).map(({ content }) => content);
}
