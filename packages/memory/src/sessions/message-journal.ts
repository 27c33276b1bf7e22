import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isOutage, MemoryError, messageOf } from '../errors.ts';
import { fsyncFolder } from '../files/fsync-folder.ts';
import { lockFolder, type FolderLock } from '../files/folder-lock.ts';
import { parseEntry, sessionOfEntry, type JournalEntry } from './journal-entry.ts';
import { hasCode, makeRunFolder, namesIn, readLines, writeLine } from './journal-files.ts';
import { createRefusedEntries } from './refused-entries.ts';

export type MessageJournal = ReturnType<typeof createMessageJournal>;

/** `putAside`: messages that the store rejected for good. */
export type Replayed = { stored: number; putAside: number };

/** False: it is not needed any more, and was not stored. */
type StoreEntry = (entry: JournalEntry) => Promise<unknown>;
type OwnFolder = { path: string; lock: FolderLock };
type Replay = { store: StoreEntry; total: Replayed; later: () => string[] };
/** A file of which so many lines are stored. */
type StoredFile = { path: string; number: number; lines: number };

const fileName = /^messages-(\d+)\.jsonl$/;

/**
 * Holds messages while the store is down. Each run of a process locks its own folder in `folder`, so entries of dead processes can be told
 * from those still being written. It is one file, unless a line could not be finished. Each line is an entry, synced before `append`
 * returns. Entries are stored by message id: replaying one twice is harmless.
 */
