import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isOutage, MemoryError } from '../errors.ts';
import { fsyncFolder } from '../files/fsync-folder.ts';
import { lockFolder, type FolderLock } from '../files/folder-lock.ts';
import { parseEntry, type JournalEntry } from './journal-entry.ts';
import { hasCode, makeRunFolder, namesIn, readLines, writeLine } from './journal-files.ts';
import { createRefusedEntries } from './refused-entries.ts';

export type MessageJournal = ReturnType<typeof createMessageJournal>;

/** `put aside`: the store refuses them for good. */
export type Replayed = { stored: number; putAside: number };

type StoreEntry = (entry: JournalEntry) => Promise<void>;
type OwnFolder = { path: string; lock: FolderLock };

const fileName = /^messages-(\d+)\.jsonl$/;

/**
 * Where messages wait while the store is away. Each run of a process has a folder of its own in `folder`, which it holds by a
 * lock of the operating system: so what another one left is known from what it is writing, whatever number it had. Each line
 * of a file is an entry, synced to disk before `append` returns. Entries are stored by message id: replaying one
 * twice is harmless.
 */
export function createMessageJournal(folder: string, processId: number) {
  const refused = createRefusedEntries(join(folder, 'refused'));
  let own: OwnFolder | null = null;
  let generation = 1;
  /** Entries that are written, by the number of their file, and such as are being written. */
  const written = new Map<number, number>();
  let underWay = 0;
  let isLeftBehind = false;
  let writing: Promise<unknown> = Promise.resolve();
  let replaying: Promise<unknown> = Promise.resolve();

  return {
    /** How many entries of this process wait. */
    get pending(): number {
      return underWay + [...written.values()].reduce((sum, count) => sum + count, 0);
    },
    /** Something waits, of this process or of one that is gone: what is stored directly now would overtake it. */
    get isWaiting(): boolean {
      return this.pending > 0 || isLeftBehind;
    },
    /** Messages that the store refuses for good, and where they are. */
    refused,
    /** Throws `journal_failed` when it cannot be written: then nothing of it is there. */
    append(entry: JournalEntry): Promise<void> {
      underWay += 1;
      const done = writing
        .then(() => write(JSON.stringify(entry)))
        .finally(() => {
          underWay -= 1;
        });
      writing = done.catch(() => {});
      return done;
    },
    /**
     * Hands every waiting message to `store`, in order, this process's own and those of processes that are gone, and removes a
     * file when all of it is stored. What the store refuses for good is put aside; anything else that it throws ends the
     * replay, and what is not stored stays. One at a time: a second call waits for the first.
     */
    replay(store: StoreEntry): Promise<Replayed> {
      const done = replaying.then(() => replayAll(store));
      replaying = done.catch(() => {});
      return done;
    },
    /** Lets go of what waits: another process, or a later one, takes it over. */
    async close(): Promise<void> {
      await Promise.all([writing, replaying]);
      const held = own;
      own = null;
      held?.lock.release();
      if (held && written.size === 0) await rm(held.path, { recursive: true, force: true });
    },
  };

  async function write(line: string): Promise<void> {
    try {
      own ??= await openOwn();
      const path = join(own.path, `messages-${generation}.jsonl`);
      const isNew = !(await namesIn(own.path)).includes(`messages-${generation}.jsonl`);
      await writeLine(path, line);
      if (isNew) fsyncFolder(own.path);
      written.set(generation, (written.get(generation) ?? 0) + 1);
    } catch (error) {
      // whatever is left of it, nothing is written behind it
      generation += 1;
      const why = error instanceof Error ? error.message : String(error);
      throw new MemoryError('journal_failed', `the message could not be written to the journal: ${why}`, {
        cause: error,
      });
    }
  }

  async function openOwn(): Promise<OwnFolder> {
    const path = await makeRunFolder(folder, processId);
    return { path, lock: await lockFolder(path) };
  }

  async function replayAll(store: StoreEntry): Promise<Replayed> {
    const total: Replayed = { stored: 0, putAside: 0 };
    for (const run of await foreignRuns()) await takeOver(run, store, total);
    if (own) {
      // what is appended from here on goes to a file that this replay does not touch
      const end = (generation += 1);
      await writing;
      await replayFolder(own.path, end, store, total, (number) => written.delete(number));
    }
    return total;
  }

  async function takeOver(run: string, store: StoreEntry, total: Replayed): Promise<void> {
    const lock = await lockOf(run);
    if (!lock) return;
    try {
      await replayFolder(run, Infinity, store, total);
      isLeftBehind = false;
    } catch (error) {
      isLeftBehind = isOutage(error);
      throw error;
    } finally {
      lock.release();
    }
    await removeRun(run);
  }

  /** Renamed first: another replay that is just opening the folder then finds none, and puts nothing into it. */
  async function removeRun(run: string): Promise<void> {
    const done = join(folder, `done-${randomUUID()}`);
    try {
      await rename(run, done);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return; // the other replay was faster
      throw error;
    }
    await rm(done, { recursive: true, force: true });
  }

  /** The folders of other runs in which something waits. One without a file may be so new that its owner has yet to lock it. */
  async function foreignRuns(): Promise<string[]> {
    const names = (await namesIn(folder)).filter((name) => name.startsWith('run-'));
    const paths = names.toSorted().map((name) => join(folder, name));
    const files = await Promise.all(paths.map(namesIn));
    return paths.filter(
      (path, index) => path !== own?.path && files[index]?.some((name) => fileName.test(name)),
    );
  }

  async function replayFolder(
    path: string,
    end: number,
    store: StoreEntry,
    total: Replayed,
    onFile = (_number: number): unknown => undefined,
  ): Promise<void> {
    const numbers = (await namesIn(path)).flatMap((name) => Number(fileName.exec(name)?.[1] ?? []) || []);
    for (const number of numbers.filter((one) => one < end).toSorted((one, other) => one - other)) {
      const file = join(path, `messages-${number}.jsonl`);
      const lines = await readLines(file);
      for (const line of lines) await replayLine(line, store, total);
      await rm(file);
      onFile(number);
    }
  }

  async function replayLine(line: string, store: StoreEntry, total: Replayed): Promise<void> {
    let entry: JournalEntry;
    try {
      entry = parseEntry(line);
    } catch (error) {
      await putAside(line, error, total);
      return;
    }
    // each by itself, so that one that is refused takes no other with it
    for (const message of entry.messages) {
      const alone = { ...entry, messages: [message] };
      try {
        await store(alone);
        total.stored += 1;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        await putAside(JSON.stringify(alone), error, total);
      }
    }
  }

  async function putAside(line: string, error: unknown, total: Replayed): Promise<void> {
    await refused.put(line, error instanceof Error ? error.message : String(error));
    total.putAside += 1;
  }
}

/** Null while its process lives, and when another process has just taken it over. */
async function lockOf(run: string): Promise<FolderLock | null> {
  try {
    return await lockFolder(run);
  } catch (error) {
    if (error instanceof MemoryError && error.code === 'database_locked') return null;
    if ((await namesIn(run)).length === 0) return null;
    throw error;
  }
}

/** Nothing of the store or the call is wrong, but the message: it would be refused for ever. */
const isRefusal = (error: unknown): boolean =>
  error instanceof MemoryError && (error.code === 'invalid_input' || error.code === 'not_found');
