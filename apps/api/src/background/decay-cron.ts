import type { Memory } from '@devai/memory';
import type { FastifyBaseLogger } from 'fastify';
import cron from 'node-cron';

/**
 * Runs decay by cron, and once now when a run was missed. Several processes may do so at once: decay writes only
 * what has faded, so a second run finds nothing.
 */
export function startDecayCron(memory: Memory, expression: string, log: FastifyBaseLogger) {
  const task = cron.schedule(expression, () => run('due'));
  const missed = memory.decay.missed().then(
    (isMissed) => (isMissed ? run('missed') : undefined),
    (error: unknown) => log.error({ err: error }, 'decay: whether a run was missed could not be read'),
  );

  async function run(why: 'due' | 'missed'): Promise<void> {
    try {
      const report = await memory.decay.run();
      log.info({ why, ...report }, 'decay ran');
    } catch (error) {
      log.error({ err: error }, 'decay failed; it runs again at its next date');
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
