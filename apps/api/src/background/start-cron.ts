import type { FastifyBaseLogger } from 'fastify';
import cron from 'node-cron';

/** Returns what it did, for the log. Idempotent: running it twice, in one process or several, does no more than running it once. */
type Work = { run: () => Promise<object>; missed: () => Promise<boolean> };

/** Runs upkeep on a cron schedule, and once at the start when a run was missed. */
export function startCron(name: string, expression: string, work: Work, log: FastifyBaseLogger) {
  const task = cron.schedule(expression, () => run('due'));
  const missed = work.missed().then(
    (isMissed) => (isMissed ? run('missed') : undefined),
    (error: unknown) => log.error({ err: error }, `${name}: whether a run was missed could not be read`),
  );

  async function run(why: 'due' | 'missed'): Promise<void> {
    try {
      const report = await work.run();
      log.info({ why, ...report }, `${name} ran`);
    } catch (error) {
      log.error({ err: error }, `${name} failed; it runs again at its next date`);
    }
  }

  return {
    async stop(): Promise<void> {
      await task.stop();
      await task.destroy();
      await missed;
    },
  };
}
