import type { Topic } from '../store/topics.ts';
import { maximumPaths, shownPaths } from './path-list.ts';
import { placeTopic } from './place-topic.ts';
import { asDirectory, directoryOf, placesOf, tidyPath, type ReadStep } from './read-step.ts';
import type { TagAnswer } from './tag-prompt.ts';

/** The subject of a step: a topic, files and directories. */
export type Tag = {
  topic: string;
  parentTopic: string | null;
  filePaths: string[];
  directories: string[];
};

/** The maximum number of directories derived from the files if none were named. */
const maximumDerived = 3;

/**
 * Returns the tag to write for a proposed one: prefers known names and drops unmentioned paths. Null if there is no
 * topic.
 */
export function resolveTag(proposal: TagAnswer, step: ReadStep, topics: Topic[]): Tag | null {
  const filePaths = mentioned(proposal.filePaths, (path) => mentionedFile(path, step));
  const named = mentioned(proposal.directories, (path) => mentionedDirectory(path, step));
  const directories = named.length > 0 ? named : directoriesOf(filePaths);
  const placed = placeTopic(proposal.topic, topics, { hasPaths: filePaths.length > 0 });
  if (!placed) return null;
  return {
    ...placed,
    filePaths: filePaths.slice(0, maximumPaths),
    directories: directories.slice(0, maximumPaths),
  };
}

const mentioned = (paths: string[], find: (path: string) => string | null): string[] =>
  shownPaths(paths.map((path) => find(path) ?? ''));

export const directoriesOf = (files: string[]): string[] =>
  [...new Set(files.map((file) => directoryOf(file) ?? ''))]
    .filter((directory) => directory !== '')
    .slice(0, maximumDerived);

/**
 * Returns a file that a model named, in the form in which a call or the user named it, matched whole or by its last
 * segments. Null if neither named it.
 */
export function mentionedFile(path: string, step: ReadStep): string | null {
  const named = tidyPath(path);
  const relative = named.replace(/^\//, '');
  if (relative === '' || relative.endsWith('/')) return null;
  const known =
    step.files.find((file) => file === named || file === relative) ??
    step.files.find((file) => file.endsWith(`/${relative}`));
  return known ?? (isSaid(named, step) ? named : null);
}

/** The same for a directory. A directory of a mentioned path counts as mentioned. */
export function mentionedDirectory(path: string, step: ReadStep): string | null {
  const named = asDirectory(tidyPath(path));
  const relative = named.replace(/^\//, '');
  if (relative === '') return null;
  const paths = [...step.directories, ...step.files];
  if (paths.some((known) => known.startsWith(named))) return named;
  if (paths.some((known) => known.startsWith(relative))) return relative;
  const around = paths.find((known) => known.includes(`/${relative}`));
  if (around) return around.slice(0, around.indexOf(`/${relative}`) + relative.length + 1);
  return isSaid(named.slice(0, -1), step) ? named : null;
}

const isSaid = (path: string, { userMessage }: ReadStep): boolean => placesOf(path, userMessage).length > 0;
