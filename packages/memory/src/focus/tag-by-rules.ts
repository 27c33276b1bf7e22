import type { Topic } from '../store/topics.ts';
import { wordsOf } from '../text/words.ts';
import { directoryOf, type ReadStep } from './read-step.ts';
import { directoriesOf } from './resolve-tag.ts';
import type { TagAnswer } from './tag-prompt.ts';
import { topicLevels } from './topic-name.ts';

/** Directories that show where code lies, not what it is about. */
const generic = new Set(
  (
    'src source lib libs app apps api packages package modules module main test tests __tests__ spec specs docs doc ' +
    'scripts public assets dist build bin out tmp internal pkg cmd server client common core shared utils helpers ' +
    'components pages routes services notes functions migrations java python workspace home users'
  ).split(' '),
);
/** File names that mean the same in every directory. */
const genericStem = new Set(
  'index main mod init __init__ readme package tsconfig app types setup config'.split(' '),
);

/**
 * Finds the topic of a step without a model: the known topic that its files belong to, otherwise one named after the
 * directory of the files, otherwise the known topic that the user names. '' if there is none, because no topic is
 * better than a wrong one.
 */
export function tagByRules(step: ReadStep, topics: Topic[]): TagAnswer {
  const filePaths = workedOn(step);
  const directories = step.directories.length > 0 ? step.directories : directoriesOf(filePaths);
  const topic =
    topicOfFiles(filePaths, topics) ??
    topicOfPlaces([...filePaths, ...step.directories]) ??
    namedTopic(step, topics) ??
    '';
  return { topic, filePaths, directories };
}

/** Returns the files of the tool calls; if there are none, the files that the user names with a directory. */
export const workedOn = ({ files, filesOfCalls }: ReadStep): string[] =>
  filesOfCalls > 0 ? files.slice(0, filesOfCalls) : files.filter((file) => file.includes('/'));

/** Returns the topic that has most of the files. */
function topicOfFiles(files: string[], topics: Topic[]): string | null {
  const counted = topics
    .map((topic) => ({ topic, known: files.filter((file) => topic.filePaths.includes(file)).length }))
    .filter(({ known }) => known > 0)
    .toSorted((a, b) => b.known - a.known);
  return counted[0]?.topic.topic ?? null;
}

/**
 * Returns the name of the directory with most of the paths, at the deepest specific level. Rules create no children,
 * because whether work is narrower than its parent is a judgement.
 */
function topicOfPlaces(paths: string[]): string | null {
  const names = paths.map(placeOf).filter((name) => name !== null);
  const groups = [...Map.groupBy(names, (name) => name).values()];
  return groups.toSorted((a, b) => b.length - a.length)[0]?.[0] ?? null;
}

function placeOf(path: string): string | null {
  const directory = path.endsWith('/') ? path : (directoryOf(path) ?? '');
  const segments = directory.split('/').filter((segment) => segment !== '' && !segment.startsWith('.'));
  const name = segments.findLast((segment) => !generic.has(segment.toLowerCase()));
  return name ?? (path.endsWith('/') ? null : stemOf(path));
}

/** Returns `extraction` for `memory/extraction.test.ts`; null for names that every directory has. */
function stemOf(file: string): string | null {
  const stem = file.slice(file.lastIndexOf('/') + 1).replace(/(?<=.)\..*$/, '');
  return stem === '' || stem.startsWith('.') || genericStem.has(stem.toLowerCase()) ? null : stem;
}

/** Returns the known topic that the user names; the longest name of several. */
function namedTopic({ userMessage }: ReadStep, topics: Topic[]): string | null {
  const said = new Set(wordsOf(userMessage));
  const named = topics.filter(({ topic }) => {
    const name = topicLevels(topic).child ?? topic;
    // compares the parts of the name, because "job queue" means job-queue
    const words = wordsOf(name.replaceAll(/[^\p{L}\p{M}\p{N}+#]+/gu, ' '));
    return words.length > 0 && words.every((word) => said.has(word));
  });
  return named.toSorted((a, b) => b.topic.length - a.topic.length)[0]?.topic ?? null;
}
