import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Store } from '../store/store.ts';
import type { Topic } from '../types.ts';
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
const written = z.object({ revision: z.string(), topics: z.array(writtenTopic) });
const latest = z.object({ revision: z.string() });

/** A topic as one writing of the focus file showed it. */
export type WrittenTopic = z.infer<typeof writtenTopic>;
/**
 * What one writing of the focus file showed, in its order: what a person's edits are told from. Its revision is the
 * number of the writing and the hash of what it showed: `12-43ac9d099b68`.
 */
export type Written = z.infer<typeof written>;

/** Topics that one writing shows, the strongest: a file that a person can still edit. */
export const maximumShownTopics = 500;
/** Writings whose topics are kept: those of some sessions, for a file that is saved from an editor opened long ago. */
const keptWritings = 32;

/** Tells the project that a file was written for, without its name. */
export const projectMark = (project: string | null): string => digest(JSON.stringify(project), 8);

/** Topics as a writing will show them, each name once, and the hash of it: of the same topics the same. */
export function shownTopics(
  project: string | null,
  topics: Topic[],
): { hash: string; topics: WrittenTopic[] } {
  const byName = new Map<string, WrittenTopic>();
  for (const topic of topics) {
    if (byName.size >= maximumShownTopics) break;
    const name = topicName(topic.topic);
    if (name !== '' && !byName.has(name)) byName.set(name, writtenTopicOf(topic, name));
  }
  const shown = [...byName.values()];
  return { hash: digest(JSON.stringify([project, shown]), 12), topics: shown };
}

const writtenTopicOf = (topic: Topic, name: string): WrittenTopic => ({
  id: topic.id,
  name,
  filePaths: shownPaths(topic.filePaths),
  directories: shownPaths(topic.directories),
  touchedAt: topic.lastTouchedAt.getTime(),
});

/** Whether a writing showed what has this hash. */
export const hasHash = (revision: string, hash: string): boolean => revision.endsWith(`-${hash}`);

const numberOf = (revision: string): number => Number.parseInt(revision, 10);

const digest = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

type Settings = Pick<Store, 'getSetting' | 'setSetting'>;

/**
 * Keeps what the next writing shows, before it is written: so that a file is never seen whose writing is not known.
 * Returns the new revision. The places are a ring, each set in
 * one call: two processes do not undo each other's, and when both take the same the one that has to write again takes
 * the next.
 */
export async function keepWritten(
  settings: Settings,
  project: string | null,
  shown: { hash: string; topics: WrittenTopic[] },
): Promise<string> {
  const before = await latestRevision(settings, project);
  const revision = `${before === null ? 1 : numberOf(before) + 1}-${shown.hash}`;
  await settings.setSetting(placeOf(project, revision), { revision, topics: shown.topics });
  await settings.setSetting(latestKey(project), { revision });
  return revision;
}

/** What the writing of a revision showed; null when that is not known any more. */
export async function findWritten(
  settings: Settings,
  project: string | null,
  revision: string,
): Promise<Written | null> {
  const kept = written.safeParse(await settings.getSetting(placeOf(project, revision)));
  return kept.success && kept.data.revision === revision ? kept.data : null;
}

/** The revision that was kept last; null when none was. */
export async function latestRevision(settings: Settings, project: string | null): Promise<string | null> {
  const kept = latest.safeParse(await settings.getSetting(latestKey(project)));
  return kept.success ? kept.data.revision : null;
}

const latestKey = (project: string | null): string => `focus_file:${projectMark(project)}:latest`;
const placeOf = (project: string | null, revision: string): string =>
  `focus_file:${projectMark(project)}:${numberOf(revision) % keptWritings}`;
