import { wordOccurrences } from '../text/words.ts';
import { withoutForgotten } from '../marks/without-marked.ts';
import type { EmbeddingThresholds } from '../ports.ts';
import type { Message } from '../store/messages.ts';
import type { Nearness, SaidMatch } from '../store/matching.ts';
import { newerFirst } from './newer-first.ts';
import { neededEvidence } from './needed-evidence.ts';
import { evidenceOfLegs, isOfTime, judge, type Judgement } from './relevance.ts';
import type { Period } from '../types.ts';

/** A past message found by a leg. */
export type SaidHit = {
  message: Message;
  sessionName: string | null;
  similarity: number | null;
  /** Own relevance plus a share of the neighbours'; comparable within one search. Can exceed 1. */
  score: number;
  judgement: Judgement;
  /** Contents of memories that were taken from it and are no longer valid. */
  superseded: string[];
};

// Chosen on the talk eval, `neededPart` and `defaultAskerPart` on all of its people; docs/search.md has the results.

/** The share of a neighbour's relevance that is added: an answer seldom repeats the question's words. */
const neighbourPart = 0.2;
/** The weight of an agent's message, which says less about the user than the user's own. */
const agentPart = 0.2;
/**
 * The evidence that a message needs, relative to a memory: people who mention something in passing seldom use the
 * question's words.
 */
const neededPart = 0.84;
/**
 * A message with fewer distinct words needs more evidence: "done in red biro" shares a word with many questions and
 * answers few.
 */
const tellingWords = 14;

/** Messages whose scores differ by less are near-equal: what is said in passing says little about which answers. */
const nearEqual = 0.7;
/** If whoever asks asks about themselves, what they said needs this share of the evidence, unless the embedder has its own. */
const defaultAskerPart = 0.72;

/** If all of something is asked for, each message needs this share of the evidence: it tells only one. */
const severalPart = 0.88;

type Question = {
  thresholds: EmbeddingThresholds | null;
  wordCount: number;
  /** Whether it speaks of whoever asks. */
  isOfAsker: boolean;
  /** Whether it asks for all of something, or for their number. */
  asksForSeveral?: boolean;
  /** The times asked for, as in `Query`. */
  times?: readonly Period[];
  /** Whether it asks for nothing but them. */
  asksOnlyTimes?: boolean;
};

/** Returns the past messages, best first, newest first among near-equal ones. Pure and deterministic. */
export function rankSaid(matches: SaidMatch[], question: Question): SaidHit[] {
  const weighed = matches.map((match) => {
    const message = withoutForgotten(match.message);
    // few words say little by chance, but not of a time asked for
    return { ...match, message, telling: isOfTime(message.createdAt, question) ? 1 : tellingOf(message) };
  });
  const evidence = weighed.map((match) => evidenceOfLegs(match, question) * match.telling);
  const askerPart = question.isOfAsker ? (question.thresholds?.askerPart ?? defaultAskerPart) : 1;
  const needed =
    neededPart *
    (question.asksForSeveral ? severalPart : 1) *
    askerPart *
    neededEvidence(matches[0]?.searched ?? 0, evidence, question.wordCount);
  const hits = weighed
    .map((match) => toHit(match, { ...question, needed }))
    .filter(({ message, judgement }) =>
      message.role === 'user'
        ? judgement.relevance > 0 || question.asksForSeveral === true
        : judgement.isRelevant,
    );
  if (question.asksForSeveral) return hits.toSorted(byScore);
  return newerFirst(hits, {
    nearEqual,
    scoreOf: ({ score }) => score,
    at: ({ message }) => message.createdAt,
  });
}

/** Of a list, the old entries are wanted as much as the new ones. What the question is far from is told apart by its similarity alone. */
const byScore = (a: SaidHit, b: SaidHit): number =>
  b.score - a.score ||
  (b.similarity ?? -1) - (a.similarity ?? -1) ||
  b.message.createdAt.getTime() - a.message.createdAt.getTime();

function toHit(match: SaidMatch & { telling: number }, question: Question & { needed: number }): SaidHit {
  const { message } = match;
  const relevanceOf = (nearness: Nearness | null): number =>
    nearness === null ? 0 : judge(nearness, question).relevance;
  const judgement = judge(match, { ...question, needed: question.needed / match.telling }, message.createdAt);
  const own = judgement.relevance * partOf(message);
  const near = neighbourPart * (relevanceOf(match.before) + relevanceOf(match.after));
  return {
    message,
    sessionName: match.sessionName,
    similarity: match.similarity,
    superseded: match.superseded,
    score: Math.round((own + near) * 1_000) / 1_000,
    judgement,
  };
}

/** Up to 1: how much a message can say, by its number of distinct words. */
function tellingOf({ content }: Message): number {
  const words = new Set<string>();
  for (const word of wordOccurrences(content)) if (words.add(word).size === tellingWords) break;
  return Math.sqrt(Math.max(1, words.size) / tellingWords);
}

const partOf = ({ role }: Message): number => (role === 'user' ? 1 : agentPart);
