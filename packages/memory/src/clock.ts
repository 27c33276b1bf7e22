import type { Clock } from './ports.ts';

/** The machine's own time: the only place in the library that reads it. */
export const systemClock: Clock = { now: () => new Date() };
