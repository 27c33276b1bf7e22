import { Command } from '@commander-js/extra-typings';
import { scrubReport } from '@devai/api/protocol/upkeep';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Paper } from '../terminal/paper.ts';
import { renderTable } from '../terminal/table.ts';
import { counted } from './figures.ts';
import { followLongWork } from './long-work.ts';

export const scrub = (context: Context) =>
  new Command('scrub')
    .summary('replace secrets (keys, tokens, passwords) that are stored already, everywhere')
    .description(
      `Replace secrets (keys, tokens, passwords) that are stored already, everywhere. What is stored today is redacted before;
this is for what an older set of rules let through. A second time finds none.`,
    )
    .option('--dry-run', 'only count', false)
    .action(async ({ dryRun }) => {
      const work = { path: '/api/memory/scrub', label: 'scrubbing', json: { dryRun } };
      context.output.answer(await followLongWork(context, scrubReport, work), render);
    });

function render({ dryRun, rows, kinds, left }: z.infer<typeof scrubReport>, paper: Paper): string {
  const redacted = Object.values(rows).reduce((sum, kind) => sum + kind.redacted, 0);
  const verb = dryRun ? 'hold a secret; nothing was changed' : 'held a secret, which is redacted now';
  return [
    redacted === 0 ? 'No secret was found.' : `${counted(redacted, 'row', 'rows')} ${verb}.`,
    renderTable(
      [
        { title: 'rows of', value: ([kind]) => kind },
        { title: 'read', value: ([, { read }]) => String(read), align: 'right' },
        { title: 'with secrets', value: ([, kind]) => String(kind.redacted), align: 'right' },
      ],
      Object.entries(rows),
      paper,
    ),
    ...Object.entries(kinds).map(([kind, count]) => `  ${kind}: ${count}`),
    ...(left === 0 ? [] : [`${counted(left, 'row', 'rows')} changed meanwhile and were left: run it again.`]),
  ].join('\n');
}
