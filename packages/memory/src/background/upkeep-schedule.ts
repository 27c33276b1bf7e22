import { Cron } from 'croner';
import { systemClock } from '../clock.ts';
import type { Log } from '../ports.ts';

/** Returns what it did, for the log. Idempotent: running it twice, in one process or several, does no more than running it once. */
export type Upkeep = {
  run: () => Promise<object>;
  /** Whether there was no run since then, in any process. Without a date: for longer than is usual. */
  missed: (since?: Date) => Promise<boolean>;
};

/** Milliseconds between two looks whether a date has passed unnoticed: timers stand still while a machine sleeps. */
const lookEvery = 3_600_000;
/** Milliseconds after which a run that is due counts as missed. */
const tolerance = 60_000;

/** Whether a text is a cron expression, such as `30 3 * * *`. */
export function isCronExpression(text: string): boolean {
  try {
    return new Cron(text).nextRun() !== undefined;
  } catch {
    return false;
  }
}

/**
 * Runs upkeep on a cron schedule, in the time zone of the process, and once at the start when a run was missed. A date that passed
 * without a run, because the machine slept, or the store was away, is made up for within an hour, unless another process ran it.
 */
export function startSchedule(name: string, expression: string, work: Upkeep, log: Log) {
  const schedule = new Cron(expression);
  let next = schedule.nextRun(systemClock.now());
  /** A date of the schedule that may have passed without a run; `start`: some date before the start. */
  let open: Date | 'start' | null = 'start';
  let looking = lookBack();
  let timer = wait();

  function wait(): NodeJS.Timeout {
    const left = next === null ? lookEvery : next.getTime() - systemClock.now().getTime();
    return setTimeout(look, Math.min(Math.max(left, 0), lookEvery)).unref();
  }

  function look(): void {
    const now = systemClock.now();
    if (next !== null && now >= next) {
      const due = next;
      next = schedule.nextRun(now);
      if (now.getTime() - due.getTime() > tolerance) missed(due);
      else looking = looking.then(() => run('due'));
    } else if (open !== null) missed(open);
    timer = wait();
  }

  function missed(date: typeof open): void {
    open = date;
    looking = looking.then(lookBack);
  }

  async function lookBack(): Promise<void> {
    if (open === null) return;
    try {
      const isMissed = await (open === 'start' ? work.missed() : work.missed(open));
      if (isMissed) await run('missed');
      else open = null;
    } catch (error) {
      log.error(
        { err: error },
        `${name}: whether a run was missed could not be read; it is asked again within an hour`,
      );
    }
  }

  async function run(why: 'due' | 'missed'): Promise<void> {
    const before = open;
    open = systemClock.now();
    try {
      const report = await work.run();
      open = null;
      log.info({ why, ...report }, `${name} ran`);
    } catch (error) {
      if (why === 'missed') open = before;
      log.error({ err: error }, `${name} failed; it is tried again within an hour`);
    }
  }

  return {
    async stop(): Promise<void> {
      clearTimeout(timer);
      await looking;
    },
  };
}
