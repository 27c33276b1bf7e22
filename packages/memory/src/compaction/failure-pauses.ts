import type { MemoryError } from '../errors.ts';
import type { Clock } from '../ports.ts';

/** Milliseconds from a failure to the next try: doubled with each further failure, up to the longest. */
const firstPause = 30_000;
const longestPause = 600_000;

/** Remembers which sessions could not be compacted recently, so that not every step waits and pays for another try. */
export function createFailurePauses(clock: Clock) {
  const bySession = new Map<string, { pause: number; until: number; error: MemoryError }>();
  const now = () => clock.now().getTime();

  return {
    isPaused: (sessionId: string): boolean => now() < (bySession.get(sessionId)?.until ?? -Infinity),
    begin(sessionId: string, error: MemoryError): void {
      // forgets sessions that nobody continued
      for (const [id, { until }] of bySession) if (until + longestPause < now()) bySession.delete(id);
      const before = bySession.get(sessionId)?.pause;
      const pause = before === undefined ? firstPause : Math.min(before * 2, longestPause);
      bySession.set(sessionId, { pause, until: now() + pause, error });
    },
    end: (sessionId: string): boolean => bySession.delete(sessionId),
    notice(): string | null {
      const waiting = [...bySession.values()].filter(({ until }) => now() < until);
      const last = waiting.at(-1);
      return last
        ? `contexts that could not be compacted wait for the next try (sessions: ${waiting.length}): ${last.error.message}`
        : null;
    },
  };
}
