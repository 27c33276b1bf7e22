import type { BenchDatabase } from '../bench-database.ts';
import { timed, timesOf } from '../times.ts';
import { type BareForm, type Found, searchVector } from './bare-search.ts';
import { type Recall, share, summarise } from './recall-figures.ts';
import type { Question } from './synthetic-world.ts';

const neededRecall = 0.98;
/** Below any similarity, so the nearest memories must be found, however far away they are. */
export const noThreshold = -1;

export type ChosenForm = { form: BareForm; recall: Recall };

/**
 * Returns the fastest form that finds enough of the nearest memories for all of these questions, including those
 * foreign to the scope, because a handwritten statement must serve any question.
 */
export async function chooseBareForm(
  store: BenchDatabase,
  { embedder, forms }: { embedder: string; forms: BareForm[] },
  cases: { question: Question; exactLow: Found[] }[],
): Promise<ChosenForm> {
  const tried: (ChosenForm & { time: number })[] = [];
  for (const form of forms) {
    const spent: number[] = [];
    const recalls: number[] = [];
    for (const { question, exactLow } of cases) {
      const rows = await timed(spent, () =>
        searchVector(store, form, question, { embedder, threshold: noThreshold }),
      );
      recalls.push(share(exactLow, new Set(rows.map(({ id }) => id))));
    }
    tried.push({ form, recall: summarise(recalls), time: timesOf(spent).p50 });
  }
  const [best] = tried
    .filter(({ recall }) => recall.average >= neededRecall)
    .toSorted((one, other) => one.time - other.time);
  if (best === undefined) throw new Error('not even the exact scan finds everything: the bench is wrong');
  return best;
}
