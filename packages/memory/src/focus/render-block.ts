import { oneLine } from '../text/one-line.ts';
import { countTokens } from '../text/tokens.ts';
import type { Topic } from '../store/topics.ts';
import { shownLabel } from './strength.ts';
import { shownPath } from './path-list.ts';
import { relativeTime } from './relative-time.ts';
import { directoryOf } from './read-step.ts';
import { topicName } from './topic-name.ts';

/** Paths shown per topic, the last touched ones. The focus file has all of them. */
const shownFiles = 4;
const shownDirectories = 2;

type Input = { now: Date; days: number; budgetTokens: number };

/** Returns the topics of the last `days` days, strongest first. */
export function recentTopics(topics: Topic[], { now, days }: Pick<Input, 'now' | 'days'>): Topic[] {
  const since = now.getTime() - days * 86_400_000;
  return topics
    .filter((topic) => topic.isActive && topic.lastTouchedAt.getTime() >= since)
    .toSorted((a, b) => b.strength - a.strength || compare(a.topic, b.topic));
}

/**
 * Renders the block "Recent Focus" within its budget; '' without topics. A topic that does not fit is shown without
 * its paths, or skipped for one that fits. Names and paths are data: they cannot end their line.
 */
export function renderBlock(
  topics: Topic[],
  input: Input,
): { block: string; tokens: number; topics: Topic[] } {
  // a line feed before "-" always ends a token, so the block never costs more than its lines
  const costOf = (line: string): number => countTokens(`${line}\n`);
  const lines = [`## Recent Focus (last ${input.days} days)`, 'The user has been working on:'];
  let left = input.budgetTokens - costOf(lines.join('\n'));
  const shown: Topic[] = [];
  for (const topic of topics) {
    if (left < shortestLine) break;
    const forms = [renderTopic(topic, renderPaths(topic), input.now), renderTopic(topic, '', input.now)];
    const line = forms.find((form) => costOf(form) <= left);
    if (line === undefined) continue;
    lines.push(line);
    shown.push(topic);
    left -= costOf(line);
  }
  if (shown.length === 0) return { block: '', tokens: 0, topics: [] };
  const block = lines.join('\n');
  return { block, tokens: countTokens(block), topics: shown };
}

/** Minimum tokens of a useful line. */
const shortestLine = 12;

function renderTopic(topic: Topic, paths: string, now: Date): string {
  const { sessionCount, strength } = topic;
  const facts = [
    // a topic that only the user named has no sessions yet
    sessionCount > 0 ? `${sessionCount} ${sessionCount === 1 ? 'session' : 'sessions'}` : null,
    `last touched ${relativeTime(topic.lastTouchedAt, now)}`,
    shownLabel(strength),
  ].filter((fact) => fact !== null);
  return `- **${oneLine(topicName(topic.topic))}** (${facts.join(', ')})${paths === '' ? '' : ` — ${paths}`}`;
}

/**
 * `extraction.ts, service.ts @ apps/api/src/memory/`: files of the shown directories by their names, others by their
 * paths.
 */
function renderPaths(topic: Topic): string {
  const directories = topic.directories.slice(0, shownDirectories);
  const files = topic.filePaths.slice(0, shownFiles).map((file) => {
    const directory = directoryOf(file);
    return directory !== null && directories.includes(directory) ? file.slice(directory.length) : file;
  });
  const [names, places] = [files, directories].map((paths) => paths.map(harmless).join(', '));
  return [names, places === '' ? '' : `@ ${places}`].filter((part) => part !== '').join(' ');
}

const harmless = (path: string): string => oneLine(shownPath(path));

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
