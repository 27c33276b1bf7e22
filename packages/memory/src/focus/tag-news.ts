import { mergePaths } from './merge-paths.ts';
import type { Tag } from './step.ts';

/** What a session was last tagged with, and when that was written. */
export type LastTag = Tag & { at: Date };

/** Milliseconds after which the same tag is news again, so that a topic worked on all day does not look like the morning's. */
const newsAgainAfter = 3_600_000;

/** Whether a tag says something that the session's last one did not: another topic, or a path that was not there. */
export function isNews(last: LastTag | null, tag: Tag, now: Date): boolean {
  if (!last || last.topic !== tag.topic) return true;
  if (now.getTime() - last.at.getTime() >= newsAgainAfter) return true;
  return hasMore(tag.filePaths, last.filePaths) || hasMore(tag.directories, last.directories);
}

/** The last tag after a new one: of the same topic, with the paths of both. */
export function nextLastTag(last: LastTag | null, tag: Tag, at: Date): LastTag {
  if (!last || last.topic !== tag.topic) return { ...tag, at };
  return {
    ...tag,
    filePaths: mergePaths(tag.filePaths, last.filePaths, Infinity),
    directories: mergePaths(tag.directories, last.directories, Infinity),
    at,
  };
}

const hasMore = (paths: string[], known: string[]): boolean => paths.some((path) => !known.includes(path));
