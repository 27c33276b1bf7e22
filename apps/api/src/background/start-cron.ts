import { systemClock } from '@devai/memory';
import type { FastifyBaseLogger } from 'fastify';
import cron from 'node-cron';

/** Returns what it did, for the log. Idempotent: running it twice, in one process or several, does no more than running it once. */
type Work = {
  run: () => Promise<object>;
  /** Whether there was no run since then, in any process. Without a date: for longer than is usual. */
  missed: (since?: Date) => Promise<boolean>;
};

/** Milliseconds between two looks whether a date has passed unnoticed: timers stand still while a machine sleeps. */
const lookEvery = 3_600_000;
/** Milliseconds after which a run that is due counts as missed. */
const tolerance = 60_000;

/**
 * Runs upkeep on a cron schedule, and once at the start when a run was missed. A date that passed without a run, because the machine
 * slept, or the store was away, is made up for within an hour, unless another process ran it.
 */
export function startCron(name: string, expression: string, work: Work, log: FastifyBaseLogger) {
  const task = cron.schedule(expression, () => run('due'), { logger: loggerFor(name, log) });
  let next = task.getNextRun();
  /** A date of the schedule that may have passed without a run; `start`: some date before the start. */
  let open: Date | 'start' | null = 'start';
  let looking = lookBack();

  task.on('execution:missed', ({ date }) => missed(date));
  const hourly = setInterval(() => {
    const isPast = next !== null && systemClock.now().getTime() > next.getTime() + tolerance;
    if (isPast || open !== null) missed(isPast ? next : open);
    next = task.getNextRun();
  }, lookEvery);
  hourly.unref();

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
    next = task.getNextRun();
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
      clearInterval(hourly);
      await task.stop();
      await task.destroy();
      await looking;
    },
  };
}

/** The scheduler's own lines, which it would write in colour between those of the log. */
const loggerFor = (name: string, log: FastifyBaseLogger) => ({
  info: (text: string) => log.info(`${name}: ${text}`),
  warn: (text: string) => log.warn(`${name}: ${text}`),
  error: (told: string | Error, error?: Error) =>
    log.error({ err: error ?? told }, `${name}: ${String(told)}`),
  debug: (told: string | Error) => log.debug(`${name}: ${String(told)}`),
});
