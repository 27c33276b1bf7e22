import { LRUCache } from 'lru-cache';
import { MemoryError, messageOf } from '../errors.ts';
import { emptyReport, type SyncReport } from '../files/synced-file.ts';
import { storedProject } from '../namespaces.ts';
import type { MemoryOptions } from '../options.ts';
import type { ChatModel, Clock, Log } from '../ports.ts';
import { refuseSecrets } from '../redaction/redact.ts';
import type { UsageEntry } from '../store/ledger.ts';
import type { Store } from '../store/store.ts';
import type { Topic } from '../store/topics.ts';
import { withTimeLimit } from '../time-limit.ts';
import { createFocusFile } from './focus-file.ts';
import { nameKey } from './match-topic.ts';
import { maximumPaths } from './path-list.ts';
import { editTopics, type TopicEdit } from './plan-edits.ts';
import type { Placed } from './place-without-model.ts';
import { recentTopics, renderBlock } from './render-block.ts';
import type { Tag } from './resolve-tag.ts';
import type { Step } from './read-step.ts';
import { maximumTopics, tagStep } from './tag-step.ts';
import { createTagger, maximumSessions } from './tagger.ts';

type Dependencies = {
  store: Pick<Store, 'listTopics' | 'touchTopic' | 'editTopics' | 'getSetting' | 'pushSetting'>;
  /** Returns what names the topics now; null: rules name them. */
  model: () => ChatModel | null;
  clock: Clock;
  log: Log;
  options: Pick<MemoryOptions, 'focus' | 'retrieval'>;
  /**
   * The path of RECENT_FOCUS.md, which shows the topics of its project and takes the user's edits; null: there is no
   * file. A workspace has one file, and sessions of other projects do not change it.
   */
  file: { path: string; project: string | null } | null;
  /** True while background model calls must wait, in which case rules name the topics. */
  isHeldBack?: () => boolean;
  /** Records model calls in the ledger. */
  noteUsage?: (entries: UsageEntry[]) => void;
  /** Called with the active topics of a project, strongest first, after they changed. */
  onChange?: (topics: Topic[], origin: FocusOrigin) => void;
};

/** Days covered by the block. */
const days = 7;
/** Milliseconds for which topics that were read are used to name steps: another process may have added one meanwhile. */
const freshFor = 60_000;

/** What caused a change of the topics: a step of a session, or the user (without a session). */
type FocusOrigin = { project: string | null; sessionId: string | null };

export type FocusBlock = {
  /** '' without recent topics. */
  block: string;
  tokens: number;
  /** The topics in the block, strongest first. */
  topics: Topic[];
  /** Why the block may be incomplete; empty if it is complete. */
  degraded: string[];
};

export type Focus = ReturnType<typeof createFocus>;

/**
 * Recent focus: tracks what the user has been working on, tags it in the background, and shows it to the agent and in
 * a file.
 */
