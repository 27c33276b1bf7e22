import { writeFile } from 'node:fs/promises';
import type { MemoryOptions } from '../options.ts';
import type { Clock } from '../ports.ts';
import type { Store } from '../store/store.ts';
import type { Topic } from '../types.ts';
import { applyChanges } from './apply-changes.ts';
import { parseFile, type ParsedFile } from './parse-file.ts';
import { renderFile, sayTheSame } from './render-file.ts';
import { readBytes, replaceFile } from '../files/replace-file.ts';
import { planSync, type SyncChanges } from './sync.ts';
import { maximumTopics } from './tag-step.ts';
import {
  findWritten,
  hasHash,
  keepWritten,
  latestRevision,
  projectMark,
  shownTopics,
  type Written,
} from './written-topics.ts';

type Dependencies = {
  store: Pick<Store, 'listTopics' | 'editTopics' | 'getSetting' | 'setSetting'>;
  clock: Clock;
  options: Pick<MemoryOptions, 'focus'>;
  path: string;
  /** Whose topics the file shows; undefined: of the project that it names, or of the first that writes it. */
  owner: string | null | undefined;
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

type Reconciled = { report: SyncReport; topics: Topic[] | null };

/** Rounds of reading, taking over and writing before somebody who writes all the time is left alone. */
const maximumRounds = 5;
/** Bytes of a file that is read. */
const largestFile = 16_000_000;

/** The file of recent focus: a person's edits go to the store, the topics of the store go to the file. */
export function createFocusFile({ store, clock, options, path, owner }: Dependencies) {
  let queue: Promise<unknown> = Promise.resolve();

  return {
    /**
     * Takes over what was edited and writes what the store has then, if that is something else; that only time has
     * passed ("6h ago") counts with `refresh`. Calls wait for each other; another process, or an editor, that writes
     * in between is noticed and taken into account. `topics` is what the store has then, null when the file is not this
     * project's. Throws `MemoryError` of the store and what the file system says. Idempotent.
     */
    reconcile(project: string | null, { refresh }: { refresh: boolean }): Promise<Reconciled> {
      const result = queue.then(() => reconcile(project, refresh));
      queue = result.catch(() => {});
      return result;
    },
    /** What the file shows of a project, for when there is nothing else; null when it is not there or another's. */
    async read(project: string | null): Promise<ParsedFile | null> {
      if (!mayShow(project)) return null;
      const bytes = await readBytes(path);
      if (!bytes || bytes.length > largestFile) return null;
      const file = parseFile(bytes);
      return isOf(project, file) ? file : null;
    },
  };

  async function reconcile(project: string | null, refresh: boolean): Promise<Reconciled> {
    const report = emptyReport();
    if (!mayShow(project)) return { report, topics: null };
    for (let round = 1; round <= maximumRounds; round += 1) {
      const bytes = await readBytes(path);
      const file = readableFile(bytes, project, report);
      if (file === 'foreign') return { report, topics: null };
      const { topics, isSettled } = await takeOver(project, file, report);
      const shown = shownTopics(project, topics);
      const current =
        isSettled && file?.mark && hasHash(file.mark.revision, shown.hash) ? file.mark.revision : null;
      if (current !== null ? !refresh : !bytes && topics.length === 0) return { report, topics };

      if (bytes && (file === null || file.isDamaged)) await keepDamaged(bytes);
      const revision = current ?? (await keepWritten(store, project, shown));
      const written = { revision, topics: shown.topics };
      const text = renderFile({ project, written, topics, notes: file?.notes ?? [], now: clock.now() });
      if (bytes && sayTheSame(bytes.toString(), text)) return { report, topics };
      // and once more: what was touched or edited while it was written comes now, or with who did it
      if (await replaceFile(path, text, bytes)) report.written = true;
    }
    report.degraded.push('the focus file keeps being written by somebody else');
    return { report, topics: null };
  }

  /** An empty file would only take the place of a copy that is worth more. */
  async function keepDamaged(bytes: Buffer): Promise<void> {
    if (bytes.toString().trim() !== '') await writeFile(`${path}.bak`, bytes);
  }

  /** Null for a file that tells nothing of this project; `foreign` for one that must stay as it is. */
  function readableFile(
    bytes: Buffer | null,
    project: string | null,
    report: SyncReport,
  ): ParsedFile | null | 'foreign' {
    if (!bytes) return null;
    if (bytes.length > largestFile) {
      note(report, `the file has ${bytes.length} bytes; it was kept as .bak and not read`);
      return null;
    }
    const file = parseFile(bytes);
    if (!isOf(project, file)) {
      if (owner === undefined) {
        note(report, 'the file shows the topics of another project');
        return 'foreign';
      }
      note(report, 'the file showed the topics of another project; it was kept as .bak');
      return null;
    }
    for (const problem of file.problems) note(report, problem);
    if (file.isDamaged)
      note(report, 'the file is damaged: nothing counts as removed, and a copy is kept as .bak');
    return file;
  }

  /** `isSettled`: what the file shows is what it would be written with, but for what the store has since. */
  async function takeOver(
    project: string | null,
    file: ParsedFile | null,
    report: SyncReport,
  ): Promise<{ topics: Topic[]; isSettled: boolean }> {
    const database = await store.listTopics(project, { includeInactive: false, limit: maximumTopics });
    if (!file) return { topics: database, isSettled: false };
    const lastWritten = await findBase(project, file, report);
    const changes = planSync({
      lastWritten,
      file: { ...file, isCut: file.mark === null },
      database,
      maximumPaths: options.focus.maximumPaths,
    });
    const changed = await applyChanges(store, project, changes);
    enter(report, changes);
    const isSettled = lastWritten !== null && !file.isDamaged && changes.stay.length === 0;
    return { topics: changed ?? database, isSettled };
  }

  async function findBase(
    project: string | null,
    file: ParsedFile,
    report: SyncReport,
  ): Promise<Pick<Written, 'topics'> | null> {
    if (!file.mark) return latestSince(project, file.updatedAt);
    const base = await findWritten(store, project, file.mark.revision);
    if (!base) {
      note(report, 'it is not known what the file showed when it was written, so nothing counts as removed');
    }
    return base;
  }

  /** For a file without its last line: of what was written last, that which it can have shown at the time that it names. */
  async function latestSince(
    project: string | null,
    updatedAt: Date | null,
  ): Promise<Pick<Written, 'topics'> | null> {
    const revision = updatedAt && (await latestRevision(store, project));
    const latest = revision && (await findWritten(store, project, revision));
    if (!latest || !updatedAt) return null;
    // the file shows whole seconds
    const until = updatedAt.getTime() + 1_000;
    return { topics: latest.topics.filter((topic) => topic.touchedAt < until) };
  }

  function mayShow(project: string | null): boolean {
    return owner === undefined || owner === project;
  }
}

/** One without its last line says nothing about whose it is: a person wrote it here. */
const isOf = (project: string | null, { mark }: ParsedFile): boolean =>
  mark === null || mark.project === projectMark(project);

export const emptyReport = (): SyncReport => ({
  removed: [],
  added: [],
  corrected: [],
  notUnderstood: [],
  written: false,
  degraded: [],
});

function enter(report: SyncReport, changes: SyncChanges): void {
  report.removed.push(...changes.deactivate.map(({ topic }) => topic));
  report.added.push(...changes.insert.map(({ name }) => name));
  report.corrected.push(...changes.replacePaths.map(({ topic }) => topic.topic));
  for (const { name, reason } of changes.stay)
    note(report, `${name} stays although it is missing: ${reason}`);
}

function note(report: SyncReport, problem: string): void {
  if (!report.notUnderstood.includes(problem)) report.notUnderstood.push(problem);
}
