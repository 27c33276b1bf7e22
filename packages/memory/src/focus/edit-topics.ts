import { MemoryError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { Topic } from '../types.ts';
import { shownPaths } from './path-list.ts';
import { applyEdits, planEdits } from './plan-edits.ts';
import { maximumTopics } from './tag-step.ts';
import { topicName } from './topic-name.ts';
import { shownTopics } from './written-topics.ts';

/** A topic as the user wants it. */
export type TopicEdit = { topic: string; filePaths: string[]; directories: string[] };

type Input = {
  project: string | null;
  topics: TopicEdit[];
  /** When the user read the list that they edited; null: now. */
  asOf: Date | null;
  maximumPaths: number;
};

/**
 * Makes the given topics the active ones, by the same rules as an edited file. Throws `invalid_input` for a name with
 * nothing in it, and what the store throws. Returns the active topics.
 */
export async function editTopics(
  store: Pick<Store, 'listTopics' | 'editTopics'>,
  { project, topics, asOf, maximumPaths }: Input,
): Promise<Topic[]> {
  const edited = topics.map(parseEdit);
  const database = await store.listTopics(project, { includeInactive: false, limit: maximumTopics });
  const seen = shownTopics(database.filter((topic) => asOf === null || topic.lastTouchedAt <= asOf));
  const edits = planEdits({ seen, edited, isDamaged: false, database, maximumPaths });
  return (await applyEdits(store, project, edits)) ?? database;
}

function parseEdit({ topic, filePaths, directories }: TopicEdit) {
  const name = topicName(topic);
  if (name === '')
    throw new MemoryError('invalid_input', `${JSON.stringify(topic)} is not the name of a topic`);
  return { name, filePaths: shownPaths(filePaths), directories: shownPaths(directories) };
}
