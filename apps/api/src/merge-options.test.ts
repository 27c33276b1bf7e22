import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { mergeOptions } from './merge-options.ts';

const minute = 60_000;
const timeoutsWith = (environment: Record<string, string>) => {
  const merged = mergeOptions(readConfig(environment), 128_000);
  return [merged.extraction, merged.dedup, merged.consolidation, merged.compaction].map(
    ({ timeout }) => timeout,
  );
};

describe('the work of a model may take', () => {
  it('as long as the time limit of its provider', () => {
    for (const timeout of timeoutsWith({ OPENAI_API_KEY: 'k' })) expect(timeout).toBeGreaterThan(4 * minute);
    for (const timeout of timeoutsWith({ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }))
      expect(timeout).toBeGreaterThan(20 * minute);
  });

  it('as long as that which is set', () => {
    const patient = { baseURL: 'http://gpu.lan/v1', chat: { name: 'm' }, timeouts: { answer: 7_200 } };
    for (const timeout of timeoutsWith({ DEVAI_PROVIDERS: JSON.stringify({ patient }) }))
      expect(timeout).toBeGreaterThan(120 * minute);
  });

  it('as long as several providers, one after the other', () => {
    for (const timeout of timeoutsWith({ OPENAI_API_KEY: 'k', ZAI_API_KEY: 'k' }))
      expect(timeout).toBeGreaterThan(8 * minute);
  });

  it('no more tokens than the limits of all and of each user', () => {
    const limits = { MEMORY_DAILY_TOKEN_LIMIT: '9', MEMORY_USER_DAILY_TOKEN_LIMIT: '3' };
    expect(mergeOptions(readConfig(limits), 128_000).usage).toEqual({
      dailyTokenLimit: 9,
      dailyTokenLimitPerUser: 3,
    });
  });

  it('as long as a server of the own machine, which may be connected where there is none', () => {
    for (const timeout of timeoutsWith({})) expect(timeout).toBeGreaterThan(20 * minute);
  });

  it('what the host demands', () => {
    const given = mergeOptions(readConfig({ OPENAI_API_KEY: 'k' }), 128_000, { extraction: { timeout: 5 } });
    expect(given.extraction.timeout).toBe(5);
  });
});

it('jobs run four at a time, or as many as is set', () => {
  expect(mergeOptions(readConfig({}), 128_000).jobs).toEqual({ concurrency: 4 });
  const more = readConfig({ MEMORY_CONCURRENT_JOBS: '16' });
  expect(mergeOptions(more, 128_000).jobs).toEqual({ concurrency: 16 });
});
