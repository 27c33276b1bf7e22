import { writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { readBytes, replaceFile } from '../files/replace-file.ts';
import type { MemoryOptions } from '../options.ts';
import type { Clock } from '../ports.ts';
import type { Store } from '../store/store.ts';
import type { Topic } from '../types.ts';
import { parseFile, type ParsedFile } from './parse-file.ts';
import { applyEdits, planEdits, type Edits } from './plan-edits.ts';
import { parseRelativeTime } from './relative-time.ts';
import { renderFile, saysTheSame } from './render-file.ts';
import { strengthAt } from './strength.ts';
import { maximumTopics } from './tag-step.ts';
import { parentTopicOf } from './topic-name.ts';
import { keepWritten, projectMark, readWritten, shownTopics } from './written-topics.ts';

type Dependencies = {
  store: Pick<Store, 'listTopics' | 'editTopics' | 'getSetting' | 'setSetting'>;
  clock: Clock;
  options: Pick<MemoryOptions, 'focus'>;
  path: string;
  /** Whose topics the file shows. */
  project: string | null;
};

/** What was done with the file, by names of topics. */
export type SyncReport = {
  removed: string[];
  added: string[];
  /** Topics whose paths were corrected. */
  corrected: string[];
  /** What was not understood or not taken over, for people. */
  notUnderstood: string[];
  /** The file was written. */
  written: boolean;
  /** What did not work, for people; empty when all did. */
  degraded: string[];
};

/** Rounds of reading, taking over and writing before the file is left to somebody who writes all the time. */
const maximumRounds = 5;

/** The file of recent focus: the user's edits go to the store, the topics of the store go to the file. */
export function createFocusFile({ store, clock, options, path, project }: Dependencies) {
  const { base, maximumPaths } = options.focus;
  let queue: Promise<unknown> = Promise.resolve();

  return {
    /**
     * Takes over what was edited, and writes what the store has then if something was taken over, or if the file is
     * missing or damaged; with `refresh` whenever it would say something else ("6h ago"). Calls wait for each other;
     * another process, or an editor, that writes in between is noticed. `topics` is what the store has then, null when
     * somebody else kept writing. Throws `MemoryError` of the store and what the file system says. Idempotent.
     */
    reconcile({ refresh }: { refresh: boolean }): Promise<{ report: SyncReport; topics: Topic[] | null }> {
      const result = queue.then(() => reconcile(refresh));
      queue = result.catch(() => {});
      return result;
    },
    /** The topics as exact as the file alone gives them: for when the store is away. Empty for another project's file. */
    async read(): Promise<Topic[]> {
      const bytes = await readBytes(path);
      const file = bytes && parseFile(bytes);
      return file && isOwn(file) ? topicsOf(file) : [];
    },
  };

  async function reconcile(refresh: boolean): Promise<{ report: SyncReport; topics: Topic[] | null }> {
    const report = emptyReport();
    let mustWrite = refresh;
    for (let round = 1; round <= maximumRounds; round += 1) {
      const bytes = await readBytes(path);
      const database = await store.listTopics(project, { includeInactive: false, limit: maximumTopics });
      const written = await readWritten(store, project);
      const file = bytes && parseFile(bytes);
      const edits = file && planFrom(file, written, database, report);
      const changed = edits && (await applyEdits(store, project, edits));
      if (changed) enter(report, edits);
      const topics = changed ?? database;
      if (!bytes && topics.length === 0) return { report, topics };
      mustWrite ||= !bytes || changed !== null || report.notUnderstood.length > 0;
      if (!mustWrite) return { report, topics };

      const shown = shownTopics(topics);
      const text = renderFile({ project, written: shown, topics, now: clock.now() });
      if (!isDeepStrictEqual(written, shown)) await keepWritten(store, project, shown);
      if (bytes && saysTheSame(bytes.toString(), text)) return { report, topics };
      if (bytes && file && needsCopy(file, bytes)) await writeFile(`${path}.bak`, bytes);
      report.written = await replaceFile(path, text, bytes);
      if (report.written) return { report, topics };
    }
    report.degraded.push('somebody else keeps writing the focus file');
    return { report, topics: null };
  }

  function planFrom(
    file: ParsedFile,
    written: Awaited<ReturnType<typeof readWritten>>,
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
    else if (!written) note(report, 'what the file showed is not known any more: nothing counts as removed');
    // a file that an older writing left in an editor cannot have shown what was touched later
    const touchedAt = file.mark?.touchedAt ?? Infinity;
    const seen = (written ?? []).filter((topic) => topic.touchedAt <= touchedAt);
    const edits = planEdits({ seen, edited: file.topics, isDamaged, database, maximumPaths });
    for (const name of edits.stay) {
      note(report, `${name} stays although it was removed: it was worked on since the file was written`);
    }
    return edits;
  }

  /** An empty file would only take the place of a copy that is worth more. */
  function needsCopy(file: ParsedFile, bytes: Buffer): boolean {
    return (file.problems.length > 0 || !isOwn(file)) && bytes.toString().trim() !== '';
  }

  /** A file without its last line says nothing about whose it is: the user wrote it here. */
  function isOwn({ mark }: ParsedFile): boolean {
    return mark === null || mark.project === projectMark(project);
  }

  /** The store's ids are not known; these are `file:` and the name. A topic that the user added is as if touched now. */
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
        strength: strengthAt(1, lastTouchedAt, now, base),
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
