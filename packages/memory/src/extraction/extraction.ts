import type { Candidate } from '../types.ts';

/** What phase 1 took from messages, and what it had to leave, with the reason. */
export type Extraction = { candidates: Candidate[]; dropped: { reason: string; content: string }[] };
