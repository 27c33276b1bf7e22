import type { EmbedderInUse } from './embeddings/embedder-in-use.ts';
import type { OwnCategories } from './store/category.ts';
import type { createEvents, MemoryEventNotice } from './events.ts';
import type { Stats, StatsDependencies, StatsInput } from './maintenance/stats.ts';
import type { MemorySettings } from './memory-interface.ts';
import type { MemoryOptions } from './options.ts';
import type { ChatModel, Clock, Log, Source } from './ports.ts';
import type { MessageJournal } from './sessions/message-journal.ts';
import type { Outage } from './sessions/waiting-messages.ts';
import type { Notices } from './sharing/notices.ts';
import type { Store } from './store/store.ts';
import type { Ceiling } from './usage/ceiling.ts';
import type { createLedgerBuffer } from './usage/ledger-buffer.ts';

/** What the memories of all users have together. */
export type Engine = {
  notices: Notices;
  storeOf: (user: string) => Store;
  /** Whether the store has one user, whose limits and figures are those of all. */
  users: 'one' | 'many';
  clock: Clock;
  log: Log;
  options: MemoryOptions;
  timeZone: string;
  /** That of background work, at this moment; null: rules do it. */
  model: () => ChatModel | null;
  prices: MemorySettings['prices'];
  beforeStore: MemorySettings['beforeStore'];
  /** The host's own. */
  categories: OwnCategories;
  /** What the host wants kept in a project, in its own words; null: it says nothing. */
  wantedIn: (project: string | null) => string | null;
  sources: Source[];
  focusFile: MemorySettings['focusFile'];
  memoryFile: MemorySettings['memoryFile'];
  journal: MessageJournal | null;
  outage: Outage;
  ceiling: Ceiling;
  ledger: ReturnType<typeof createLedgerBuffer>;
  stats: (input: StatsInput | undefined, of: Pick<StatsDependencies, 'count' | 'user'>) => Promise<Stats>;
  embedder: EmbedderInUse;
  /** Called after a text without a vector was stored. */
  noteUnembedded: () => void;
  signalJobs: () => void;
  /** Runs a job now; null if it cannot be had. */
  runJob: (id: string) => Promise<unknown>;
  events: ReturnType<typeof createEvents<UserEvent>>;
};

/** What happened to something of a user. */
export type UserEvent = { type: MemoryEventNotice['type']; user: string; notice: MemoryEventNotice };
