import type { Clock } from '../src/ports.ts';

export type TestClock = Clock & {
  set(time: Date | string): void;
  /** Moves the clock by milliseconds; a negative number moves it back. */
  advance(milliseconds: number): void;
};

/** Creates a clock that stands still until it is moved. */
export function createTestClock(start: Date | string = '2026-01-15T10:00:00Z'): TestClock {
  let current = new Date(start).getTime();
  return {
    now: () => new Date(current),
    set(time) {
      current = new Date(time).getTime();
    },
    advance(milliseconds) {
      current += milliseconds;
    },
  };
}
