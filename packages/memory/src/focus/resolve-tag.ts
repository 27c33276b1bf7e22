import type { MemoryOptions } from '../options.ts';
import type { Topic } from '../types.ts';
import { mentionedDirectory, mentionedFile } from './mentioned-paths.ts';
import { shownPaths } from './path-list.ts';
import { placeTopic } from './place-topic.ts';
import type { ReadStep } from './read-step.ts';
import { directoryOf } from './step-paths.ts';
import type { TagAnswer } from './tag-prompt.ts';

/** What a step was about: the topic that it is filed under, with the files and directories that it was about. */
export type Tag = {
  topic: string;
  parentTopic: string | null;
  filePaths: string[];
  directories: string[];
};

/** Directories taken from the files when none were named: more would be a list of places, not a place. */
const maximumDerived = 3;

/** What a proposed tag comes to: known names preferred, paths that the step did not mention dropped. Null: no topic. */
export function resolveTag(
  proposal: TagAnswer,
  step: ReadStep,
  topics: Topic[],
  options: Pick<MemoryOptions['focus'], 'sessionsBeforeChild' | 'maximumPaths'>,
): Tag | null {
  const filePaths = mentioned(proposal.filePaths, (path) => mentionedFile(path, step));
  const named = mentioned(proposal.directories, (path) => mentionedDirectory(path, step));
  const directories = named.length > 0 ? named : directoriesOf(filePaths);
  const placed = placeTopic(proposal.topic, topics, {
    sessionsBeforeChild: options.sessionsBeforeChild,
    hasPaths: filePaths.length > 0,
  });
  if (!placed) return null;
  return {
    ...placed,
    filePaths: filePaths.slice(0, options.maximumPaths),
    directories: directories.slice(0, options.maximumPaths),
  };
}

const mentioned = (paths: string[], find: (path: string) => string | null): string[] =>
  shownPaths(paths.map((path) => find(path) ?? ''));

export const directoriesOf = (files: string[]): string[] =>
  [...new Set(files.map((file) => directoryOf(file) ?? ''))]
    .filter((directory) => directory !== '')
    .slice(0, maximumDerived);
