import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { Topic } from '../store/topics.ts';
import { nameKey } from './match-topic.ts';
import { maximumPaths, mergePaths, shownPaths } from './path-list.ts';
import { maximumTopics } from './tag-step.ts';
import { parentTopicOf, topicName } from './topic-name.ts';
import { shownTopics, type WrittenTopic } from './written-topics.ts';

type Paths = { filePaths: string[]; directories: string[] };
type NamedTopic = Paths & { name: string };
const noPaths: Paths = { filePaths: [], directories: [] };

export type Edits = {
  deactivate: Topic[];
  insert: NamedTopic[];
  replacePaths: (Paths & { topic: Topic })[];
  /** Names of removed topics that stay, because they were worked on since the file was written. */
  stay: string[];
};

type Input = {
  /** The topics that the user saw when they began to edit. */
  seen: WrittenTopic[];
  edited: NamedTopic[];
  /** Parts of the edited list were not understood, so only additions count. */
  isDamaged: boolean;
  /** The active topics. */
  database: Topic[];
};

/**
 * Plans the changes of the store: the difference between what the user saw and what they made of it. Everything else
 * stays as it is in the store now. Once the edits are applied, planning again gives none.
 */
export function planEdits({ seen, edited, isDamaged, database }: Input): Edits {
  const names = new Set(edited.map((topic) => topic.name));
  const stored = new Map(database.map((topic) => [topic.id, topic]));
  const removed = (isDamaged ? [] : seen)
    .filter((topic) => !names.has(topic.name))
    .map((topic) => ({ topic: stored.get(topic.id), touchedAt: topic.touchedAt }));
  const deactivate = removed.flatMap(({ topic, touchedAt }) =>
    topic && topic.lastTouchedAt.getTime() <= touchedAt ? [topic] : [],
  );
  const stay = removed.flatMap(({ topic }) => (topic && !deactivate.includes(topic) ? [topic.topic] : []));

  const find = byNameOrKey(database.filter((topic) => !deactivate.includes(topic)));
  const before = new Map(seen.map((topic) => [topic.name, topic]));
  const insert = new Map<string, NamedTopic>();
  const replacePaths = new Map<string, Paths & { topic: Topic }>();
  for (const topic of edited) {
    const written = before.get(topic.name);
    const known = find(topic.name);
    if (isDamaged ? known || written : written && hasSamePaths(topic, written)) continue;
    // two additions with the same meaning become one
    const current = known ? (replacePaths.get(known.id) ?? known) : insert.get(nameKey(topic.name));
    const paths = withEdits(written, topic, current ?? noPaths);
    if (!known) insert.set(nameKey(topic.name), { name: topic.name, ...current, ...paths });
    else if (!hasSamePaths(paths, current ?? known)) replacePaths.set(known.id, { topic: known, ...paths });
  }
  return { deactivate, insert: [...insert.values()], replacePaths: [...replacePaths.values()], stay };
}

/** Applies the edits in one transaction. Returns the active topics; null if there was nothing to apply. */
export async function applyEdits(
  store: Pick<Store, 'editTopics'>,
  project: string | null,
  { deactivate, insert, replacePaths }: Edits,
): Promise<Topic[] | null> {
  if (deactivate.length + insert.length + replacePaths.length === 0) return null;
  return store.editTopics({
    project,
    deactivate: deactivate.map((topic) => topic.id),
    insert: insert.map(({ name, ...paths }) => ({ topic: name, parentTopic: parentTopicOf(name), ...paths })),
    replacePaths: replacePaths.map(({ topic, ...paths }) => ({ id: topic.id, ...paths })),
  });
}

/** A topic as the user wants it. */
export const topicEdit = z.strictObject({
  topic: z.string(),
  filePaths: z.string().array(),
  directories: z.string().array(),
});
export type TopicEdit = z.input<typeof topicEdit>;

/**
 * Makes the given topics the active ones, by the same rules as an edited file. `asOf`: when the user read the list that they edited; null:
 * now. Throws `invalid_input` for an empty name, and what the store throws. Returns the active topics.
 */
export async function editTopics(
  store: Pick<Store, 'listTopics' | 'editTopics'>,
  { project, topics, asOf }: { project: string | null; topics: TopicEdit[]; asOf: Date | null },
): Promise<Topic[]> {
  const edited = topics.map(parseEdit);
  const database = await store.listTopics(project, { includeInactive: false, limit: maximumTopics });
  const seen = shownTopics(database.filter((topic) => asOf === null || topic.lastTouchedAt <= asOf));
  const edits = planEdits({ seen, edited, isDamaged: false, database });
  return (await applyEdits(store, project, edits)) ?? database;
}

function parseEdit({ topic, filePaths, directories }: TopicEdit) {
  const name = topicName(topic);
  if (name === '')
    throw new MemoryError('invalid_input', `${JSON.stringify(topic)} is not the name of a topic`);
  return { name, filePaths: shownPaths(filePaths), directories: shownPaths(directories) };
}

/**
 * Returns a function that finds a topic by its name, otherwise one with the same meaning, so that no duplicate is
 * added.
 */
function byNameOrKey(database: Topic[]): (name: string) => Topic | null {
  const byName = new Map(database.map((topic) => [topicName(topic.topic), topic]));
  const byKey = new Map(database.map((topic) => [nameKey(topic.topic), topic]));
  return (name) => byName.get(name) ?? byKey.get(nameKey(name)) ?? null;
}

/** Returns the paths that the user added, then the current ones without those that the user removed. */
function withEdits(written: Paths = noPaths, edited: Paths, current: Paths): Paths {
  const merged = (kind: keyof Paths): string[] => {
    const added = edited[kind].filter((path) => !written[kind].includes(path));
    const gone = new Set(written[kind].filter((path) => !edited[kind].includes(path)));
    return mergePaths(
      added,
      shownPaths(current[kind]).filter((path) => !gone.has(path)),
      maximumPaths,
    );
  };
  return { filePaths: merged('filePaths'), directories: merged('directories') };
}

/** The order of paths is no edit, because it only shows which came last. */
const hasSamePaths = (one: Paths, other: Paths): boolean =>
  isSameSet(one.filePaths, other.filePaths) && isSameSet(one.directories, other.directories);

const isSameSet = (one: string[], other: string[]): boolean =>
  new Set(one).symmetricDifference(new Set(other)).size === 0;
