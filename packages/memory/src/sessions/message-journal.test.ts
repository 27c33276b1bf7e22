import { appendFile, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryError } from '../errors.ts';
import type { JournalEntry } from './journal-entry.ts';
import { createMessageJournal } from './message-journal.ts';
import { sampleMessage } from '../../contract/sample-message.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

it('replays waiting messages in order, once, and removes the files', async () => {
  const journal = createMessageJournal(folder, 7);
  await journal.append(entry('first\nwith a line break'));
  await journal.append(entry('second'));
  expect(journal.pending).toBe(2);
  const replayed: JournalEntry[] = [];
  const store = async (one: JournalEntry) => void replayed.push(one);
  expect(await journal.replay(store)).toEqual({ stored: 2, putAside: 0 });
  expect(await journal.replay(store)).toEqual({ stored: 0, putAside: 0 });
  expect(contentsOf(replayed)).toEqual(['first\nwith a line break', 'second']);
  expect(replayed[0]?.messages[0]?.createdAt).toEqual(new Date('2026-03-01T10:00:00Z'));
  expect(journal.pending).toBe(0);
  await journal.close();
  expect(await readdir(folder)).toEqual([]);
});

it('keeps everything when the store fails during a replay', async () => {
  const journal = createMessageJournal(folder, 7);
  await journal.append(entry('first'));
  await journal.append(entry('second'));
  let calls = 0;
  const failing = journal.replay(async () => {
    calls += 1;
    if (calls === 2) throw new Error('the store is away again');
  });
  await expect(failing).rejects.toThrow('away again');
  const replayed: JournalEntry[] = [];
  await journal.replay(async (one) => void replayed.push(one));
  expect(contentsOf(replayed)).toEqual(['first', 'second']);
});

it('keeps all waiting messages in one file, however often the store is tried', async () => {
  const journal = createMessageJournal(folder, 7);
  const said = Array.from({ length: 20 }, (_, index) => `message ${index}`);
  for (const content of said) {
    await journal.replay(() => Promise.reject(new Error('away'))).catch(() => {});
    await journal.append(entry(content));
  }
  const names = await readdir(join(folder, 'run-7-1'));
  expect(names.filter((name) => name.startsWith('messages'))).toEqual(['messages-1.jsonl']);
  const replayed: JournalEntry[] = [];
  await journal.replay(async (one) => void replayed.push(one));
  expect(contentsOf(replayed)).toEqual(said);
});

describe('the journal of a dead run', () => {
  it.each([
    ['by another process', 8],
    // a container gives the same number to every run
    ['by a later run of the same number', 7],
  ])('is taken over %s, without the unfinished line', async (_, processId) => {
    const gone = createMessageJournal(folder, 7);
    await gone.append(entry('acknowledged'));
    await gone.replay(async () => Promise.reject(new Error('away'))).catch(() => {});
    await gone.append(entry('and this'));
    // a kill lets go of the lock as this does
    await gone.close();
    await appendFile(join(folder, 'run-7-1', 'messages-1.jsonl'), '{"session":{"id":"half a li');
    const replayed: JournalEntry[] = [];
    const later = createMessageJournal(folder, processId);
    const away = later.replay(() => Promise.reject(new MemoryError('database_unavailable', 'away')));
    await expect(away).rejects.toMatchObject({ code: 'database_unavailable' });
    // nothing may overtake it
    expect(later.isWaiting).toBe(true);
    await later.append(entry('of the later one'));
    await later.replay(async (one) => void replayed.push(one));
    expect(contentsOf(replayed)).toEqual(['acknowledged', 'and this', 'of the later one']);
    expect(later.isWaiting).toBe(false);
    await later.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is taken over by one of two concurrent runs', async () => {
    const gone = createMessageJournal(folder, 7);
    await gone.append(entry('acknowledged'));
    await gone.close();
    const replayed: JournalEntry[] = [];
    const takers = [8, 9, 10].map((processId) => createMessageJournal(folder, processId));
    await Promise.all(takers.map((taker) => taker.replay(async (one) => void replayed.push(one))));
    expect(contentsOf(replayed)).toEqual(['acknowledged']);
  });
});

it('leaves the journal of a living run alone', async () => {
  const living = createMessageJournal(folder, 7);
  await living.append(entry('of somebody else'));
  const other = createMessageJournal(folder, 8);
  expect(await other.replay(async () => {})).toEqual({ stored: 0, putAside: 0 });
  const replayed: JournalEntry[] = [];
  await living.replay(async (one) => void replayed.push(one));
  expect(contentsOf(replayed)).toEqual(['of somebody else']);
});

