import type { JsonSchema } from '../ports.ts';
import type { Candidate, Message } from '../types.ts';

export type DroppedCandidate = { reason: string; content: string };
type Found = { candidates: Candidate[]; dropped: DroppedCandidate[] };

/** What extraction lends to compaction: how candidates are asked for, and how they are checked. */
export type CandidatePort = {
  /** Of one candidate. */
  jsonSchema: JsonSchema;
  /** The part of a prompt that says what is worth keeping, and in what form. */
  instructions: string;
  /** What is wrong with the form of a model's candidates, in words for the model, which is asked once more; null when they will do. */
  check: (raw: unknown[]) => string | null;
  /** Candidates of a good form, checked against the messages that they are from. What does not hold is dropped, with the reason. */
  parse: (
    raw: unknown[],
    context: { sessionId: string; project: string | null; messages: Message[] },
  ) => Found | Promise<Found>;
  /** Whether a candidate says what was taken from these messages before, or forgotten. */
  isTakenAlready: (candidate: Candidate, messages: Message[]) => boolean;
  extractByRules: (messages: Message[], project: string | null) => Promise<Found>;
};
