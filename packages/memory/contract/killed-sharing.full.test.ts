import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../testing/seeded-random.ts';
import { openPostgresDatabase } from '../src/store/drivers/postgres.ts';
import { createStore } from '../src/store/store.ts';
import { seed, server, temporaryDatabase } from './kept-stores.ts';
import { startProcess } from './processes/start-process.ts';

const random = seededRandom(seed);
const publishers = ['left', 'right'];
const messages = 6_000;
/** Lines that a process has written at most when it is killed. */
const longest = 1_800;

describe.skipIf(server === null)(`what two processes share while they are killed (seed ${seed})`, () => {
  let url: string;
  beforeEach(async () => {
    url = await temporaryDatabase();
  });

  it('is neither lost nor out of order', async () => {
    await (await openPostgresDatabase({ url })).close();
    let end: number | null = null;
    const publishing = Promise.all(publishers.map(publishAll)).then(async (acknowledged) => {
      const stored = await listAll();
      end = positionOf(stored.at(-1));
      return { acknowledged, stored };
    });
    const [{ acknowledged, stored }, ...readers] = await Promise.all([
      publishing,
      ...[1, 2].map(() => readAll(() => end)),
    ]);
    // without gaps; an entry of a publisher that was killed before it could say so is there as well
    expect(stored.map(positionOf)).toEqual(stored.map((_, index) => index + 1));
    for (const [index, key] of publishers.entries()) {
      const numbers = new Set(
        stored.flatMap((line) => (line.split(' ')[1] === key ? Number(line.split(' ')[2]) : [])),
      );
      expect(acknowledged[index]?.filter((number) => !numbers.has(number))).toEqual([]);
      expect(numbers.size).toBe(messages / publishers.length);
    }
    for (const { lines, kills } of readers) {
      expect(kills).toBeGreaterThan(2);
      expect(lines).toEqual(stored);
    }
  }, 300_000);

  /** Publishes numbers from 0 on, through processes that are killed again and again. Returns those that were acknowledged. */
  async function publishAll(key: string): Promise<number[]> {
    const acknowledged: number[] = [];
    while (acknowledged.length < messages / publishers.length) {
      const from = (acknowledged.at(-1) ?? -1) + 1;
      const child = startProcess(
        'share.ts',
        url,
        'publish',
        key,
        `${from}`,
        `${messages / publishers.length - acknowledged.length}`,
      );
      const wanted = 1 + Math.floor(longest * random());
      while (child.lines().length < wanted && child.child.exitCode === null) await pause(5);
      await child.kill();
      acknowledged.push(...child.lines().slice(1).map(Number));
    }
    return acknowledged;
  }

  /**
   * Reads from the position after the last line of the one before, through processes that are killed again and again, up to the position
   * that `end` returns once all is published.
   */
  async function readAll(end: () => number | null): Promise<{ lines: string[]; kills: number }> {
    const lines: string[] = [];
    for (let kills = 0; ; kills += 1) {
      const child = startProcess('share.ts', url, 'subscribe', `${positionOf(lines.at(-1))}`);
      const wanted = 1 + Math.floor(longest * random());
      const isAtEnd = () => positionOf(child.lines().slice(1).at(-1) ?? lines.at(-1)) === end();
      while (child.lines().length < wanted && !isAtEnd()) {
        expect(child.child.exitCode).toBeNull();
        await pause(5);
      }
      await child.kill();
      lines.push(...child.lines().slice(1));
      if (positionOf(lines.at(-1)) === end()) return { lines, kills };
    }
  }

  /** All that is stored, as a reader prints it. */
  async function listAll(): Promise<string[]> {
    const database = await openPostgresDatabase({ url });
    const stored: string[] = [];
    for (let after = 0; ;) {
      const { entries } = await createStore(database).listShared({
        ...{ scopes: null, key: null, isPrefix: false, isLatest: false, after, limit: 1_000 },
      });
      stored.push(...entries.map(({ position, key, value }) => `${position} ${key} ${String(value)}`));
      after = entries.at(-1)?.position ?? after;
      if (entries.length < 1_000) break;
    }
    await database.close();
    return stored;
  }
});

/** The first word of a line; 0 without one. */
const positionOf = (line: string | undefined): number => Number(line?.split(' ')[0] ?? 0);
