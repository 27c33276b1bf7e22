import type { Topic } from '../types.ts';
import { isStrong } from './decay-label.ts';
import { formatPathList } from './path-list.ts';
import { relativeTime } from './relative-time.ts';
import { topicName } from './topic-name.ts';
import { projectMark, type Written } from './written-topics.ts';

export const fileTitle = '# Recent Focus';
export const notesHeading = '## Notes';
export const updatedLabel = 'Last updated:';

type FileContent = {
  project: string | null;
  /** What is shown, in this order: `topics` by their ids. */
  written: Written;
  topics: Topic[];
  /** What the user wrote into the file that is neither topic nor path. */
  notes: string[];
  now: Date;
};

/** The focus file: the same content and time give the same bytes. */
export function renderFile({ project, written, topics, notes, now }: FileContent): string {
  const byId = new Map(topics.map((topic) => [topic.id, topic]));
  const shown = written.topics.flatMap(({ id }) => byId.get(id) ?? []);
  const active = shown.filter((topic) => isStrong(topic.strength));
  const fading = shown.filter((topic) => !isStrong(topic.strength));
  const sections = [
    header(now),
    ['## Active', ...active.map((topic) => renderTopic(topic, now))].join('\n\n'),
    ['## Fading', ...fading.map((topic) => renderTopic(topic, now))].join('\n\n'),
    ...(notes.length > 0 ? [[notesHeading, '', ...notes].join('\n')] : []),
    endMark(project, written.revision),
  ];
  return `${sections.join('\n\n')}\n`;
}

const header = (now: Date): string => `\
${fileTitle}

> Generated from recent work. Your edits are respected: remove a topic, add one, or correct its paths,
> and the next session takes it over. The figures are not edited here.

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
 * The last line. That it is there shows that the file was not cut; its revision tells which writing the edits were made
 * on, its first part for which project.
 */
const endMark = (project: string | null, revision: string): string =>
  `${endMarkStart} ${projectMark(project)} ${revision} -->`;
/** What the last line begins with. */
export const endMarkStart = '<!-- keep this line, it tells your edits from what was written:';

/** How the lines begin that are always written. A line that is less than one of these was cut. */
export const ownLines = [
  fileTitle,
  updatedLabel,
  '## Active',
  '## Fading',
  notesHeading,
  '- **',
  'files:',
  'dirs:',
  endMarkStart,
];

const endMarkPattern = /^<!--[^>]*:\s*([0-9a-f]{8})\s+(\d{1,9}-[0-9a-f]{12})\s*-->$/;

/** What the last line of a file says; null for any other line. */
export function parseEndMark(line: string): { project: string; revision: string } | null {
  if (!line.includes('<!--')) return null;
  const parts = endMarkPattern.exec(line.trim());
  return parts?.[1] && parts[2] ? { project: parts[1], revision: parts[2] } : null;
}

/** Whether two texts of the file say the same but for the moment of writing. */
export const sayTheSame = (one: string, other: string): boolean =>
  withoutUpdated(one) === withoutUpdated(other);

const withoutUpdated = (text: string): string => text.replace(new RegExp(`^${updatedLabel}.*$`, 'm'), '');
