import { createHash } from 'node:crypto';
import { AnswersError } from './answers-error.ts';
import type { DataFile, HistoryPlace } from './read-data.ts';

/** Which questions of a history are asked. */
export type Chosen = { file: DataFile; place: HistoryPlace; ids: ReadonlySet<string> };

/**
 * Chooses the questions of some categories (`only`; empty: of all), or a sample of them. The sample of a seed is the same on every machine,
 * and a larger one contains a smaller one. Throws `unknown_category`, and `no_data`.
 */
export function chooseQuestions(
  files: DataFile[],
  { only, sample, seed }: { only: string[]; sample: number | null; seed: number },
): Chosen[] {
  const all = files.flatMap((file) =>
    file.histories.flatMap((place) => place.questions.map((question) => ({ file, place, ...question }))),
  );
  if (all.length === 0) throw new AnswersError('no_data', 'the data has conversations, but no question');
  const known = new Set(all.map(({ category }) => category));
  const unknown = only.filter((category) => !known.has(category));
  if (unknown.length > 0) {
    throw new AnswersError(
      'unknown_category',
      `--only ${unknown.join(',')}: the data has ${[...known].toSorted().join(', ')}`,
    );
  }
  const wanted = all.filter(({ category }) => only.length === 0 || only.includes(category));
  const rankOf = ({ place, id }: (typeof all)[number]): string =>
    createHash('sha256').update(`${seed}/${place.key}/${id}`).digest('hex');
  const asked =
    sample === null
      ? wanted
      : wanted
          .map((one) => ({ one, rank: rankOf(one) }))
          .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
          .slice(0, sample)
          .map(({ one }) => one);
  const byHistory = Map.groupBy(asked, ({ place }) => place);
  // in the order of the files
  return files.flatMap((file) =>
    file.histories.flatMap((place) => {
      const own = byHistory.get(place);
      return own ? [{ file, place, ids: new Set(own.map(({ id }) => id)) }] : [];
    }),
  );
}
