import { describe, expect, it, vi } from 'vitest';
import { createReinforcement } from './reinforcement.ts';

const quiet = { debug() {}, info() {}, error() {} };

describe('reinforcement', () => {
  it('writes what was noted by itself, after the turn went on', async () => {
    const { note, touch } = reinforcementOver(succeed);
    note(['a', 'b']);
    expect(touch).not.toHaveBeenCalled();
    await expect.poll(() => touch).toHaveBeenCalledWith(['a', 'b']);
  });

  it('merges what several turns noted into one statement', async () => {
    const { note, flush, touch } = reinforcementOver(succeed);
    note(['a', 'b']);
    note(['b', 'c']);
    await flush();
    expect(touch.mock.calls).toEqual([[['a', 'b', 'c']]]);
  });

  it('writes nothing when nothing was noted', async () => {
    const { note, flush, touch } = reinforcementOver(succeed);
    note([]);
    await flush();
    expect(touch).not.toHaveBeenCalled();
  });

  it('writes what is noted during a write after it, never beside it', async () => {
    const first = Promise.withResolvers<number>();
    const { note, flush, touch } = reinforcementOver((ids) =>
      ids[0] === 'a' ? first.promise : succeed(ids),
    );
    note(['a']);
    const writing = flush();
    await expect.poll(() => touch).toHaveBeenCalledTimes(1);
    note(['b']);
    const shutdown = flush();
    await new Promise(setImmediate);
    expect(touch).toHaveBeenCalledTimes(1);
    first.resolve(1);
    await Promise.all([writing, shutdown]);
    expect(touch.mock.calls).toEqual([[['a']], [['b']]]);
  });

  it('keeps what could not be written, reports it, and writes it with the next', async () => {
    let isDown = true;
    const { note, flush, touch, warn } = reinforcementOver((ids) =>
      isDown ? Promise.reject(new Error('the store is away')) : succeed(ids),
    );
    note(['a']);
    await expect.poll(() => warn).toHaveBeenCalledTimes(1);
    await expect(flush()).rejects.toThrow('the store is away');
    isDown = false;
    note(['b']);
    await flush();
    expect(touch.mock.calls.at(-1)).toEqual([['a', 'b']]);
    await flush();
    expect(touch).toHaveBeenCalledTimes(3);
  });
});

function reinforcementOver(reinforceMemories: (ids: string[]) => Promise<number>) {
  const touch = vi.fn(reinforceMemories);
  const warn = vi.fn<() => void>();
  return {
    touch,
    warn,
    ...createReinforcement({ store: { reinforceMemories: touch }, log: { ...quiet, warn } }),
  };
}

function succeed(ids: string[]): Promise<number> {
  return Promise.resolve(ids.length);
}
