import { z } from 'zod';
import type { Command } from '../command.ts';
import { counted, twoDigits } from '../figures.ts';
import { followLongWork } from '../long-work.ts';
import type { Paper } from '../paper.ts';
import { renderFields } from '../render-fields.ts';

const thresholds = { noiseFloor: z.number(), retrieval: z.number() };
const calibration = z.object({
  embedder: z.string(),
  memories: z.int(),
  pairs: z.int(),
  ...thresholds,
  current: z.object(thresholds),
  applied: z.boolean(),
  advice: z.string(),
});
type Calibration = z.infer<typeof calibration>;

export const calibrate: Command = {
  name: 'calibrate',
  words: '',
  summary: 'measures from which similarity on a memory is relevant, for your embedder and your memories',
  options: { apply: { kind: 'flag', help: 'use what was measured from now on' } },
  counts: [0, 0],
  async run(context) {
    const api = await context.connect();
    const json = { apply: context.options.flag('apply') };
    const work = { path: '/api/memory/calibrate', label: 'measuring', json };
    context.output.answer(await followLongWork(api, calibration, work, context), renderCalibration);
  },
};

function renderCalibration(
  { embedder, memories, pairs, noiseFloor, retrieval, current, applied, advice }: Calibration,
  paper: Paper,
): string {
  const fields = renderFields(
    [
      ['embedder', embedder],
      ['measured on', `${counted(memories, 'memory', 'memories')}, ${counted(pairs, 'pair', 'pairs')}`],
      ['relevant from', `${twoDigits(retrieval)} (now ${twoDigits(current.retrieval)})`],
      ['noise up to', `${twoDigits(noiseFloor)} (now ${twoDigits(current.noiseFloor)})`],
      ['advice', advice],
    ],
    paper,
  );
  return applied ? `${fields}\n\nApplied.` : `${fields}\n\nNothing was changed: --apply takes it over.`;
}
