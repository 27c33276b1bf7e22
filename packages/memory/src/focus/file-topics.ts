import type { Topic } from '../types.ts';
import { strengthAt } from './decay-label.ts';
import type { ParsedFile } from './parse-file.ts';
import { parseRelativeTime } from './relative-time.ts';
import { parentTopicOf } from './topic-name.ts';

/**
 * The topics that the focus file alone gives, as exact as it is: for when the store is away. A topic that the user added
 * has no figures and is as if touched now. Their ids are `file:` and the name, for the store's are not known.
 */
export function topicsOfFile(
  { topics, updatedAt }: ParsedFile,
  { project, now, base }: { project: string | null; now: Date; base: number },
): Topic[] {
  const writtenAt = updatedAt ?? now;
  return topics.map(({ name, filePaths, directories, fields }) => {
    const isAdded = fields.strength === null;
    const lastTouchedAt = isAdded ? now : (parseRelativeTime(fields.last ?? '', writtenAt) ?? writtenAt);
    return {
      id: `file:${name}`,
      project,
      topic: name,
      parentTopic: parentTopicOf(name),
      filePaths,
      directories,
      strength: isAdded ? 1 : strengthAt(fields.strength ?? 1, writtenAt, now, base),
      touchCount: 0,
      sessionCount: fields.sessions ?? 0,
      firstSeenAt: lastTouchedAt,
      lastTouchedAt,
      isActive: true,
    };
  });
}
