import type { JsonSchema } from '../ports.ts';
import type { Message } from '../store/messages.ts';
import type { Candidate } from '../types.ts';

export type DroppedCandidate = { reason: string; content: string };
type Found = { candidates: Candidate[]; dropped: DroppedCandidate[] };

/** What compaction needs from extraction: how to ask for candidates, and how to check them. */
export type CandidatePort = {
  /** Of one candidate. */
  jsonSchema: JsonSchema;
  /** The part of a prompt that says what is worth keeping, and in what form. */
  instructions: string;
  /** What is wrong with the form of a model's candidates, in words for the model; null when nothing is. */
  check: (raw: unknown[]) => string | null;
  /** Checks well-formed candidates against their messages. Invalid ones are dropped, with the reason. */
  parse: (
    raw: unknown[],
    context: { sessionId: string; project: string | null; messages: Message[] },
  ) => Found | Promise<Found>;
  /** Whether a candidate repeats what was already taken from these messages, or forgotten. */
  isTakenAlready: (candidate: Candidate, messages: Message[]) => Promise<boolean>;
  extractByRules: (messages: Message[], project: string | null) => Promise<Found>;
};
