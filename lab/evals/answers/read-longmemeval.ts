import { z } from 'zod';
import { AnswersError } from './answers-error.ts';
import { endOf, timeInUtc, type History, type Question, type TalkSession } from './history.ts';

const item = z.object({
  question_id: z.union([z.string().min(1), z.number()]).transform(String),
  question_type: z.string().min(1),
  question: z.string().min(1),
  answer: z.union([z.string(), z.number()]),
  question_date: z.string(),
  haystack_dates: z.array(z.string()),
  haystack_session_ids: z.array(z.string()),
  haystack_sessions: z.array(
    z.array(
      z.object({
        role: z.enum(['user', 'assistant']),
        content: z.string(),
        has_answer: z.boolean().nullish(),
      }),
    ),
  ),
  answer_session_ids: z.array(z.string()).default([]),
});
type Item = z.output<typeof item>;

export const isLongMemEval = (value: object): boolean => 'haystack_sessions' in value;

/** Reads a question of LongMemEval with its chat history, which becomes one with a single question. */
export function readLongMemEval(value: unknown): History {
  const read = item.parse(value);
  const { question_id: id, haystack_sessions: sessions, haystack_dates: dates } = read;
  if (sessions.length !== dates.length || sessions.length !== read.haystack_session_ids.length) {
    throw new AnswersError(
      'unknown_format',
      `${id}: haystack_sessions, haystack_dates and haystack_session_ids have different lengths`,
    );
  }
  const evidence = new Set<string>();
  const told = sessions
    .map((turns, index): TalkSession => {
      // the same session may be there twice
      const sessionId = `${read.haystack_session_ids[index]}@${index + 1}`;
      turns.forEach(({ has_answer: isEvidence, content }, place) => {
        if (isEvidence && content.trim() !== '') evidence.add(`${sessionId}:${place + 1}`);
      });
      return {
        id: sessionId,
        start: timeOf(dates[index], `${id}: haystack_dates`),
        turns: turns.flatMap(({ role, content }, place) =>
          content.trim() === '' ? [] : [{ id: `${sessionId}:${place + 1}`, role, text: content }],
        ),
      };
    })
    .filter(({ turns }) => turns.length > 0)
    .toSorted((a, b) => a.start.getTime() - b.start.getTime());
  if (told.length === 0) throw new AnswersError('unknown_format', `${id}: haystack_sessions has no turn`);
  const asked = timeOf(read.question_date, `${id}: question_date`);
  return {
    id,
    sessions: told,
    askedAt: new Date(Math.max(asked.getTime(), endOf(told).getTime())),
    questions: [questionOf(read, evidence.size > 0 ? [...evidence] : sessionsOf(read, told))],
  };
}

const sessionsOf = ({ answer_session_ids: wanted }: Item, told: TalkSession[]): string[] =>
  told.flatMap(({ id }) => (wanted.includes(id.replace(/@\d+$/, '')) ? [id] : []));

function questionOf(read: Item, evidence: string[]): Question {
  const isAbstention = read.question_id.endsWith('_abs');
  const isRubric = read.question_type === 'single-session-preference';
  return {
    id: read.question_id,
    category: isAbstention ? 'abstention' : read.question_type,
    text: read.question,
    judgedBy: isAbstention ? 'abstention' : isRubric ? 'rubric' : 'answer',
    expected: String(read.answer),
    trap: '',
    evidence: isAbstention ? [] : evidence,
  };
}

/** Reads a time such as `2024/03/05 (Tue) 18:20`, as UTC. */
function timeOf(written: string | undefined, field: string): Date {
  const [, year, month, day, hour = 0, minute = 0] =
    /^\s*(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?:\s*\(\w+\))?(?:[\sT]+(\d{1,2}):(\d{2}))?/.exec(written ?? '') ??
    [];
  const time = timeInUtc([Number(year), Number(month), Number(day), Number(hour), Number(minute)]);
  if (time !== null) return time;
  throw new AnswersError('unknown_format', `${field}: no time like "2024/03/05 (Tue) 18:20": ${written}`);
}