export function createMessageJournal(folder: string, processId: number) {
  const refused = createRefusedEntries(join(folder, 'refused'));
  let own: OwnFolder | null = null;
  let generation = 1;
  /** Written entries by file number, and how many of them are stored; `underWay` counts those being written. */
  const written = new Map<number, number>();
  const stored = new Map<number, number>();
  let underWay = 0;
  let isLeftBehind = false;
  let writing: Promise<unknown> = Promise.resolve();
  let replaying: Promise<unknown> = Promise.resolve();

  return {
    /** Waiting entries of this process. */
    get pending(): number {
      return underWay + sumOf(written) - sumOf(stored);
    },
    /** Whether entries wait, of this process or a dead one; a message stored directly now would overtake them. */
    get isWaiting(): boolean {
      return this.pending > 0 || isLeftBehind;
    },
    /** Messages that the store rejected for good. */
    refused,
    /** Throws `journal_failed` if the entry cannot be written; then nothing of it remains. */
    append(entry: JournalEntry): Promise<void> {
      underWay += 1;
      return inTurn(() => write(JSON.stringify(entry))).finally(() => {
        underWay -= 1;
      });
    },
    /**
     * Passes every waiting message to `store`, in order, of this process and of dead ones, and removes each file when all of it is stored.
     * Messages that the store rejects for good are put aside. Any other error ends the replay, and the rest stays. A second call waits
     * for the first.
     */
    replay(store: StoreEntry): Promise<Replayed> {
      const done = replaying.then(() => replayAll(store));
      replaying = done.catch(() => {});
      return done;
    },
    /** Releases the folder: another or a later process takes over what waits. */
    async close(): Promise<void> {
      await Promise.all([writing, replaying]);
      const held = own;
      own = null;
      held?.lock.release();
      if (held && written.size === 0) await rm(held.path, { recursive: true, force: true });
    },
  };

  /** Runs what changes the own files, one after the other. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = writing.then(work);
    writing = done.catch(() => {});
    return done;
  }

  async function write(line: string): Promise<void> {
    try {
      own ??= await openOwn();
      const name = `messages-${generation}.jsonl`;
      const isNew = !(await namesIn(own.path)).includes(name);
      await writeLine(join(own.path, name), line);
      if (isNew) fsyncFolder(own.path);
      written.set(generation, (written.get(generation) ?? 0) + 1);
    } catch (error) {
      // start a new file: nothing may follow an incomplete line
      generation += 1;
      const problem = `the message could not be written to the journal: ${messageOf(error)}`;
      throw new MemoryError('journal_failed', problem, { cause: error });
    }
  }

  async function openOwn(): Promise<OwnFolder> {
    const path = await makeRunFolder(folder, processId);
    return { path, lock: await lockFolder(path) };
  }

  async function replayAll(store: StoreEntry): Promise<Replayed> {
    const total: Replayed = { stored: 0, putAside: 0 };
    for (const run of await foreignRuns()) await takeOver(run, store, total);
    if (own) await replayFolder(own.path, store, total, finishOwn);
    return total;
  }

  async function takeOver(run: string, store: StoreEntry, total: Replayed): Promise<void> {
    const lock = await lockOf(run);
    if (!lock) return;
    try {
      await replayFolder(run, store, total, ({ path }) => rm(path));
      isLeftBehind = false;
    } catch (error) {
      isLeftBehind = isOutage(error);
      throw error;
    } finally {
      lock.release();
    }
    await removeRun(run);
  }

  /** Renames first, so that a concurrent replay opening the folder does not find it. */
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

  /** Folders of other runs with entries. One without files may be new and not locked yet. */
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
    store: StoreEntry,
    total: Replayed,
    finish: (file: StoredFile) => Promise<void>,
  ): Promise<void> {
    const numbers = (await namesIn(path)).flatMap((name) => Number(fileName.exec(name)?.[1] ?? []) || []);
    for (const number of numbers.toSorted((one, other) => one - other)) {
      const file = join(path, `messages-${number}.jsonl`);
      const lines = await readLines(file);
      const waiting = lines.slice(path === own?.path ? stored.get(number) : 0);
      await replayLines(waiting, store, total);
      await finish({ path: file, number, lines: lines.length });
    }
  }

  /** Removes the file, unless entries were written since it was read. */
  function finishOwn({ path, number, lines }: StoredFile): Promise<void> {
    return inTurn(async () => {
      if ((await readLines(path)).length > lines) {
        stored.set(number, lines);
        return;
      }
      await rm(path);
      written.delete(number);
      stored.delete(number);
    });
  }

  async function replayLines(lines: string[], store: StoreEntry, total: Replayed): Promise<void> {
    for (const [index, line] of lines.entries())
      await replayLine(line, { store, total, later: () => lines.slice(index + 1) });
  }

  async function replayLine(line: string, { store, total, later }: Replay): Promise<void> {
    let entry: JournalEntry;
    try {
      entry = parseEntry(line);
    } catch (error) {
      await putAside(line, error, total);
      return;
    }
    // one at a time, so that a rejected message does not affect others
    for (const message of entry.messages) {
      const alone = { ...entry, messages: [message] };
      try {
        await store(alone);
        total.stored += 1;
      } catch (error) {
        if (!isRefusal(error) && !(await isToBlame(alone, error, { store, later }))) throw error;
        await putAside(JSON.stringify(alone), error, total);
      }
    }
  }

  /**
   * Whether the store fails at this message alone: it takes one of another session, and then fails again. Something between here and
   * the store may refuse it for its text. Without a message of another session nobody knows, and all wait.
   */
  async function isToBlame(
    entry: JournalEntry,
    error: unknown,
    { store, later }: Pick<Replay, 'store' | 'later'>,
  ): Promise<boolean> {
    if (mayPass(error)) return false;
    const other = later().find((line) => ![entry.session.id, undefined].includes(sessionOfEntry(line)?.id));
    if (other === undefined || (await store(parseEntry(other))) === false) return false;
    try {
      await store(entry);
    } catch (again) {
      return !mayPass(again);
    }
    return false;
  }

  async function putAside(line: string, error: unknown, total: Replayed): Promise<void> {
    await refused.put(line, messageOf(error));
    total.putAside += 1;
  }
}

const sumOf = (counts: Map<number, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Null while its process lives, or if another process took it over. */
async function lockOf(run: string): Promise<FolderLock | null> {
  try {
    return await lockFolder(run);
  } catch (error) {
    if (error instanceof MemoryError && error.code === 'database_locked') return null;
    if ((await namesIn(run)).length === 0) return null;
    throw error;
  }
}

/** Whether a store that failed may take the same message at another time. */
const mayPass = (error: unknown): boolean => !(error instanceof MemoryError) || error.isRetryable;

/** Whether the message itself is wrong, so that the store would always reject it. */
const isRefusal = (error: unknown): boolean =>
  error instanceof MemoryError && ['invalid_input', 'not_found', 'conflict'].includes(error.code);
