import { rm, writeFile } from 'node:fs/promises';
import { readBytes, replaceFile } from '../files/replace-file.ts';
import type { Clock } from '../ports.ts';
import type { Store } from '../store/store.ts';
import type { Topic } from '../store/topics.ts';
import { parseFile, type ParsedFile } from './parse-file.ts';
import { applyEdits, planEdits, type Edits } from './plan-edits.ts';
import { parseRelativeTime } from './relative-time.ts';
import { renderFile, saysTheSame } from './render-file.ts';
import { strengthAt } from './strength.ts';
import { maximumTopics } from './tag-step.ts';
import { parentTopicOf } from './topic-name.ts';
import {
  keepWritten,
  projectMark,
  readWritten,
  shownTopics,
  type WrittenTopic,
  type WrittenVersion,
} from './written-topics.ts';

type Dependencies = {
  store: Pick<Store, 'listTopics' | 'editTopics' | 'getSetting' | 'pushSetting'>;
  clock: Clock;
  path: string;
  /** The project whose topics the file shows. */
  project: string | null;
};

/** What a sync changed, by topic names. */
export type SyncReport = {
  removed: string[];
  added: string[];
  /** Topics whose paths were corrected. */
  corrected: string[];
  /** What was not understood or not applied, in words. */
  notUnderstood: string[];
  /** Whether the file was written. */
  written: boolean;
  /** The path of the copy of a file that was written over although not all of it was understood; null without one. */
  copy: string | null;
  /** What failed, in words; empty if nothing did. */
  degraded: string[];
};

/** `topics`: the store's topics, if the caller has just read them. */
type Reconciliation = { refresh: boolean; topics?: Topic[] };

/** Attempts before giving up on a file that another writer keeps changing. */
const maximumRounds = 5;

/**
 * Keeps the focus file and the store in sync: applies the user's edits to the store, and writes the store's topics to
 * the file.
 */