export function createFocus(dependencies: Dependencies) {
  const { store, clock, log, options, onChange = () => {}, noteUsage = () => {} } = dependencies;
  const { tokenBudget } = options.focus;
  const fileProject = storedProject(dependencies.file?.project ?? null);
  const file =
    dependencies.file &&
    createFocusFile({ store, clock, path: dependencies.file.path, project: fileProject });
  const placed = new LRUCache<string, Placed>({ max: maximumSessions });
  const tagger = createTagger({
    tag: (step) => {
      const model = dependencies.isHeldBack?.() === true ? null : dependencies.model();
      return tagStep({ options, model, noteUsage, placed, listTopics: knownTopics }, step);
    },
    write: writeTag,
    clock,
    log,
  });
  /** What the user wrote into the file that was not understood, until an edit of theirs is, or topics are removed. */
  let misread: { copy: string; problems: string[] } | null = null;
  let lastRead: { project: string | null; topics: Topic[]; at: number } | null = null;

  return {
    /**
     * Tags a step in the background; returns at once and throws nothing. After a failure the step has no tag: see
     * `notice`.
     */
    noteStep: (step: Step): void => tagger.noteStep({ ...step, project: storedProject(step.project) }),
    /** Resolves when no step is being tagged. */
    idle: (): Promise<void> => tagger.idle(),
    /**
     * A note while tagging fails, and after an edit of the focus file was not understood and written over; null if neither is
     * so.
     */
    notice(): string | null {
      const failure = tagger.failure();
      const notes = [
        failure &&
          `topics of recent work are not noted (failures in a row: ${failure.inARow}): ${failure.reason}`,
        misread &&
          `the focus file was written over; your version is ${misread.copy}: ${misread.problems.join('; ')}`,
      ];
      return notes.filter((note) => note !== null).join('; ') || null;
    },

    /**
     * Returns the block for the system context. Throws nothing: if the store is down, the topics come from the focus
     * file alone.
     */
    async block(project: string | null, { budgetTokens = tokenBudget } = {}): Promise<FocusBlock> {
      const { topics, degraded } = await recent(storedProject(project));
      return { ...renderBlock(topics, { now: clock.now(), days, budgetTokens }), degraded };
    },
    /** Returns the strongest topics of the last days, for the query of a recall. Throws nothing, like `block`. */
    async strongest(project: string | null, count: number): Promise<Topic[]> {
      return (await recent(storedProject(project))).topics.slice(0, count);
    },

    /**
     * Applies the user's edits of the focus file, at the start of a session. Throws nothing: the result says what was
     * changed, what was not understood and what failed. Idempotent.
     */
    sync: ({ project }: { project: string | null }): Promise<SyncReport> =>
      reconcile({ project: storedProject(project), sessionId: null }, { refresh: false }),
    /** Applies the user's edits like `sync`, then writes the focus file if it is out of date. */
    write: ({ project }: { project: string | null }): Promise<SyncReport> =>
      reconcile({ project: storedProject(project), sessionId: null }, { refresh: true }),

    /** Returns the active topics, strongest first. Throws `MemoryError`. */
    list: (project: string | null): Promise<Topic[]> => listTopics(storedProject(project)),
    /**
     * Makes the given topics the active ones: deactivates others, inserts new ones, replaces paths. With `asOf` (when
     * the caller read the list), topics that were touched later stay. Throws `invalid_input` for a name that is empty
     * or contains a secret, and what the store throws. Returns the active topics.
     */
    async edit(
      named: string | null,
      topics: TopicEdit[],
      { asOf = null }: { asOf?: Date | null } = {},
    ): Promise<Topic[]> {
      await refuseSecrets('project', [named]);
      for (const { topic, filePaths, directories } of topics) {
        await refuseSecrets('topics', [topic, ...filePaths, ...directories]);
      }
      const project = storedProject(named);
      const edited = await editTopics(store, { project, topics, asOf });
      onChange(edited, { project, sessionId: null });
      await reconcile({ project, sessionId: null }, { refresh: true });
      return edited;
    },
    /**
     * Removes one topic, or all of them (null), and returns the removed ones: passing them to `edit` with the others
     * restores them. Also deletes the copy of a file that was not understood. Throws `not_found` if the topic does not exist.
     */
    async clear(named: string | null, topic: string | null): Promise<Topic[]> {
      const topics = await this.list(named);
      const cleared = topics.filter((one) => topic === null || nameKey(one.topic) === nameKey(topic));
      if (topic !== null && cleared.length === 0)
        throw new MemoryError('not_found', `there is no topic ${topic}`);
      const latest = Math.max(...topics.map((one) => one.lastTouchedAt.getTime()));
      const left = topics.filter((one) => !cleared.includes(one));
      if (cleared.length > 0) await this.edit(named, left, { asOf: new Date(latest) });
      if (storedProject(named) === fileProject) await dropCopy();
      return cleared;
    },
  };

  async function dropCopy(): Promise<void> {
    try {
      await file?.dropCopy();
      misread = null;
    } catch (error) {
      log.warn({ err: error }, 'the copy of the focus file could not be deleted');
    }
  }

  async function listTopics(project: string | null): Promise<Topic[]> {
    return noteTopics(
      project,
      await store.listTopics(project, { includeInactive: false, limit: maximumTopics }),
    );
  }

  function noteTopics(project: string | null, topics: Topic[]): Topic[] {
    lastRead = { project, topics, at: clock.now().getTime() };
    return topics;
  }

  /** Returns the topics by which to name a step: those of its turn's block, unless they are old or another project's. */
  async function knownTopics(project: string | null): Promise<Topic[]> {
    const isFresh = lastRead?.project === project && clock.now().getTime() - lastRead.at < freshFor;
    return isFresh ? (lastRead?.topics ?? []) : listTopics(project);
  }

  async function recent(project: string | null): Promise<{ topics: Topic[]; degraded: string[] }> {
    const now = clock.now();
    try {
      const topics = await withTimeLimit(() => listTopics(project), {
        milliseconds: options.retrieval.searchTimeout,
      });
      return { topics: recentTopics(topics, { now, days }), degraded: [] };
    } catch (error) {
      log.warn(
        { err: error, project },
        'the topics could not be read from the store; those of the focus file are used',
      );
      const { topics, problem } = await topicsFromFile(project);
      const degraded = [
        `recent focus comes from the focus file alone, the store could not be read: ${messageOf(error)}`,
        ...problem,
      ];
      return { topics: recentTopics(topics, { now, days }), degraded };
    }
  }

  async function topicsFromFile(project: string | null): Promise<{ topics: Topic[]; problem: string[] }> {
    try {
      return { topics: file && project === fileProject ? await file.read() : [], problem: [] };
    } catch (error) {
      return { topics: [], problem: [`the focus file cannot be read: ${messageOf(error)}`] };
    }
  }

  /** Writes a new tag to the store and the file, and notifies the host. */
  async function writeTag({ project, sessionId }: Step, tag: Tag): Promise<void> {
    const touched = await store.touchTopic(
      { project, sessionId, ...tag },
      { maximumPaths, limit: maximumTopics },
    );
    const topics = noteTopics(project, touched);
    onChange(topics, { project, sessionId });
    await reconcile({ project, sessionId }, { refresh: true, topics });
  }

  async function reconcile(
    origin: FocusOrigin,
    { refresh, topics: stored }: { refresh: boolean; topics?: Topic[] },
  ): Promise<SyncReport> {
    if (!file || origin.project !== fileProject) return emptyReport();
    try {
      const { report, stored: topics } = await file.reconcile({ refresh, stored });
      const isEdited = report.removed.length + report.added.length + report.corrected.length > 0;
      if (report.copy !== null) misread = { copy: report.copy, problems: report.notUnderstood };
      else if (isEdited && report.notUnderstood.length === 0) misread = null;
      if (topics && isEdited) onChange(topics, { ...origin, sessionId: null });
      return report;
    } catch (error) {
      log.warn({ err: error }, 'the focus file could not be synced');
      const problem = `the focus file could not be synced: ${messageOf(error)}`;
      return { ...emptyReport(), degraded: [problem] };
    }
  }
}
