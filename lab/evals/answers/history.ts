export type Turn = {
  /** Unique within its history. */
  id: string;
  role: 'user' | 'assistant';
  text: string;
};

export type TalkSession = {
  /** Unique within its history. */
  id: string;
  start: Date;
  turns: Turn[];
};

export type Question = {
  /** Unique within its history. */
  id: string;
  category: string;
  text: string;
  /** What a reply is compared with; `abstention`: nothing answers the question, and the reply must say so. */
  judgedBy: 'answer' | 'rubric' | 'abstention';
  /** The published answer or rubric; of an abstention, why there is no answer, or ''. */
  expected: string;
  /** The answer that a reply to an unanswerable question must not give; '' if none was published. */
  trap: string;
  /** Ids of the turns, or else of the sessions, that hold the answer; empty: not known, or there is none. */
  evidence: string[];
};

/** What was said before the questions are asked, in the order of time. */
export type History = {
  id: string;
  sessions: TalkSession[];
  /** When its questions are asked. */
  askedAt: Date;
  questions: Question[];
};

/** Milliseconds between two turns of a session, of which only the beginning is published. */
export const betweenTurns = 20_000;

const lastTurnOf = ({ start, turns }: TalkSession): number =>
  start.getTime() + betweenTurns * Math.max(0, turns.length - 1);

/** When the last turn was said. */
export const endOf = (sessions: TalkSession[]): Date => new Date(Math.max(...sessions.map(lastTurnOf)));

/** A time in UTC; null if there is no such day or minute. `month`: from 1. */
export function timeInUtc([year, month, day, hour, minute]: [
  number,
  number,
  number,
  number,
  number,
]): Date | null {
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute));
  const isReal =
    time.getUTCMonth() === month - 1 && time.getUTCDate() === day && time.getUTCMinutes() === minute;
  return isReal && hour < 24 ? time : null;
}
