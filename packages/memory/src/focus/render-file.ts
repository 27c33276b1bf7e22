import { projectMark } from '../files/written-versions.ts';
import type { Topic } from '../store/topics.ts';
import { formatPathList } from './path-list.ts';
import { relativeTime } from './relative-time.ts';
import { isStrong } from './strength.ts';
import { topicName } from './topic-name.ts';
import { writtenMark, type WrittenTopic } from './written-topics.ts';

export const updatedLabel = 'Last updated:';

type FileContent = {
  project: string | null;
  /** The topics to show, in this order; `topics` has their records. */
  written: WrittenTopic[];
  topics: Topic[];
  now: Date;
};

/** Renders the focus file: the same content and time give the same bytes. */
export function renderFile({ project, written, topics, now }: FileContent): string {
  const byId = new Map(topics.map((topic) => [topic.id, topic]));
  const shown = written.flatMap(({ id }) => byId.get(id) ?? []);
  const active = shown.filter((topic) => isStrong(topic.strength));
  const fading = shown.filter((topic) => !isStrong(topic.strength));
  const sections = [
    header(now),
    ['## Active', ...active.map((topic) => renderTopic(topic, now))].join('\n\n'),
    ['## Fading', ...fading.map((topic) => renderTopic(topic, now))].join('\n\n'),
    endMark(project, written),
  ];
  return `${sections.join('\n\n')}\n`;
}

const header = (now: Date): string => `\
# Recent Focus

> Generated from recent work. Your edits are respected: remove a topic, add one as \`- **name**\`, or correct its
> paths, and the next session takes them over. The figures cannot be edited, and there is no room for notes here.

${updatedLabel} ${now.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

function renderTopic(topic: Topic, now: Date): string {
  const sessions = `${topic.sessionCount} ${topic.sessionCount === 1 ? 'session' : 'sessions'}`;
  const lines = [
    `- **${topicName(topic.topic)}** | ${sessions} | last: ${relativeTime(topic.lastTouchedAt, now)} | strength: ${topic.strength.toFixed(2)}`,
    pathLine('files', topic.filePaths),
    pathLine('dirs', topic.directories),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function pathLine(label: string, paths: string[]): string {
  const list = formatPathList(paths);
  return list === '' ? '' : `  ${label}: ${list}`;
}

/**
 * The last line: the project that the file was written for, when the last topic in it was touched (milliseconds since
 * 1970), and which topics were written. A file without it was truncated.
 */
export type EndMark = { project: string; touchedAt: number; written: string };

const endMark = (project: string | null, written: WrittenTopic[]): string =>
  `<!-- keep this line, it tells your edits from what was written: ${projectMark(project)} ${Math.max(0, ...written.map(({ touchedAt }) => touchedAt))} ${writtenMark(written)} -->`;

/** Returns null for any other line. */
export function parseEndMark(line: string): EndMark | null {
  const [, project, touchedAt, written] =
    /^<!--[^>]*: ([0-9a-f]{8}) (\d{1,15}) ([0-9a-f]{8}) -->$/.exec(line) ?? [];
  return project === undefined || written === undefined
    ? null
    : { project, touchedAt: Number(touchedAt), written };
}

/** Whether two texts of the file differ only in the time of writing. */
export const saysTheSame = (one: string, other: string): boolean =>
  withoutUpdated(one) === withoutUpdated(other);

const withoutUpdated = (text: string): string => text.replace(new RegExp(`^${updatedLabel}.*$`, 'm'), '');
