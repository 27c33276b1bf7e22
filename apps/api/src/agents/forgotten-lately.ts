import type { MemoryRecord } from '@devai/memory';
import { graceMinutes } from '../tools/tool.ts';

/** The most memories that are kept for it, of all sessions. */
const mostKept = 1_000;

/** `isLast`: nothing was said since. */
type Kept = { sessionId: string; memories: MemoryRecord[]; until: number; isLast: boolean };

export type ForgottenLately = ReturnType<typeof createForgottenLately>;

/**
 * Holds what was forgotten in conversations until it can no longer be taken back. It is in the memory of this process only: the store has
 * erased it already, so neither an export nor another process has it, and a restart ends the time in which it can be taken back.
 */
export function createForgottenLately(now: () => number = () => performance.now()) {
  let kept: Kept[] = [];
  let timer: NodeJS.Timeout | undefined;

  function drop(): void {
    kept = kept.filter(({ until }) => until > now());
    clearTimeout(timer);
    if (kept.length > 0) timer = setTimeout(drop, 60_000).unref();
  }

  return {
    /** `memories`: as they were read before they were forgotten. */
    note(sessionId: string, memories: MemoryRecord[]): void {
      if (memories.length === 0 || memories.length > mostKept) return;
      kept.push({ sessionId, memories, until: now() + graceMinutes * 60_000, isLast: true });
      for (let count = kept.reduce((sum, one) => sum + one.memories.length, 0); count > mostKept;)
        count -= kept.shift()?.memories.length ?? count;
      drop();
    },
    /** Notes that the user speaks of something else. */
    noteOther(sessionId: string): void {
      for (const one of kept) if (one.sessionId === sessionId) one.isLast = false;
    },
    /** Returns what was forgotten last in a session, once; with `isVague`, only if nothing was said since. */
    take(sessionId: string, { isVague }: { isVague: boolean }): MemoryRecord[] {
      drop();
      const at = kept.findLastIndex((one) => one.sessionId === sessionId && (one.isLast || !isVague));
      return at === -1 ? [] : (kept.splice(at, 1)[0]?.memories ?? []);
    },
  };
}
