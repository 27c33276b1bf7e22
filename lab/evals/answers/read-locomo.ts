import { z } from 'zod';
import { AnswersError } from './answers-error.ts';
import { endOf, timeInUtc, type History, type Question, type TalkSession } from './history.ts';

/** By the numbers of the published file. */
const categories: Record<number, string> = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
  5: 'adversarial',
};

const turn = z.object({
  speaker: z.string().min(1),
  dia_id: z.string().min(1),
  text: z.string(),
  blip_caption: z.string().nullish(),
});

const sample = z.object({
  sample_id: z.union([z.string().min(1), z.number()]).transform(String),
  conversation: z.looseObject({ speaker_a: z.string(), speaker_b: z.string() }),
  qa: z.array(
    z.object({
      question: z.string().min(1),
      answer: z.union([z.string(), z.number()]).nullish(),
      adversarial_answer: z.union([z.string(), z.number()]).nullish(),
      evidence: z.array(z.string()).default([]),
      category: z.int().min(1).max(5),
    }),
  ),
});
type Asked = z.output<typeof sample>['qa'][number];

export const isLocomo = (value: object): boolean => 'conversation' in value && 'qa' in value;

/** Days between the last session and the questions, for which no time is published. */
const later = 86_400_000;

/**
 * Reads a conversation of LoCoMo. Both people talk in messages of the user, each after their name, because an agent's own words count
 * less than a user's. Pictures are there as their captions.
 */
export function readLocomo(value: unknown): History {
  const { sample_id: id, conversation, qa } = sample.parse(value);
  const sessions = Object.keys(conversation)
    .flatMap((key) => {
      const number = /^session_(\d+)$/.exec(key)?.[1];
      return number === undefined ? [] : [Number(number)];
    })
    .toSorted((a, b) => a - b)
    .map((number): TalkSession => {
      const key = `session_${number}`;
      const turns = z.object({ [key]: z.array(turn) }).parse(conversation)[key] ?? [];
      return {
        id: `D${number}`,
        start: timeOf(conversation[`${key}_date_time`], `${key}_date_time`),
        turns: turns.map(({ speaker, dia_id: turnId, text, blip_caption: caption }) => ({
          id: turnId,
          role: 'user',
          text: `${speaker}: ${[text.trim(), caption ? `[shows a picture: ${caption}]` : ''].join(' ').trim()}`,
        })),
      };
    })
    .filter(({ turns }) => turns.length > 0);
  if (sessions.length === 0) throw new AnswersError('unknown_format', `${id}: conversation has no session_1`);
  const known = new Set(sessions.flatMap(({ turns }) => turns.map((one) => one.id)));
  return {
    id,
    sessions,
    askedAt: new Date(endOf(sessions).getTime() + later),
    questions: qa.map((asked, index) => questionOf(asked, `q${index + 1}`, known)),
  };
}

function questionOf(asked: Asked, id: string, known: ReadonlySet<string>): Question {
  const category = categories[asked.category] ?? 'other';
  const isAdversarial = category === 'adversarial';
  if (!isAdversarial && (asked.answer ?? '') === '') {
    throw new AnswersError(
      'unknown_format',
      `qa ${id}: it has no answer, though its category is ${category}`,
    );
  }
  return {
    id,
    category,
    text: asked.question,
    judgedBy: isAdversarial ? 'abstention' : 'answer',
    expected: isAdversarial ? '' : String(asked.answer),
    trap: isAdversarial ? String(asked.adversarial_answer ?? '') : '',
    // some are written as "D1:2; D3:4", "D:1:2" or "D1:02"
    evidence: isAdversarial
      ? []
      : [...asked.evidence.join(' ').matchAll(/D:?(\d+):0*(\d+)/g)].flatMap(([, session, place]) => {
          const turnId = `D${session}:${place}`;
          return known.has(turnId) ? [turnId] : [];
        }),
  };
}

const months = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** Reads a time such as `4:05 pm on 3 March, 2024`, as UTC. */
function timeOf(written: unknown, field: string): Date {
  const [, hour, minute, half, day, month = '', year] =
    /^\s*(\d{1,2}):(\d{2})\s*([ap])\.?m\.?\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})\s*$/i.exec(
      String(written),
    ) ?? [];
  const place = months.findIndex((name) => month !== '' && name.startsWith(month.toLowerCase()));
  const hours = (Number(hour) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0);
  const time = timeInUtc([Number(year), place + 1, Number(day), hours, Number(minute)]);
  if (time !== null && place !== -1) return time;
  throw new AnswersError(
    'unknown_format',
    `${field}: no time like "4:05 pm on 3 March, 2024": ${String(written)}`,
  );
}
