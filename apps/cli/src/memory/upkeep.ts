import { Command } from '@commander-js/extra-typings';
import { calibration, decayReport, progressOf, reembedReport, scrubReport } from '@devai/api/protocol/upkeep';
import { z } from 'zod';
import { cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { askLines, understand, type Route } from '../server/api.ts';
import { renderFields } from '../terminal/fields.ts';
import type { Paper } from '../terminal/paper.ts';
import { renderTable } from '../terminal/table.ts';
import { counted, twoDigits } from './figures.ts';

export const decay = ({ ask, output }: Context) =>
  new Command('decay')
    .summary('end what has faded or expired and let go of old jobs; the server does it once a day')
    .description(
      `End what has faded or expired and let go of old jobs; the server does it once a day. Running it twice does no more than
once. What ended stays in its history and can be restored.`,
    )
    .action(async () => {
      output.answer(
        await ask(decayReport, ['POST', '/api/memory/decay']),
        ({ removedJobs, mergedEntries, ...ended }) =>
          `Pruned: ${pair(ended.prunedMemories, ended.prunedTopics)}. Expired: ${counted(ended.expiredMemories, 'memory', 'memories')}.\n` +
          `Within 7 days, unless they are used: ${pair(ended.fadingMemories, ended.fadingTopics)}.\n` +
          `Let go: ${counted(removedJobs, 'finished job', 'finished jobs')}, ${counted(mergedEntries, 'entry', 'entries')} of the ledger into sums of a day.`,
      );
    });

export const reembed = (context: Context) =>
  new Command('reembed')
    .summary('give every memory a vector of the configured embedder')
    .description(
      `Give every memory a vector of the configured embedder. Until it is through, the store stays on its old embedder. Stopped,
it goes on where it was the next time.`,
    )
    .action(async () => {
      const work = { path: '/api/memory/reembed', label: 'embedding' };
      context.output.answer(
        await followLongWork(context, reembedReport, work),
        ({ embedded, embedder }) => `${counted(embedded, 'memory', 'memories')} embedded by ${embedder}.`,
      );
    });

export const calibrate = (context: Context) =>
  new Command('calibrate')
    .description('measure from which similarity on a memory is relevant, for your embedder and your memories')
    .option('--apply', 'use what was measured from now on')
    .action(async ({ apply }) => {
      const work = { path: '/api/memory/calibrate', label: 'measuring', json: { apply } };
      context.output.answer(await followLongWork(context, calibration, work), renderCalibration);
    });

export const scrub = (context: Context) =>
  new Command('scrub')
    .summary('replace secrets (keys, tokens, passwords) that are stored already, everywhere')
    .description(
      `Replace secrets (keys, tokens, passwords) that are stored already, everywhere. What is stored today is redacted before;
this is for what an older set of rules let through. A second time finds none.`,
    )
    .option('--dry-run', 'only count')
    .action(async ({ dryRun }) => {
      const work = { path: '/api/memory/scrub', label: 'scrubbing', json: { dryRun } };
      context.output.answer(await followLongWork(context, scrubReport, work), renderScrub);
    });

const line = progressOf(z.looseObject({}));

/** Has work done on the whole store, shows how far it is, and returns its result read by a schema. */
async function followLongWork<Result>(
  { connect, output, signal }: Context,
  result: z.ZodType<Result>,
  { path, label, json }: { path: string; label: string; json?: object },
): Promise<Result> {
  const api = await connect();
  const route: Route = ['POST', path];
  const bar = output.progress(label);
  try {
    for await (const step of askLines(api, line, route, { json, signal })) {
      if (step.done) return understand(api, result, route, step);
      bar.show(step.progress.done, step.progress.total);
    }
  } finally {
    bar.end();
  }
  throw cliError('broken_answer', 'the answer broke off');
}

const pair = (memories: number, topics: number): string =>
  `${counted(memories, 'memory', 'memories')}, ${counted(topics, 'topic', 'topics')}`;

function renderCalibration(measured: z.infer<typeof calibration>, paper: Paper): string {
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

function renderScrub({ dryRun, rows, kinds, left }: z.infer<typeof scrubReport>, paper: Paper): string {
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
