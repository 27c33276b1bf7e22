import { z } from 'zod';
import { defaultOptions } from '../options.ts';
import type { Database } from '../ports.ts';
import { parseResult, topicRow } from './rows.ts';
import type { TopicStore } from './store.ts';

/** Recent topics, over SQL functions of the same names. `base` is the strength kept per untouched day. */
export function createTopicStore(database: Database, base: number = defaultOptions.focus.base): TopicStore {
  return {
    async listTopics(project, { includeInactive, limit }) {
      const rows = await database.call('list_topics', {
        project,
        include_inactive: includeInactive,
        limit,
        base,
      });
      return parseResult(z.array(topicRow), rows);
    },
    async touchTopic(touch, { maximumPaths }) {
      const row = await database.call('touch_topic', {
        project: touch.project,
        topic: touch.topic,
        parent_topic: touch.parentTopic,
        file_paths: touch.filePaths,
        directories: touch.directories,
        session_id: touch.sessionId,
        maximum_paths: maximumPaths,
        base,
      });
      return parseResult(topicRow, row);
    },
    async editTopics({ project, deactivate, insert, replacePaths }) {
      const rows = await database.call('edit_topics', {
        project,
        deactivate,
        insert: insert.map((topic) => ({
          topic: topic.topic,
          parent_topic: topic.parentTopic,
          file_paths: topic.filePaths,
          directories: topic.directories,
        })),
        replace_paths: replacePaths.map(({ id, filePaths, directories }) => ({
          id,
          file_paths: filePaths,
          directories,
        })),
        base,
      });
      return parseResult(z.array(topicRow), rows);
    },
  };
}