export function createFocusFile({ store, clock, path, project }: Dependencies) {
  const copyPath = `${path}.bak`;
  let queue: Promise<unknown> = Promise.resolve();
  /** The versions of the file, as this process last read or wrote them. */
  let versions: WrittenVersion[] = [];

  return {
    /**
     * Applies the user's edits to the store. Then writes the file if an edit was applied or the file is missing or
     * damaged; with `refresh`, also if any text in it is out of date ("6h ago"). Calls run one after the other; a
     * write by another process or an editor in between is detected. `topics` are the store's topics afterwards, null
     * if somebody else kept writing. Throws the store's `MemoryError`, and errors of the file system. Idempotent.
     */
    reconcile(how: Reconciliation): Promise<{ report: SyncReport; topics: Topic[] | null }> {
      const result = queue.then(() => reconcile(how));
      queue = result.catch(() => {});
      return result;
    },
    /** Returns the topics as the file alone shows them, for when the store is down. Empty for another project's file. */
    async read(): Promise<Topic[]> {
      const bytes = await readBytes(path);
      const file = bytes && parseFile(bytes);
      return file && isOwn(file) ? topicsOf(file) : [];
    },
    /** Deletes the copy, which has topics that are to be erased. */
    dropCopy: (): Promise<void> => rm(copyPath, { force: true }),
  };

  async function reconcile({
    refresh,
    topics: given,
  }: Reconciliation): Promise<{ report: SyncReport; topics: Topic[] | null }> {
    const report = emptyReport();
    let mustWrite = refresh;
    for (let round = 1; round <= maximumRounds; round += 1) {
      const bytes = await readBytes(path);
      const database =
        (round === 1 && given) ||
        (await store.listTopics(project, { includeInactive: false, limit: maximumTopics }));
      const file = bytes && parseFile(bytes);
      if (!isOwnVersion(file)) versions = await readWritten(store, project);
      const edits = file && planFrom(file, versions, database, report);
      const changed = edits && (await applyEdits(store, project, edits));
      if (changed) enter(report, edits);
      const topics = changed ?? database;
      if (!bytes && topics.length === 0) return { report, topics };
      mustWrite ||= !bytes || changed !== null || report.notUnderstood.length > 0;
      if (!mustWrite) return { report, topics };

      const shown = shownTopics(topics);
      const text = renderFile({ project, written: shown, topics, now: clock.now() });
      versions = await keepWritten(store, project, shown, versions);
      if (bytes && saysTheSame(bytes.toString(), text)) return { report, topics };
      const isCopied = bytes && file && needsCopy(file, bytes);
      if (isCopied) await writeFile(copyPath, bytes);
      report.written = await replaceFile(path, text, bytes);
      if (report.written && isCopied) report.copy = copyPath;
      if (report.written) return { report, topics };
    }
    report.degraded.push('the focus file was not written: somebody else keeps writing it');
    return { report, topics: null };
  }

  function planFrom(
    file: ParsedFile,
    written: WrittenVersion[],
    database: Topic[],
    report: SyncReport,
  ): Edits | null {
    if (!isOwn(file)) {
      note(report, 'the file shows the topics of another project; it is kept as .bak');
      return null;
    }
    const isDamaged = file.problems.length > 0;
    for (const problem of file.problems) note(report, problem);
    if (isDamaged) note(report, 'only additions are taken over, and a copy of the file is kept as .bak');
    else if (written.length === 0)
      note(report, 'the version that the file was made from is no longer known: nothing counts as removed');
    const seen = shownIn(file, written);
    const edits = planEdits({ seen, edited: file.topics, isDamaged, database });
    for (const name of edits.stay) {
      note(report, `${name} stays although it was removed: it was worked on since the file was written`);
    }
    return edits;
  }

  /**
   * Returns the topics that the file showed when it was written. An editor's copy that is older than the kept
   * versions is compared with the last one, without the topics touched since.
   */
  function shownIn({ mark }: ParsedFile, written: WrittenVersion[]): WrittenTopic[] {
    const version = mark && written.find((one) => one.mark === mark.written);
    const touchedAt = mark?.touchedAt ?? Infinity;
    return version?.topics ?? (written[0]?.topics ?? []).filter((topic) => topic.touchedAt <= touchedAt);
  }

  /** Whether the file has the version that this process wrote last, so that nobody else wrote in between. */
  function isOwnVersion(file: ParsedFile | null): boolean {
    return file?.mark != null && file.mark.written === versions[0]?.mark;
  }

  /** Whether to keep a copy of the file. An empty file must not replace a better copy. */
  function needsCopy(file: ParsedFile, bytes: Buffer): boolean {
    return (file.problems.length > 0 || !isOwn(file)) && bytes.toString().trim() !== '';
  }

  /** A file without its last line names no project: the user wrote it for this one. */
  function isOwn({ mark }: ParsedFile): boolean {
    return mark === null || mark.project === projectMark(project);
  }

  /**
   * Returns the topics of a file. Their ids are `file:` and the name, since the store's ids are unknown. A topic that
   * the user added counts as touched now.
   */
  function topicsOf({ topics, updatedAt }: ParsedFile): Topic[] {
    const now = clock.now();
    return topics.map(({ name, filePaths, directories, figures }) => {
      const lastTouchedAt =
        (figures && (parseRelativeTime(figures.last, updatedAt ?? now) ?? updatedAt)) ?? now;
      return {
        id: `file:${name}`,
        project,
        topic: name,
        parentTopic: parentTopicOf(name),
        filePaths,
        directories,
        strength: strengthAt(1, lastTouchedAt, now),
        touchCount: 0,
        sessionCount: figures?.sessions ?? 0,
        firstSeenAt: lastTouchedAt,
        lastTouchedAt,
        isActive: true,
      };
    });
  }
}

export const emptyReport = (): SyncReport => ({
  removed: [],
  added: [],
  corrected: [],
  notUnderstood: [],
  written: false,
  copy: null,
  degraded: [],
});

function enter(report: SyncReport, edits: Edits): void {
  report.removed.push(...edits.deactivate.map(({ topic }) => topic));
  report.added.push(...edits.insert.map(({ name }) => name));
  report.corrected.push(...edits.replacePaths.map(({ topic }) => topic.topic));
}

function note(report: SyncReport, problem: string): void {
  if (!report.notUnderstood.includes(problem)) report.notUnderstood.push(problem);
}
