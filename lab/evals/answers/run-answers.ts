import { askHistory, isDone } from './ask-history.ts';
import type { Chosen } from './choose-questions.ts';
import { ways } from './contexts.ts';
import { createLimit } from './limit.ts';
import { createRun, type Failure, type RunSettings } from './run.ts';

/**
 * Tells each history to a memory of its own, asks the chosen questions in all three ways, and judges the replies. What the records have is
 * not asked again. Returns what failed: repeat the run for it. Throws `ingestion_failed`, `model_keeps_failing`, `access_refused`.
 */
export async function runAnswers(chosen: Chosen[], settings: RunSettings): Promise<Failure[]> {
  const { records, parallel, onProgress } = settings;
  const run = createRun(settings, createLimit(parallel));
  const open = chosen.filter(({ place, ids }) => [...ids].some((id) => !isDone(records, place.key, id)));
  const total = chosen.reduce((sum, { ids }) => sum + ids.size, 0) * ways.length;
  const done = () =>
    chosen.reduce(
      (sum, { place, ids }) =>
        sum + [...ids].flatMap((id) => ways.filter((way) => records.verdictOf(place.key, id, way))).length,
      0,
    );
  const inHistory = createLimit(parallel);
  onProgress('answers', done(), total);
  await Promise.all(
    open.map((one) =>
      inHistory(() =>
        run.attempt(() => askHistory(one, settings, run, () => onProgress('answers', done(), total))),
      ),
    ),
  );
  if (run.stopped) throw run.stopped;
  return run.failures;
}
