import type { JsonSchema } from '../ports.ts';
import type { Message } from '../store/messages.ts';
import type { Candidate } from '../types.ts';

export type DroppedCandidate = { reason: string; content: string };
type Found = { candidates: Candidate[]; dropped: DroppedCandidate[] };

/** What compaction needs from extraction: how to ask for candidates, and how to check them. */
export type CandidatePort = {
  /** The schema of one candidate. */
  jsonSchema: JsonSchema;
  /** The part of a prompt that says what is worth keeping in a session of a project, and in what form. */
  instructions: (project: string | null) => string;
  /** Returns what is wrong with a model's candidates from these messages, worded for the model, and those that can be read. */
  check: (raw: unknown[], messages: Message[]) => { problem: string | null; readable: unknown[] };
  /** Checks well-formed candidates against their messages. Drops invalid ones with the reason. */
  parse: (
    raw: unknown[],
    context: { sessionId: string; project: string | null; messages: Message[] },
  ) => Found | Promise<Found>;
  /** Whether a candidate repeats something that was already taken from these messages, or forgotten. */
  isTakenAlready: (candidate: Candidate, messages: Message[]) => Promise<boolean>;
  extractByRules: (messages: Message[], project: string | null) => Promise<Found>;
};
