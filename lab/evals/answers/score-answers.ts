import type { Chosen } from './choose-questions.ts';
import { ways, type Way } from './contexts.ts';
import type { Records } from './records.ts';

export type Row = {
  file: string;
  /** `answerable`: all but those without an answer; `all`: every question. */
  category: string;
  way: Way;
  /** Questions with a verdict. */
  n: number;
  right: number;
  /** Of the share that is right, 95 %, by Wilson's score; null: nothing is judged. */
  interval: { low: number; high: number } | null;
  /** Mean tokens of the request. */
  tokens: number | null;
  /** Mean share of the evidence that stood in the request, over the questions of which it is known. */
  evidence: number | null;
};

/** Categories of questions without an answer. */
const unanswerable = new Set(['adversarial', 'abstention']);

/** Scores what is judged, by file, category and way. Pure. */
export function scoreAnswers(chosen: Chosen[], records: Pick<Records, 'answerOf' | 'verdictOf'>): Row[] {
  const all = chosen.flatMap(({ file, place, ids }) =>
    place.questions
      .filter(({ id }) => ids.has(id))
      .map(({ id, category }) => ({ file: file.name, history: place.key, id, category })),
  );
  return [...Map.groupBy(all, ({ file }) => file)].flatMap(([file, asked]) => {
    const byCategory = [...Map.groupBy(asked, ({ category }) => category)].toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    );
    const answerable = asked.filter(({ category }) => !unanswerable.has(category));
    const isMixed = answerable.length > 0 && answerable.length < asked.length;
    const groups: [string, typeof asked][] = [
      ...byCategory,
      ...(isMixed ? [['answerable', answerable] as [string, typeof asked]] : []),
      ...(byCategory.length > 1 ? [['all', asked] as [string, typeof asked]] : []),
    ];
    return groups.flatMap(([category, own]) =>
      ways.map((way) => ({ file, category, way, ...figures(own, way) })),
    );
  });

  function figures(asked: { history: string; id: string }[], way: Way) {
    const judged = asked.flatMap(({ history, id }) => {
      const answer = records.answerOf(history, id, way);
      const verdict = records.verdictOf(history, id, way);
      return answer && verdict ? [{ answer, verdict }] : [];
    });
    const right = judged.filter(({ verdict }) => verdict.right).length;
    return {
      n: judged.length,
      right,
      interval: wilson(right, judged.length),
      tokens: mean(judged.map(({ answer }) => answer.tokens)),
      evidence: mean(judged.flatMap(({ answer }) => answer.evidence ?? [])),
    };
  }
}

/** The normal distribution has 95 % within so many deviations. */
const z = 1.959964;

/** Wilson's interval (1927) of a share, which also holds for few cases and shares near 0 and 1. Null for no case. */
export function wilson(right: number, n: number): Row['interval'] {
  if (n === 0) return null;
  const share = right / n;
  const middle = share + z ** 2 / (2 * n);
  const half = z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
  const scale = 1 + z ** 2 / n;
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}

const mean = (values: number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