it('sets aside messages that the store rejects for good, and stores the rest', async () => {
  const journal = createMessageJournal(folder, 7);
  await journal.append(entry('good'));
  const two = entry('refused');
  await journal.append({ ...two, messages: [...two.messages, ...entry('of the same call').messages] });
  await appendFile(join(folder, 'run-7-1', 'messages-1.jsonl'), 'no JSON at all\n');
  await journal.append(entry('last'));
  const replayed: JournalEntry[] = [];
  let isAway = true;
  const store = async (one: JournalEntry) => {
    const [content] = contentsOf([one]);
    if (content === 'refused') throw new MemoryError('invalid_input', 'content: cannot be stored');
    if (content === 'last' && isAway) throw new MemoryError('database_unavailable', 'away');
    if (!isAway) replayed.push(one);
  };
  await expect(journal.replay(store)).rejects.toMatchObject({ code: 'database_unavailable' });
  isAway = false;
  expect(await journal.replay(store)).toEqual({ stored: 3, putAside: 2 });
  expect(contentsOf(replayed)).toEqual(['good', 'of the same call', 'last']);
  expect(await journal.refused.count()).toBe(2);
  const texts = await Promise.all(
    (await readdir(journal.refused.folder)).map((name) =>
      readFile(join(journal.refused.folder, name), 'utf8'),
    ),
  );
  expect(texts.join()).toContain('content: cannot be stored');
  expect(texts.join()).toContain('no JSON at all');
  expect(journal.pending).toBe(0);
});

it('stops at a temporary failure, and keeps the message', async () => {
  const journal = createMessageJournal(folder, 7);
  await journal.append(entry('first'));
  const broken = journal.replay(async () =>
    Promise.reject(new MemoryError('database_failed', 'the table is not there')),
  );
  await expect(broken).rejects.toMatchObject({ code: 'database_failed' });
  expect(await journal.refused.count()).toBe(0);
  expect(journal.pending).toBe(1);
});

it('loses nothing during concurrent replays and appends', async () => {
  const journal = createMessageJournal(folder, 7);
  const replayed: JournalEntry[] = [];
  const store = async (one: JournalEntry) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    replayed.push(one);
  };
  const said = Array.from({ length: 30 }, (_, index) => `message ${index}`);
  await Promise.all(
    said.flatMap((content) => [journal.append(entry(content)), journal.replay(store), journal.replay(store)]),
  );
  await journal.replay(store);
  expect(contentsOf(replayed)).toEqual(said);
  expect(journal.pending).toBe(0);
});

it('loses nothing when a first message is written while others take over from a dead run', async () => {
  const replayed: JournalEntry[] = [];
  const store = async (one: JournalEntry) => void replayed.push(one);
  const others = [createMessageJournal(folder, 1), createMessageJournal(folder, 2)];
  const said = Array.from({ length: 60 }, (_, index) => `message ${index}`);
  for (const content of said) {
    const journal = createMessageJournal(folder, 7);
    const busy = others.flatMap((other) => [other.replay(store), other.replay(store), other.replay(store)]);
    await Promise.all([journal.append(entry(content)), ...busy]);
    await journal.close();
  }
  await others[0]?.replay(store);
  expect(contentsOf(replayed).toSorted()).toEqual(said.toSorted());
});

it.skipIf(process.platform !== 'linux')(
  'says so when the disk is full, keeps nothing of that message, and continues when there is room',
  async () => {
    const journal = createMessageJournal(folder, 7);
    const replayed: JournalEntry[] = [];
    const store = async (one: JournalEntry) => void replayed.push(one);
    await journal.append(entry('first'));
    await journal.replay(store);
    const file = join(folder, 'run-7-1', 'messages-1.jsonl');
    await symlink('/dev/full', file);
    await expect(journal.append(entry('too much'))).rejects.toMatchObject({
      code: 'journal_failed',
      message: expect.stringContaining('ENOSPC'),
    });
    expect(journal.pending).toBe(0);
    await rm(file);
    await journal.append(entry('second'));
    await journal.replay(store);
    expect(contentsOf(replayed)).toEqual(['first', 'second']);
  },
);

it('keeps messages that are appended during a replay', async () => {
  const journal = createMessageJournal(folder, 7);
  await journal.append(entry('before'));
  const replayed: JournalEntry[] = [];
  await journal.replay(async (one) => {
    replayed.push(one);
    await journal.append(entry('meanwhile'));
  });
  expect(contentsOf(replayed)).toEqual(['before']);
  await journal.replay(async (one) => void replayed.push(one));
  expect(contentsOf(replayed)).toEqual(['before', 'meanwhile']);
});

function entry(content: string): JournalEntry {
  return {
    session: { id: randomUUID(), project: 'taskforge', agent: 'chapo', user: 'me' },
    messages: [{ ...sampleMessage(content), createdAt: new Date('2026-03-01T10:00:00Z') }],
  };
}

function contentsOf(entries: JournalEntry[]) {
  return entries.flatMap((one) => one.messages.map((message) => message.content));
}
