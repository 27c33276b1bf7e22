import type { Database } from '@devai/memory';
import { expect, it, vi } from 'vitest';
import { shareListening } from './share-listening.ts';

it('listens once for all, tells each, and ends with the last', async () => {
  const end = vi.fn<() => Promise<void>>(async () => {});
  let notice = (): void => {};
  const listen = vi.fn<NonNullable<Database['listen']>>(async (_channel, onNotice) => {
    notice = onNotice;
    return { isHeard: () => true, end };
  });
  const shared = shareListening({ ...database, listen });
  const told: string[] = [];
  const one = await shared.listen?.('devai_shared', () => told.push('one'));
  const two = await shared.listen?.('devai_shared', () => told.push('two'));
  expect(listen).toHaveBeenCalledTimes(1);
  notice();
  expect(told).toEqual(['one', 'two']);
  expect(two?.isHeard()).toBe(true);
  await one?.end();
  await one?.end();
  notice();
  expect(told).toEqual(['one', 'two', 'two']);
  expect(end).not.toHaveBeenCalled();
  await two?.end();
  expect(end).toHaveBeenCalledTimes(1);
  await shared.listen?.('devai_shared', () => {});
  expect(listen).toHaveBeenCalledTimes(2);
});

it('leaves a database alone that cannot listen', () => {
  expect(shareListening(database)).toBe(database);
});

const database: Database = {
  kind: 'postgres',
  capabilities: { concurrentConnections: true, exclusive: false },
  call: async () => null,
  close: async () => {},
};
