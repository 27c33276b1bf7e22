import type { ForgettingJournal } from '../src/memories/forget.ts';

/** The journal of a process without one. */
export const noJournal: ForgettingJournal = { flush: async () => {}, changeRefused: async () => {} };
