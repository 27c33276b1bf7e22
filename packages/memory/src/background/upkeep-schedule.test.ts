import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Log } from '../ports.ts';
import { startSchedule } from './upkeep-schedule.ts';

const hour = 3_600_000;
const nightly = '30 3 * * *';
const weekly = '0 4 * * 0';
const monthly = '0 4 1 * *';

/** The store's last run, as all processes see it. */
let lastRun: number;
let runs: string[];
let lines: Record<string, unknown>[];
let isAway: boolean;
let cron: ReturnType<typeof startSchedule> | null;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 0, 14, 20, 0) });
  lastRun = Date.now() - 17 * hour;
  [runs, lines, isAway, cron] = [[], [], false, null];
});
afterEach(async () => {
  await cron?.stop();
  vi.useRealTimers();
});

test('a date at which the machine is awake is one run', async () => {
  start(nightly, 25);
  await awake(72);
  expect(runs).toEqual(['15 03:30', '16 03:30', '17 03:30']);
});

test('a date that the machine slept over is made up for within the hour after it woke', async () => {
  start(nightly, 25);
  await awake(3);
  asleep(10);
  await awake(1);
  expect(runs).toEqual(['15 10:00']);
});

test('a laptop that sleeps every night and is never restarted runs every day', async () => {
  start(nightly, 25);
  for (let day = 0; day < 14; day += 1) {
    asleep(14);
    await awake(10);
  }
  expect(runs).toHaveLength(14);
});

test('a laptop that sleeps over the weekend consolidates in the week after it', async () => {
  lastRun = Date.now() - 3 * 24 * hour; // on Sunday; it is Wednesday
  start(weekly, 8 * 24);
  for (let week = 0; week < 4; week += 1) {
    await awake(48);
    asleep(72);
    await awake(48);
  }
  expect(runs).toHaveLength(4);
});

test('a schedule of months stays one, although more than what counts as missed at the start passes between two runs', async () => {
  lastRun = Date.now() - 24 * hour;
  start(monthly, 8 * 24);
  await awake(24 * 16);
  expect(runs).toEqual([]);
  asleep(48);
  await awake(2);
  expect(runs).toHaveLength(1);
  await awake(24 * 20);
  expect(runs).toHaveLength(1);
});

test('a run that another process made is not repeated', async () => {
  start(nightly, 25);
  asleep(13);
  lastRun = Date.now() - 5 * hour;
  await awake(6);
  expect(runs).toEqual([]);
});

test('a run that failed, as the store was away, is made up for when it is back', async () => {
  start(nightly, 25);
  isAway = true;
  await awake(10);
  expect(runs).toEqual([]);
  isAway = false;
  await awake(1);
  expect(runs).toHaveLength(1);
});

test('a start while the store is away is made up for, too', async () => {
  lastRun = 0;
  isAway = true;
  start(nightly, 25);
  await awake(2);
  isAway = false;
  await awake(1);
  expect(runs).toHaveLength(1);
});

test('what the scheduler itself says stands in the log, and nothing on the standard output', async () => {
  const written = vi.spyOn(process.stdout, 'write');
  const printed = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
  start(nightly, 25);
  asleep(80);
  await awake(30);
  expect(written).not.toHaveBeenCalled();
  for (const one of printed) expect(one).not.toHaveBeenCalled();
  expect(lines).toContainEqual(expect.objectContaining({ why: 'missed', msg: 'upkeep ran' }));
  vi.restoreAllMocks();
});

function start(expression: string, missedAfter: number): void {
  const write: Log['info'] = (fields, msg) => void lines.push({ ...fields, msg });
  const log = { debug: write, info: write, warn: write, error: write };
  cron = startSchedule(
    'upkeep',
    expression,
    {
      async run() {
        if (isAway) throw new Error('the store is down');
        lastRun = Date.now();
        const at = new Date();
        const two = (value: number) => String(value).padStart(2, '0');
        runs.push(`${at.getDate()} ${two(at.getHours())}:${two(at.getMinutes())}`);
        return {};
      },
      async missed(since = new Date(Date.now() - missedAfter * hour)) {
        if (isAway) throw new Error('the store is down');
        return lastRun < since.getTime();
      },
    },
    log,
  );
}

const awake = (hours: number) => vi.advanceTimersByTimeAsync(hours * hour);
/** Time passes, and timers stand still. */
const asleep = (hours: number) => vi.setSystemTime(Date.now() + hours * hour);
