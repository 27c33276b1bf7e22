import { defaultOptions } from '../options.ts';
import type { Database } from '../ports.ts';
import { createIdStore } from './id-store.ts';
import { createJobStore } from './job-store.ts';
import { createMemoryStore } from './memory-store.ts';
import { createSessionStore } from './session-store.ts';
import { createSettingStore } from './setting-store.ts';
import { createStatsStore } from './stats-store.ts';
import type { Store } from './store.ts';
import { createTextStore } from './text-store.ts';
import { createTopicStore } from './topic-store.ts';
import { createTransferStore } from './transfer-store.ts';

/** Every call of the library to its database. Topics keep `topicBase` of their strength per untouched day. */
export function createStore(database: Database, topicBase: number = defaultOptions.focus.base): Store {
  return {
    ...createMemoryStore(database, topicBase),
    ...createSessionStore(database),
    ...createJobStore(database),
    ...createTopicStore(database, topicBase),
    ...createSettingStore(database),
    ...createIdStore(database),
    ...createStatsStore(database),
    ...createTextStore(database),
    ...createTransferStore(database),
  };
}
