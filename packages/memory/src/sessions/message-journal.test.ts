import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMessageJournal, type JournalEntry } from './message-journal.ts';

/** No process has it: above the largest process id that Linux gives. */
const deadProcess = 2 ** 22 + 1;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'devai-journal-'));
});
afterEach(() => rm(folder, { recursive: true }));

function entry(content: string): JournalEntry {
  return {
    session: { id: randomUUID(), project: 'taskforge', agent: 'chapo' },
    messages: [
      {
        id: randomUUID(),
        role: 'user',
        type: 'text',
        content,
        toolCalls: [],
        toolCallId: null,
        pinned: false,
        metadata: {},
        tokens: 3,
        contentHash: 'hash',
        words: ['word'],
        createdAt: new Date('2026-03-01T10:00:00Z'),
      },
    ],
  };
}

const contentsOf = (entries: JournalEntry[]) =>
  entries.flatMap((one) => one.messages.map((message) => message.content));

it('replays what waits in order, once, and leaves no file', async () => {
  const journal = createMessageJournal(folder, process.pid);
  await journal.append(entry('first\nwith a line break'));
  await journal.append(entry('second'));
  expect(journal.pending).toBe(2);
  const replayed: JournalEntry[] = [];
  const store = async (one: JournalEntry) => void replayed.push(one);
  expect(await journal.replay(store)).toBe(2);
  expect(await journal.replay(store)).toBe(0);
  expect(contentsOf(replayed)).toEqual(['first\nwith a line break', 'second']);
  expect(replayed[0]?.messages[0]?.createdAt).toEqual(new Date('2026-03-01T10:00:00Z'));
  expect(journal.pending).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

it('keeps everything when the store fails in the middle', async () => {
  const journal = createMessageJournal(folder, process.pid);
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

it('takes over what a killed process left, without the line that it did not finish', async () => {
  await createMessageJournal(folder, deadProcess).append(entry('acknowledged'));
  await appendFile(join(folder, `messages-${deadProcess}-1.jsonl`), '{"session":{"id":"half a li');
  const replayed: JournalEntry[] = [];
  await createMessageJournal(folder, process.pid).replay(async (one) => void replayed.push(one));
  expect(contentsOf(replayed)).toEqual(['acknowledged']);
});

it('leaves the journal of a living process alone', async () => {
  await createMessageJournal(folder, process.ppid).append(entry('of somebody else'));
  expect(await createMessageJournal(folder, process.pid).replay(async () => {})).toBe(0);
  expect(await readdir(folder)).toHaveLength(1);
});

it('keeps what is appended while a replay is under way', async () => {
  const journal = createMessageJournal(folder, process.pid);
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
