import { z } from 'zod';
import type { CallFunction } from './call-function.ts';
import { moment } from './columns.ts';

/** Strength that a topic keeps per untouched day. */
export const keptPerDay = 0.9;

/** A label on recent work. */
export const topicRecord = z.object({
  id: z.string(),
  project: z.string().nullable(),
  topic: z.string(),
  parentTopic: z.string().nullable(),
  /** Newest first, at most 20. */
  filePaths: z.array(z.string()),
  directories: z.array(z.string()),
  /** 0 to 1, at the time of reading. */
  strength: z.number(),
  touchCount: z.number(),
  sessionCount: z.number(),
  firstSeenAt: moment,
  lastTouchedAt: moment,
  isActive: z.boolean(),
});
/** A topic of recent work, with its strength. */
export type Topic = z.output<typeof topicRecord>;

type Touched = Pick<Topic, 'project' | 'topic' | 'parentTopic' | 'filePaths' | 'directories'>;
export type TopicTouch = Touched & { sessionId: string | null };

/** Recent topics, which keep `base` of their strength per untouched day. */
export const topicMethods = (call: CallFunction, base: number) => ({
  /** Active topics of a project (null: those without one), strongest first. */
  listTopics: (project: string | null, options: { includeInactive: boolean; limit: number }) =>
    call(topicRecord.array(), 'list_topics', { project, base, ...options }),
  /**
   * Inserts the topic or bumps it: paths merged (newest first, at most `maximumPaths`), strength 1, one more touch, one more session if it is a different one.
   * Returns the active topics of the project, as `listTopics`.
   */
  touchTopic: (touch: TopicTouch, options: { maximumPaths: number; limit: number }) =>
    call(topicRecord.array(), 'touch_topic', { ...touch, ...options, base }),
  /** Applies the user's edits of the focus file in one transaction. */
  editTopics: (input: {
    project: string | null;
    deactivate: string[];
    insert: { topic: string; parentTopic: string | null; filePaths: string[]; directories: string[] }[];
    replacePaths: { id: string; filePaths: string[]; directories: string[] }[];
  }) => call(topicRecord.array(), 'edit_topics', { ...input, base }),
});
