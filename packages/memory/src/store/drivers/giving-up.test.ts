import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryError } from '../../errors.ts';
import type { Database } from '../../ports.ts';
import { callTimeoutOf, givingUpOnSilence } from './giving-up.ts';

let answer: () => Promise<unknown>;
let asked: string[];
let database: Database;

beforeEach(() => {
  asked = [];
  answer = async () => 'answer';
  database = givingUpOnSilence(
    {
      kind: 'postgres',
      capabilities: { concurrentConnections: true, exclusive: false },
      call(name) {
        asked.push(name);
        return answer();
      },
      migrationStatus: () => expect.unreachable(),
      close: async () => {},
    },
    { patience: { call: 20, probe: 20 } },
  );
});
afterEach(() => database.close());

const never = () => new Promise(() => {});
const hotCall = () => database.call('get_session', { user: 'me', id: '' });
const away = { code: 'database_unavailable', isRetryable: true };

describe('a store that accepts calls and does not answer', () => {
  it('lets an opening wait for seconds, not for a minute', () => {
    expect(callTimeoutOf('get_versions')).toBeLessThan(10_000);
  });

  it('is asked once, and then only in the background: all other calls fail at once', async () => {
    answer = never;
    await expect(hotCall()).rejects.toMatchObject(away);
    for (let count = 0; count < 100; count += 1) {
      await expect(hotCall()).rejects.toMatchObject(away);
      await expect(database.call('get_job', { user: 'me', id: '' })).rejects.toMatchObject(away);
    }
    expect(asked.filter((name) => name !== 'get_setting')).toEqual(['get_session']);
  });

  it.each(['does not answer', 'is away'])(
    'is left alone while it %s, and used again once it answers',
    async (how) => {
      answer = never;
      await expect(hotCall()).rejects.toMatchObject(away);
      if (how === 'is away')
        answer = () => Promise.reject(new MemoryError('database_unavailable', 'refused'));
      asked = [];
      await expect.poll(() => asked.length).toBeGreaterThan(2);
      expect(new Set(asked)).toEqual(new Set(['get_setting']));
      await expect(hotCall()).rejects.toMatchObject(away);
      answer = async () => 'answer';
      await vi.waitFor(async () => expect(await hotCall()).toBe('answer'), { timeout: 20_000 });
      asked = [];
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(asked).toEqual([]);
    },
  );

  it('is not assumed when a call fails, or is slow by nature', async () => {
    answer = () => Promise.reject(new MemoryError('database_unavailable', 'refused'));
    await expect(hotCall()).rejects.toThrow('refused');
    answer = () => new Promise((resolve) => setTimeout(() => resolve('slow'), 60));
    expect(await database.call('get_job', { user: 'me', id: '' })).toBe('slow');
    answer = async () => 'answer';
    expect(await hotCall()).toBe('answer');
    expect(asked).not.toContain('get_setting');
  });

  it('is not assumed when it answers other calls meanwhile: only the call that waited fails', async () => {
    const others = setInterval(() => void database.call('get_job', { user: 'me', id: '' }), 2);
    answer = () => (asked.at(-1) === 'get_session' ? never() : Promise.resolve('answer'));
    await expect(hotCall()).rejects.toMatchObject({ ...away, message: expect.stringContaining('busy') });
    answer = async () => 'answer';
    expect(await hotCall()).toBe('answer');
    clearInterval(others);
    expect(asked).not.toContain('get_setting');
  });

  it('is not asked any more after it was closed', async () => {
    answer = never;
    await expect(hotCall()).rejects.toMatchObject(away);
    await database.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    asked = [];
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked).toEqual([]);
  });
});
