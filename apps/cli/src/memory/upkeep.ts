import { Command } from '@commander-js/extra-typings';
import { calibration, decayReport, progressOf, reembedReport, scrubReport } from '@devai/api/protocol/upkeep';
import { z } from 'zod';
import { cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { askLines, parseAnswer, type Route } from '../server/api.ts';
import { renderFields } from '../terminal/fields.ts';
import type { Style } from '../terminal/style.ts';
import { renderTable } from '../terminal/table.ts';
import { counted, twoDigits } from './figures.ts';

export const decay = ({ ask, output }: Context) =>
  new Command('decay')
    .description(
      `Prune faded and expired memories, and delete old jobs; the server does this once a day. Pruned memories keep their history
and can be restored. Running it twice is harmless.`,
    )
    .action(async () => {
      output.answer(
        await ask(decayReport, ['POST', '/api/memory/decay']),
        ({ removedJobs, mergedEntries, ...ended }) =>
          `Pruned: ${pair(ended.prunedMemories, ended.prunedTopics)}. Expired: ${counted(ended.expiredMemories, 'memory', 'memories')}.\n` +
          `Within 7 days, unless they are used: ${pair(ended.fadingMemories, ended.fadingTopics)}.\n` +
          `Deleted: ${counted(removedJobs, 'finished job', 'finished jobs')}, ${counted(mergedEntries, 'entry', 'entries')} of the ledger merged into daily sums.`,
      );
    });

export const reembed = (context: Context) =>
  new Command('reembed')
    .description(
      `Embed all memories with the configured embedder. The store keeps its old embedder until all are done. If interrupted, it
continues where it stopped.`,
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
    .description('Measure from which similarity a memory is relevant, for your embedder and memories')
    .option('--apply', 'use the measured thresholds from now on')
    .action(async ({ apply }) => {
      const work = { path: '/api/memory/calibrate', label: 'measuring', json: { apply } };
      context.output.answer(await followLongWork(context, calibration, work), renderCalibration);
    });

export const scrub = (context: Context) =>
  new Command('scrub')
    .description(
      `Redact stored secrets (keys, tokens, passwords) everywhere. New text is redacted before it is stored; this finds what older
rules missed.`,
    )
    .option('--dry-run', 'only count')
    .action(async ({ dryRun }) => {
      const work = { path: '/api/memory/scrub', label: 'scrubbing', json: { dryRun } };
      context.output.answer(await followLongWork(context, scrubReport, work), renderScrub);
    });

const line = progressOf(z.looseObject({}));

/** Starts work on the whole store, shows its progress, and returns the parsed result. */
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
      if (step.done) return parseAnswer(api, result, route, step);
      bar.show(step.progress.done, step.progress.total);
    }
  } finally {
    bar.end();
  }
  throw cliError('broken_answer', 'the answer broke off');
}

const pair = (memories: number, topics: number): string =>
  `${counted(memories, 'memory', 'memories')}, ${counted(topics, 'topic', 'topics')}`;

function renderCalibration(measured: z.infer<typeof calibration>, style: Style): string {
  const { embedder, memories, pairs, noiseFloor, retrieval, current, applied, advice } = measured;
  const fields = renderFields(
    [
      ['embedder', embedder],
      ['measured on', `${counted(memories, 'memory', 'memories')}, ${counted(pairs, 'pair', 'pairs')}`],
      ['relevant from', `${twoDigits(retrieval)} (now ${twoDigits(current.retrieval)})`],
      ['noise up to', `${twoDigits(noiseFloor)} (now ${twoDigits(current.noiseFloor)})`],
      ['advice', advice],
    ],
    style,
  );
  return `${fields}\n\n${applied ? 'Applied.' : 'Nothing was changed; use --apply to change it.'}`;
}

function renderScrub({ dryRun, rows, kinds, left }: z.infer<typeof scrubReport>, style: Style): string {
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
      style,
    ),
    ...Object.entries(kinds).map(([kind, count]) => `  ${kind}: ${count}`),
    ...(left === 0
      ? []
      : [`${counted(left, 'row', 'rows')} changed meanwhile and were skipped: run it again.`]),
  ].join('\n');
}
