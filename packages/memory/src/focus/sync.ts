import type { Topic } from '../types.ts';
import { nameKey } from './match.ts';
import { mergePaths } from './merge-paths.ts';
import { shownPaths } from './path-list.ts';
import { topicName } from './topic-name.ts';
import type { Written, WrittenTopic } from './written-topics.ts';

type Paths = { filePaths: string[]; directories: string[] };
type EditedTopic = Paths & { name: string };

export type SyncChanges = {
  deactivate: Topic[];
  insert: EditedTopic[];
  replacePaths: (Paths & { topic: Topic })[];
  /** Topics that are missing in the file and stay all the same, with the reason. */
  stay: { name: string; reason: string }[];
};

type SyncInput = {
  /** What the file showed when it was written; null when that is not known. */
  lastWritten: Pick<Written, 'topics'> | null;
  file: {
    topics: EditedTopic[];
    /** Names that stand where they were not understood. */
    unclear: string[];
    /** Its end is missing. */
    isCut: boolean;
    isDamaged: boolean;
  };
  /** The active topics. */
  database: Topic[];
  maximumPaths: number;
};

/**
 * What a person changed in the focus file, as changes of the store: the difference of the file and what was last
 * written, and nothing else. What the file does not say anew stays as the store has it now. Applying the changes and
 * comparing again gives none: a removal goes by id, an addition is there then, and paths are what they were to be.
 *
 * Nothing is removed that was touched since the writing, or that may be missing for another reason than the person's
 * will: a damaged file, or one whose end is missing behind what it still has.
 */
export function planSync({ lastWritten, file, database, maximumPaths }: SyncInput): SyncChanges {
  const written = lastWritten?.topics ?? [];
  const inFile = new Set(file.topics.map((topic) => topic.name));
  const missing = written.filter((topic) => !inFile.has(topic.name));
  const byId = new Map(database.map((topic) => [topic.id, topic]));

  const deactivate: Topic[] = [];
  const stay: SyncChanges['stay'] = [];
  for (const topic of missing) {
    const stored = byId.get(topic.id);
    if (!stored) continue;
    const reason = reasonToStay(topic, stored, file, written);
    if (reason === null) deactivate.push(stored);
    else stay.push({ name: topic.name, reason });
  }

  const find = findStored(database.filter((topic) => !deactivate.includes(topic)));
  const base = new Map(written.map((topic) => [topic.name, topic]));
  const perhapsCut = file.isCut ? file.topics.at(-1) : undefined;
  const insert = new Map<string, EditedTopic>();
  const replaced = new Map<string, Paths & { topic: Topic }>();
  for (const topic of file.topics) {
    const before = base.get(topic.name) ?? null;
    if (before && (hasSamePaths(topic, before) || topic === perhapsCut)) continue;
    const stored = find(topic.name);
    const known = stored ? (replaced.get(stored.id) ?? stored) : insert.get(nameKey(topic.name));
    const paths = limited(known ? editedPaths(before, topic, known, file.isDamaged) : topic, maximumPaths);
    // two additions that mean the same are one
    if (!stored) insert.set(nameKey(topic.name), { name: topic.name, ...known, ...paths });
    else if (!hasSamePathSet(paths, known ?? stored)) replaced.set(stored.id, { topic: stored, ...paths });
  }
  return { deactivate, insert: [...insert.values()], replacePaths: [...replaced.values()], stay };
}

function reasonToStay(
  topic: WrittenTopic,
  stored: Topic,
  file: SyncInput['file'],
  written: WrittenTopic[],
): string | null {
  if (stored.lastTouchedAt.getTime() > topic.touchedAt) return 'it was worked on since the file was written';
  if (file.isDamaged) return 'the file is damaged';
  if (file.unclear.includes(topic.name)) return 'its line was not understood';
  const inFile = new Set(file.topics.map((one) => one.name));
  const lastPresent = written.findLastIndex((one) => inFile.has(one.name));
  if (file.isCut && written.indexOf(topic) > lastPresent) return 'the file may have been cut there';
  return null;
}

/** By name, and so that nothing is added beside what means the same. */
function findStored(database: Topic[]): (name: string) => Topic | null {
  const byName = new Map(database.map((topic) => [topicName(topic.topic), topic]));
  const byKey = new Map(database.map((topic) => [nameKey(topic.topic), topic]));
  return (name) => byName.get(name) ?? byKey.get(nameKey(name)) ?? null;
}

/** What was edited, upon what the store has: as in the file when the store is as it was written. */
function editedPaths(before: WrittenTopic | null, file: Paths, stored: Paths, isDamaged: boolean): Paths {
  const now = { filePaths: shownPaths(stored.filePaths), directories: shownPaths(stored.directories) };
  const edited = (kind: keyof Paths): string[] => {
    if (!before) return mergePaths(file[kind], stored[kind], Infinity);
    if (isSame(file[kind], before[kind])) return stored[kind];
    const added = file[kind].filter((path) => !before[kind].includes(path));
    if (isDamaged) return mergePaths(added, stored[kind], Infinity);
    if (isSame(now[kind], before[kind])) return file[kind];
    const gone = new Set(before[kind].filter((path) => !file[kind].includes(path)));
    return mergePaths(
      added,
      now[kind].filter((path) => !gone.has(path)),
      Infinity,
    );
  };
  return { filePaths: edited('filePaths'), directories: edited('directories') };
}

const limited = ({ filePaths, directories }: Paths, maximum: number): Paths => ({
  filePaths: filePaths.slice(0, maximum),
  directories: directories.slice(0, maximum),
});

const isSame = (one: string[], other: string[]): boolean =>
  one.length === other.length && one.every((path, index) => path === other[index]);

const hasSamePaths = (one: Paths, other: Paths): boolean =>
  isSame(one.filePaths, other.filePaths) && isSame(one.directories, other.directories);

/** Order is no change: it shows which came last, and nobody edits that. */
const hasSamePathSet = (one: Paths, other: Paths): boolean =>
  isSame(one.filePaths.toSorted(), other.filePaths.toSorted()) &&
  isSame(one.directories.toSorted(), other.directories.toSorted());
