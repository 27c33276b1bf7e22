import { z } from 'zod';
import type { Command } from '../command.ts';
import { counted } from '../figures.ts';
import { followLongWork } from '../long-work.ts';
import type { Paper } from '../paper.ts';
import { renderTable } from '../render-table.ts';

const report = z.object({
  dryRun: z.boolean(),
  rows: z.record(z.string(), z.object({ read: z.int(), redacted: z.int() })),
  kinds: z.record(z.string(), z.int()),
  left: z.int(),
});
type Report = z.infer<typeof report>;

export const scrub: Command = {
  name: 'scrub',
  words: '',
  summary: 'replaces secrets (keys, tokens, passwords) that are stored already, everywhere',
  details:
    'What is stored today is redacted before; this is for what an older set of rules let through. Twice finds none.',
  options: { 'dry-run': { kind: 'flag', help: 'only counts' } },
  counts: [0, 0],
  async run(context) {
    const api = await context.connect();
    const json = { dryRun: context.options.flag('dry-run') };
    const work = { path: '/api/memory/scrub', label: 'scrubbing', json };
    context.output.answer(await followLongWork(api, report, work, context), renderReport);
  },
};

function renderReport({ dryRun, rows, kinds, left }: Report, paper: Paper): string {
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
