import { createSyncedFile, type SyncReport } from '../files/synced-file.ts';
import { projectMark, type WrittenVersion } from '../files/written-versions.ts';
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
import { focusVersions, shownTopics, writtenMark, type WrittenTopic } from './written-topics.ts';

type Dependencies = {
  store: Pick<Store, 'listTopics' | 'editTopics' | 'getSetting' | 'pushSetting'>;
  clock: Clock;
  path: string;
  /** The project whose topics the file shows. */
  project: string | null;
};

/**
 * Keeps the focus file and the store in sync: applies the user's edits to the store, and writes the store's topics to
 * the file.
 */
export function createFocusFile({ store, clock, path, project }: Dependencies) {
  const file = createSyncedFile({
    name: 'focus file',
    path,
    versions: focusVersions(store, project),
    read: () => store.listTopics(project, { includeInactive: false, limit: maximumTopics }),
    parse: parseFile,
    /** A file without its last line names no project: the user wrote it for this one. */
    isOwn: ({ mark }) => mark === null || mark.project === projectMark(project),
    isMarked: ({ mark }, written) => mark?.written === written,
    async apply(parsed, written, database, note, report) {
      const isDamaged = parsed.problems.length > 0;
      const edits = planEdits({ seen: shownIn(parsed, written), edited: parsed.topics, isDamaged, database });
      for (const name of edits.stay) {
        note(`${name} stays although it was removed: it was worked on since the file was written`);
      }
      const changed = await applyEdits(store, project, edits);
      if (changed) enter(report, edits);
      return changed;
    },
    isEmpty: (topics) => topics.length === 0,
    show(topics) {
      const shown = shownTopics(topics);
      const text = renderFile({ project, written: shown, topics, now: clock.now() });
      return { version: { mark: writtenMark(shown), items: shown }, text };
    },
    saysTheSame,
    copyOf: (bytes) => bytes,
  });

  return {
    ...file,
    /** Returns the topics as the file alone shows them, for when the store is down. Empty for another project's file. */
    async read(): Promise<Topic[]> {
      const parsed = await file.read();
      return parsed ? topicsOf(parsed) : [];
    },
  };

  /**
   * Returns the topics that the file showed when it was written. An editor's copy that is older than the kept
   * versions is compared with the last one, without the topics touched since.
   */
  function shownIn({ mark }: ParsedFile, written: WrittenVersion<WrittenTopic>[]): WrittenTopic[] {
    const version = mark && written.find((one) => one.mark === mark.written);
    const touchedAt = mark?.touchedAt ?? Infinity;
    return version?.items ?? (written[0]?.items ?? []).filter((topic) => topic.touchedAt <= touchedAt);
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

function enter(report: SyncReport, edits: Edits): void {
  report.removed.push(...edits.deactivate.map(({ topic }) => topic));
  report.added.push(...edits.insert.map(({ name }) => name));
  report.corrected.push(...edits.replacePaths.map(({ topic }) => topic.topic));
}
