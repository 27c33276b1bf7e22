import { rm, writeFile } from 'node:fs/promises';
import type { createVersions, WrittenVersion } from './written-versions.ts';
import { readBytes, replaceFile } from './replace-file.ts';

/** What a sync changed, by the names of topics or by statements. */
export type SyncReport = {
  removed: string[];
  added: string[];
  corrected: string[];
  /** Removed from the memory file, and forgotten a day later unless put back. */
  pending: string[];
  /** What was not understood or not applied, in words. */
  notUnderstood: string[];
  /** Whether the file was written. */
  written: boolean;
  /** The path of the copy of a file that was written over although not all of it was understood; null without one. */
  copy: string | null;
  /** What failed, in words; empty if nothing did. */
  degraded: string[];
};

export const emptyReport = (): SyncReport => ({
  removed: [],
  added: [],
  corrected: [],
  pending: [],
  notUnderstood: [],
  written: false,
  copy: null,
  degraded: [],
});

/** How one kind of file is read, compared with the store, and shown. `Stored`: what it shows, as the store has it. */
type Kind<Parsed, Stored, Item> = {
  /** For messages. */
  name: string;
  path: string;
  versions: ReturnType<typeof createVersions<Item>>;
  read(): Promise<Stored>;
  parse(bytes: Buffer): Parsed;
  /** A file of this project, or one that the user wrote. */
  isOwn(file: Parsed): boolean;
  isMarked(file: Parsed, mark: string): boolean;
  /**
   * Applies the user's edits, and enters them in the report; what cannot be applied is one more problem of the file. Returns what is stored
   * then; null if nothing changed.
   */
  apply(
    file: Parsed,
    versions: WrittenVersion<Item>[],
    stored: Stored,
    note: Note,
    report: SyncReport,
  ): Promise<Stored | null>;
  /** Whether there is nothing for which to create a file. */
  isEmpty(stored: Stored): boolean;
  show(stored: Stored, versions: WrittenVersion<Item>[]): { version: WrittenVersion<Item>; text: string };
  saysTheSame(one: string, other: string): boolean;
  /** The text to keep of a file that was not understood. */
  copyOf(bytes: Buffer, stored: Stored, versions: WrittenVersion<Item>[]): Buffer | string;
};

/** Adds a problem to the report, once. */
export type Note = (problem: string) => void;

/** `stored`: what the caller has just read of the store. */
type Reconciliation<Stored> = { refresh: boolean; stored?: Stored | undefined };

/** Attempts before giving up on a file that another writer keeps changing. */
const maximumRounds = 5;

/** Keeps a file and the store in sync: applies the user's edits to the store, and writes what the store has to the file. */
export function createSyncedFile<Parsed extends { problems: string[] }, Stored, Item>(
  kind: Kind<Parsed, Stored, Item>,
) {
  const { path, versions: keeping } = kind;
  const copyPath = `${path}.bak`;
  let queue: Promise<unknown> = Promise.resolve();
  /** The versions of the file, as this process last read or wrote them. */
  let versions: WrittenVersion<Item>[] = [];

  return {
    /**
     * Applies the user's edits to the store. Then writes the file if an edit was applied or the file is missing or
     * damaged; with `refresh`, also if any text in it is out of date ("6h ago"). Calls run one after the other; a
     * write by another process or an editor in between is detected. `stored` is what the store has afterwards, null
     * if somebody else kept writing. Throws the store's `MemoryError`, and errors of the file system. Idempotent.
     */
    reconcile(how: Reconciliation<Stored>): Promise<{ report: SyncReport; stored: Stored | null }> {
      const result = queue.then(() => reconcile(how));
      queue = result.catch(() => {});
      return result;
    },
    /** Returns what the file says; null without a file, and for another project's. */
    async read(): Promise<Parsed | null> {
      const bytes = await readBytes(path);
      const file = bytes && kind.parse(bytes);
      return file && kind.isOwn(file) ? file : null;
    },
    /** Deletes the copy, which has what is to be erased. */
    dropCopy: (): Promise<void> => rm(copyPath, { force: true }),
  };

  async function reconcile({
    refresh,
    stored: given,
  }: Reconciliation<Stored>): Promise<{ report: SyncReport; stored: Stored | null }> {
    const report = emptyReport();
    const note: Note = (problem) => {
      if (!report.notUnderstood.includes(problem)) report.notUnderstood.push(problem);
    };
    let mustWrite = refresh;
    for (let round = 1; round <= maximumRounds; round += 1) {
      const bytes = await readBytes(path);
      const before = (round === 1 && given) || (await kind.read());
      const file = bytes && kind.parse(bytes);
      if (!isOwnVersion(file)) versions = await keeping.read();
      const changed = file && (await applyEdits(file, before, note, report));
      const stored = changed ?? before;
      if (!bytes && kind.isEmpty(stored)) return { report, stored };
      mustWrite ||= !bytes || changed !== null || report.notUnderstood.length > 0;
      if (!mustWrite) return { report, stored };

      const earlier = versions;
      const { version, text } = kind.show(stored, earlier);
      versions = await keeping.keep(version, earlier);
      if (bytes && kind.saysTheSame(bytes.toString(), text)) return { report, stored };
      const isCopied = bytes && file && needsCopy(file, bytes);
      if (isCopied) await writeFile(copyPath, kind.copyOf(bytes, stored, earlier));
      report.written = await replaceFile(path, text, bytes);
      if (report.written && isCopied) report.copy = copyPath;
      if (report.written) return { report, stored };
    }
    report.degraded.push(`the ${kind.name} was not written: somebody else keeps writing it`);
    return { report, stored: null };
  }

  async function applyEdits(
    file: Parsed,
    stored: Stored,
    note: Note,
    report: SyncReport,
  ): Promise<Stored | null> {
    if (!kind.isOwn(file)) {
      note(`the file is of another project; it is kept as .bak`);
      return null;
    }
    for (const problem of file.problems) note(problem);
    if (file.problems.length > 0) {
      note('only additions are taken over, and a copy of the file is kept as .bak');
    } else if (versions.length === 0) {
      note('the version that the file was made from is no longer known: nothing counts as removed');
    }
    return kind.apply(file, versions, stored, note, report);
  }

  /** Whether the file has the version that this process wrote last, so that nobody else wrote in between. */
  function isOwnVersion(file: Parsed | null): boolean {
    return versions[0] !== undefined && file !== null && kind.isMarked(file, versions[0].mark);
  }

  /** Whether to keep a copy of the file. An empty file must not replace a better copy. */
  function needsCopy(file: Parsed, bytes: Buffer): boolean {
    return (file.problems.length > 0 || !kind.isOwn(file)) && bytes.toString().trim() !== '';
  }
}
