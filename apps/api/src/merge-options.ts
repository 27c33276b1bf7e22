import { defaultOptions, type MemoryOptionOverrides } from '@devai/memory';
import type { Config } from './config.ts';
import { timeoutsFor } from '@devai/memory/models';
import type { ProviderSettings } from './models/create-models.ts';

/** Upper limits as shares of the chat model's window; higher configured values are lowered to them. */
const windowShares = { trigger: 0.8, window: 0.9, memories: 0.2, focus: 0.05 };

/** Part of that time that naming a topic may take. */
const topicShare = 0.1;

type Merged = Pick<
  Config,
  | 'providers'
  | 'memoryTokenBudget'
  | 'extractEvery'
  | 'concurrentJobs'
  | 'compactionTrigger'
  | 'conversationWindow'
  | 'focusTokenBudget'
  | 'dailyTokenLimit'
  | 'dailyTokenLimitPerUser'
>;

/**
 * The options of the memory: those of the configuration, within the window of the chat model. The work of a model may take as long as
 * the time limits of its providers allow, so that a server that loads its model is not interrupted.
 */
export function mergeOptions(config: Merged, contextWindow: number, overrides: MemoryOptionOverrides = {}) {
  // one after the other, and each says itself that its time is over; without any, one may be connected later
  const providers: Pick<ProviderSettings, 'baseURL' | 'timeouts'>[] =
    config.providers.length > 0 ? config.providers : [{ baseURL: 'http://127.0.0.1' }];
  const longest =
    1.05 * sumOf(providers.map((one) => ({ ...timeoutsFor(one.baseURL), ...one.timeouts }).whole));
  const patience = (stage: 'extraction' | 'dedup' | 'consolidation' | 'compaction' | 'focus', share = 1) => ({
    timeout: Math.max(defaultOptions[stage].timeout, longest * share),
  });
  const atMost = (tokens: number, share: number): number =>
    Math.min(tokens, Math.floor(contextWindow * share));
  return {
    ...overrides,
    retrieval: {
      tokenBudget: atMost(config.memoryTokenBudget, windowShares.memories),
      ...overrides.retrieval,
    },
    extraction: { every: config.extractEvery, ...patience('extraction'), ...overrides.extraction },
    jobs: { concurrency: config.concurrentJobs, ...overrides.jobs },
    dedup: { ...patience('dedup'), ...overrides.dedup },
    consolidation: { ...patience('consolidation'), ...overrides.consolidation },
    compaction: {
      trigger: atMost(config.compactionTrigger, windowShares.trigger),
      window: atMost(config.conversationWindow, windowShares.window),
      ...patience('compaction'),
      ...overrides.compaction,
    },
    focus: {
      tokenBudget: atMost(config.focusTokenBudget, windowShares.focus),
      ...patience('focus', topicShare),
      ...overrides.focus,
    },
    usage: {
      dailyTokenLimit: config.dailyTokenLimit,
      dailyTokenLimitPerUser: config.dailyTokenLimitPerUser,
      ...overrides.usage,
    },
  } satisfies MemoryOptionOverrides;
}

const sumOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0);
