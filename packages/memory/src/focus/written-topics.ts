import { z } from 'zod';
import { createVersions, markOf, projectMark, type VersionSettings } from '../files/written-versions.ts';
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

/** A topic as the focus file showed it when it was written: the base of the three-way comparison. */
export type WrittenTopic = z.infer<typeof writtenTopic>;

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

/** Identifies a version: the same topics with the same paths and times have the same mark. */
export const writtenMark = (written: WrittenTopic[]): string =>
  markOf(written.map((one) => [one.id, one.name, one.filePaths, one.directories, one.touchedAt]));

/** The versions of a project's focus file. */
export const focusVersions = (settings: VersionSettings, project: string | null) =>
  createVersions(settings, `focus_file:${projectMark(project)}`, writtenTopic);
