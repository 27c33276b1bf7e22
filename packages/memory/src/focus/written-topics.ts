import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Store } from '../store/store.ts';
import type { Topic } from '../store/topics.ts';
import { shownPaths } from './path-list.ts';
import { topicName } from './topic-name.ts';

const writtenTopics = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    filePaths: z.array(z.string()),
    directories: z.array(z.string()),
    /** When it had last been touched, in milliseconds since 1970 by the store's clock. */
    touchedAt: z.number(),
  }),
);

/** A topic as the focus file showed it when it was last written: the base of the three-way comparison. */
export type WrittenTopic = z.infer<typeof writtenTopics>[number];

/** Topics shown, the strongest: as many as a person can still edit. */
export const maximumShownTopics = 500;

/** The topics as the file shows them, each name once. */
export function shownTopics(topics: Topic[]): WrittenTopic[] {
  const byName = new Map<string, WrittenTopic>();
  for (const topic of topics) {
    if (byName.size >= maximumShownTopics) break;
    const name = topicName(topic.topic);
    if (name !== '' && !byName.has(name)) byName.set(name, writtenTopic(topic, name));
  }
  return [...byName.values()];
}

const writtenTopic = (topic: Topic, name: string): WrittenTopic => ({
  id: topic.id,
  name,
  filePaths: shownPaths(topic.filePaths),
  directories: shownPaths(topic.directories),
  touchedAt: topic.lastTouchedAt.getTime(),
});

/** Identifies the project of a file without naming it. */
export const projectMark = (project: string | null): string =>
  createHash('sha256').update(JSON.stringify(project)).digest('hex').slice(0, 8);

const settingKey = (project: string | null): string => `focus_file:${projectMark(project)}`;

/** The topics that were kept last; null when there are none. */
export async function readWritten(
  settings: Pick<Store, 'getSetting'>,
  project: string | null,
): Promise<WrittenTopic[] | null> {
  const kept = writtenTopics.safeParse(await settings.getSetting(settingKey(project)));
  return kept.success ? kept.data : null;
}

/** Keeps the topics that the file will show. Called before the file is written. */
export async function keepWritten(
  settings: Pick<Store, 'setSetting'>,
  project: string | null,
  topics: WrittenTopic[],
): Promise<void> {
  await settings.setSetting(settingKey(project), topics);
}
