import { Command } from '@commander-js/extra-typings';
import { calibration } from '@devai/api/protocol/upkeep';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { renderFields } from '../terminal/fields.ts';
import type { Paper } from '../terminal/paper.ts';
import { counted, twoDigits } from './figures.ts';
import { followLongWork } from './long-work.ts';

export const calibrate = (context: Context) =>
  new Command('calibrate')
    .description('measure from which similarity on a memory is relevant, for your embedder and your memories')
    .option('--apply', 'use what was measured from now on', false)
    .action(async ({ apply }) => {
      const work = { path: '/api/memory/calibrate', label: 'measuring', json: { apply } };
      context.output.answer(await followLongWork(context, calibration, work), render);
    });

function render(measured: z.infer<typeof calibration>, paper: Paper): string {
  const { embedder, memories, pairs, noiseFloor, retrieval, current, applied, advice } = measured;
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
  return `${fields}\n\n${applied ? 'Applied.' : 'Nothing was changed: --apply takes it over.'}`;
}
