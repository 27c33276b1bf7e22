import type { Store } from '../store/store.ts';
import type { Topic } from '../types.ts';
import type { SyncChanges } from './sync.ts';
import { parentTopicOf } from './topic-name.ts';

/** Applies what a person changed, in one transaction. Returns the active topics; null when there was nothing to apply. */
export async function applyChanges(
  store: Pick<Store, 'editTopics'>,
  project: string | null,
  { deactivate, insert, replacePaths }: SyncChanges,
): Promise<Topic[] | null> {
  if (deactivate.length + insert.length + replacePaths.length === 0) return null;
  return store.editTopics({
    project,
    deactivate: deactivate.map((topic) => topic.id),
    insert: insert.map(({ name, ...paths }) => ({ topic: name, parentTopic: parentTopicOf(name), ...paths })),
    replacePaths: replacePaths.map(({ topic, ...paths }) => ({ id: topic.id, ...paths })),
  });
}
