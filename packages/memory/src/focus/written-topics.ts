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
  /** When it was last touched, in milliseconds since 1970 by the store's clock. */
  touchedAt: z.number(),
});
const versions = z.array(z.object({ mark: z.string(), topics: z.array(writtenTopic) }));

/** A topic as the focus file showed it when it was written: the base of the three-way comparison. */
export type WrittenTopic = z.infer<typeof writtenTopic>;
/** The topics that the file showed after one write. The file's last line has the `mark`. */
export type WrittenVersion = z.infer<typeof versions>[number];

/** The number of versions kept, so that a copy from before the last write is compared with the version that it showed. */
const keptVersions = 5;

/** The maximum number of topics shown, strongest first: as many as a person can still edit. */
export const maximumShownTopics = 500;

/** Returns the topics as the file shows them, each name once. */
export function shownTopics(topics: Topic[]): WrittenTopic[] {
  const byName = new Map<string, WrittenTopic>();
  for (const topic of topics) {
    if (byName.size >= maximumShownTopics) break;
    const name = topicName(topic.topic);
    if (name !== '' && !byName.has(name)) byName.set(name, asWritten(topic, name));
  }
  return [...byName.values()];
}

const asWritten = (topic: Topic, name: string): WrittenTopic => ({
  id: topic.id,
  name,
  filePaths: shownPaths(topic.filePaths),
  directories: shownPaths(topic.directories),
  touchedAt: topic.lastTouchedAt.getTime(),
});

/** Identifies the project of a file without naming it. */
export const projectMark = (project: string | null): string => markOf(project);

/** Identifies a version: the same topics with the same paths and times have the same mark. */
export const writtenMark = (written: WrittenTopic[]): string =>
  markOf(written.map((one) => [one.id, one.name, one.filePaths, one.directories, one.touchedAt]));

const markOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8);

const settingKey = (project: string | null): string => `focus_file:${projectMark(project)}`;

/** Returns the kept versions, last one first. */
export async function readWritten(
  settings: Pick<Store, 'getSetting'>,
  project: string | null,
): Promise<WrittenVersion[]> {
  return versions.safeParse(await settings.getSetting(settingKey(project))).data ?? [];
}

/**
 * Stores the topics that the file will show, in addition to the versions that this and other processes stored.
 * Returns all kept versions; `earlier` has the known ones. Called before the file is written.
 */
export async function keepWritten(
  settings: Pick<Store, 'pushSetting'>,
  project: string | null,
  topics: WrittenTopic[],
  earlier: WrittenVersion[],
): Promise<WrittenVersion[]> {
  const mark = writtenMark(topics);
  if (earlier[0]?.mark === mark) return earlier;
  const version = { mark, topics };
  const kept = await settings.pushSetting(settingKey(project), version, keptVersions);
  return versions.safeParse(kept).data ?? [version];
}
