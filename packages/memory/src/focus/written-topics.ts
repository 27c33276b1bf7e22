import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Store } from '../store/store.ts';
import type { Topic } from '../store/topics.ts';
import { shownPaths } from './path-list.ts';
import { topicName } from './topic-name.ts';

const writtenTopic = z.object({
  id: z.string(),
  name: z.string(),
  filePaths: z.array(z.string()),
  directories: z.array(z.string()),
  /** When it had last been touched, in milliseconds since 1970 by the store's clock. */
  touchedAt: z.number(),
});

/** A topic as the focus file showed it when it was written: the base of the three-way comparison. */
export type WrittenTopic = z.infer<typeof writtenTopic>;

/** Topics shown, the strongest: as many as a person can still edit. */
export const maximumShownTopics = 500;

/** The topics that the file shows, each name once. */
export function topicsToShow(topics: Topic[]): Topic[] {
  const byName = new Map<string, Topic>();
  for (const topic of topics) {
    const name = topicName(topic.topic);
    if (name !== '' && !byName.has(name)) byName.set(name, topic);
  }
  return [...byName.values()].slice(0, maximumShownTopics);
}

/** The topics as the file shows them. */
export const shownTopics = (topics: Topic[]): WrittenTopic[] => topicsToShow(topics).map(asWritten);

const asWritten = (topic: Topic): WrittenTopic => ({
  id: topic.id,
  name: topicName(topic.topic),
  filePaths: shownPaths(topic.filePaths),
  directories: shownPaths(topic.directories),
  touchedAt: topic.lastTouchedAt.getTime(),
});

/** Identifies the project of a file without naming it. */
export const projectMark = (project: string | null): string =>
  createHash('sha256').update(JSON.stringify(project)).digest('hex').slice(0, 8);

const settingKey = (project: string | null): string => `focus_file:${projectMark(project)}`;

/** What the file showed when it was last written; null when that is not known. */
export async function readWritten(
  settings: Pick<Store, 'getSetting'>,
  project: string | null,
): Promise<WrittenTopic[] | null> {
  return writtenTopic.array().safeParse(await settings.getSetting(settingKey(project))).data ?? null;
}

/** Keeps the topics that the file will show. Called before the file is written. */
export const keepWritten = (
  settings: Pick<Store, 'setSetting'>,
  project: string | null,
  topics: WrittenTopic[],
): Promise<void> => settings.setSetting(settingKey(project), topics);
