import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { StoredMessage } from '../store/store.ts';
import { messageRoles, messageTypes } from '../types.ts';

const entrySchema = z.object({
  session: z.object({ id: z.uuid(), project: z.string().nullable(), agent: z.string() }),
  messages: z.array(
    z.object({
      id: z.uuid(),
      role: z.enum(messageRoles),
      type: z.enum(messageTypes),
      content: z.string(),
      toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
      toolCallId: z.string().nullable(),
      pinned: z.boolean(),
      metadata: z.record(z.string(), z.unknown()),
      tokens: z.int(),
      contentHash: z.string(),
      words: z.array(z.string()),
      createdAt: z.coerce.date(),
    }),
  ),
});

export type JournalEntry = {
  session: { id: string; project: string | null; agent: string };
  messages: StoredMessage[];
};

export type MessageJournal = ReturnType<typeof createMessageJournal>;

/**
 * Where messages wait while the store is away: files of this process in `folder`, each line an entry, synced to disk
 * before `append` returns. Entries are stored by message id, so that replaying one twice is harmless.
 */
export function createMessageJournal(folder: string, processId: number) {
  let generation = 1;
  let pending = 0;
  let writing: Promise<void> = Promise.resolve();

  return {
    /** How many entries of this process wait. */
    get pending(): number {
      return pending;
    },
    append(entry: JournalEntry): Promise<void> {
      const path = join(folder, `messages-${processId}-${generation}.jsonl`);
      pending += 1;
      const written = writing.then(() => writeLine(path, JSON.stringify(entry)));
      writing = written.catch(() => {});
      return written;
    },
    /**
     * Hands every waiting entry to `store`, in order, this process's own and those of processes that are gone, and
     * removes a file when all of it is stored. What `store` throws ends the replay; what is not stored stays.
     */
    async replay(store: (entry: JournalEntry) => Promise<void>): Promise<number> {
      // what is appended from here on goes to a file that this replay does not remove
      generation += 1;
      await writing;
      let count = 0;
      for (const file of await listFiles(folder)) {
        const isOwn = file.owner === processId;
        if (isOwn ? file.generation >= generation : isAlive(file.owner)) continue;
        const entries = await readEntries(file.path);
        for (const entry of entries) await store(entry);
        await rm(file.path);
        count += entries.length;
        if (isOwn) pending = Math.max(0, pending - entries.length);
      }
      return count;
    },
  };
}

async function writeLine(path: string, line: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(`${line}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

type JournalFile = { path: string; owner: number; generation: number };

async function listFiles(folder: string): Promise<JournalFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const parts = /^messages-(\d+)-(\d+)\.jsonl$/.exec(name);
      return parts
        ? [{ path: join(folder, name), owner: Number(parts[1]), generation: Number(parts[2]) }]
        : [];
    })
    .toSorted((one, other) => one.owner - other.owner || one.generation - other.generation);
}

/** The entries of a file. A last line without its end was never acknowledged, and is left out. */
async function readEntries(path: string): Promise<JournalEntry[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines.slice(0, -1).map((line) => entrySchema.parse(JSON.parse(line)));
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it is there and belongs to somebody else
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
