import type { Clock } from './ports.ts';

/** The machine's time. Nothing else in the library reads it. */
export const systemClock: Clock = { now: () => new Date() };
