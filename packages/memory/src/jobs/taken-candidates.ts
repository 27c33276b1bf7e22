import { isTakenAlready } from '../extraction/taken-already.ts';
import type { Candidate, Message } from '../types.ts';

/** Leaves out what was taken from the messages before, or forgotten. `messages` as they are stored. */
export function withoutTakenCandidates(candidates: Candidate[], messages: Message[]) {
  const isTaken = (candidate: Candidate) => isTakenAlready(candidate, messages);
  return {
    kept: candidates.filter((candidate) => !isTaken(candidate)),
    taken: candidates
      .filter(isTaken)
      .map(({ content }) => ({ reason: 'it was taken already, or forgotten', content })),
  };
}
